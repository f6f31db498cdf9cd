/// How the arrays of one element type are made, for decoding without their metadata.
struct ArrayCoding: Sendable {
  /// The type of the elements.
  let element: any JSONCodable.Type
  let stride: Int
  let alignment: Int
  /// Makes an array of elements that are moved into it; none are left behind.
  let make: @Sendable (_ elements: UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer) -> Void
  /// Moves elements to other memory.
  let move: @Sendable (_ elements: UnsafeMutableRawPointer, Int, UnsafeMutableRawPointer) -> Void
  /// Destroys elements.
  let destroy: @Sendable (_ elements: UnsafeMutableRawPointer, Int) -> Void

  init<Element: JSONCodable>(_ type: [Element].Type) {
    element = Element.self
    stride = MemoryLayout<Element>.stride
    alignment = MemoryLayout<Element>.alignment
    make = { elements, count, storage in
      // Bound memory and literals need no metadata of array types, which would be looked up anew
      // each time. Most arrays are short.
      let storage = storage.assumingMemoryBound(to: [Element].self)
      let elements = elements.assumingMemoryBound(to: Element.self)
      switch count {
      case 0: storage.initialize(to: [])
      case 1: storage.initialize(to: [elements.move()])
      case 2: storage.initialize(to: [elements.move(), (elements + 1).move()])
      default:
        storage.initialize(
          to: [Element](unsafeUninitializedCapacity: count) { target, initialized in
            target.baseAddress?.moveInitialize(from: elements, count: count)
            initialized = count
          }
        )
      }
    }
    move = { elements, count, target in
      target.assumingMemoryBound(to: Element.self).moveInitialize(
        from: elements.assumingMemoryBound(to: Element.self),
        count: count
      )
    }
    destroy = { elements, count in
      elements.assumingMemoryBound(to: Element.self).deinitialize(count: count)
    }
  }
}

extension FieldTable {
  /// Reads an array into uninitialized storage.
  ///
  /// - Parameters:
  ///   - array: how the array is made.
  ///   - storage: uninitialized memory for the array; initialized on return, not so on throw.
  ///   - json: the reader, at the array.
  @inline(never)
  static func decodeArray(
    _ array: UnsafePointer<Record.ArrayRecord>,
    at storage: UnsafeMutableRawPointer,
    json: inout JSONReader
  ) throws {
    guard try json.beginArray() else { return array.pointee.coding.make(storage, 0, storage) }
    try withUnsafeTemporaryAllocation(
      byteCount: ElementMemory.firstSize,
      alignment: ElementMemory.alignment
    ) { buffer in
      // The buffer is not empty, hence has an address.
      var memory = ElementMemory(
        buffer.baseAddress!,
        array.pointee.coding.stride,
        array.pointee.coding.alignment
      )
      let first = json.offset
      do {
        repeat {
          if memory.isFull {
            let larger = memory.larger(consumed: json.offset - first, left: json.end - json.cursor)
            array.pointee.coding.move(memory.base, memory.count, larger)
            memory.move(to: larger)
          }
          try decodePayload(Record.first(of: array), at: memory.next, json: &json)
          memory.count += 1
        } while try json.continueArray()
      } catch {
        array.pointee.coding.destroy(memory.base, memory.count)
        throw json.located(error, .index(memory.count))
      }
      array.pointee.coding.make(memory.base, memory.count, storage)
    }
  }

  /// Reads an array of a type that stands in no field.
  static func decodeArray<Element: JSONCodable>(
    of type: Element.Type,
    _ storage: UnsafeMutableRawPointer,
    _ json: inout JSONReader
  ) throws {
    let element = type.knownType.pointee.element
    try withUnsafePointer(to: .init(element: element, coding: ArrayCoding([Element].self))) {
      try decodeArray($0, at: storage, json: &json)
    }
  }
}

/// Room for elements under construction, outside of an array so that each is decoded in place.
///
/// It starts on the stack, since most arrays are short. Whoever uses it moves and destroys the
/// elements.
private struct ElementMemory: ~Copyable {
  static let firstSize = 1024
  static let alignment = 16

  private(set) var base: UnsafeMutableRawPointer
  private var capacity: Int
  private let stride: Int
  private let alignment: Int
  private var isOnHeap = false
  /// The number of elements that are initialized.
  var count = 0

  init(_ stack: UnsafeMutableRawPointer, _ stride: Int, _ alignment: Int) {
    base = stack
    self.stride = stride
    self.alignment = max(alignment, Self.alignment)
    capacity = alignment > Self.alignment ? 0 : Self.firstSize / stride
  }

  deinit { if isOnHeap { base.deallocate() } }

  var isFull: Bool { count == capacity }

  /// The place of the next element, uninitialized.
  var next: UnsafeMutableRawPointer { base + count * stride }

  /// Larger memory, to which the elements are to be moved.
  ///
  /// What is left of the text tells how many elements may follow, if they are like the first.
  mutating func larger(consumed: Int, left: Int) -> UnsafeMutableRawPointer {
    let expected = consumed > 0 ? count + count * (left / consumed + 1) : 0
    capacity = max(max(count * 2, 4), min(expected, count * 64))
    return .allocate(byteCount: capacity * stride, alignment: alignment)
  }

  mutating func move(to larger: UnsafeMutableRawPointer) {
    if isOnHeap { base.deallocate() }
    base = larger
    isOnHeap = true
  }
}

internal import Synchronization

/// What the loops know of a type: made at first use, in memory that is never freed.
struct KnownType: @unchecked Sendable {
  /// How a value of the type is decoded and encoded where it stands in no field.
  let element: FieldTable.Record
  /// How fields of the type are treated.
  let coding: ValueTreatment
  /// A value as a parameter, where that is not made of its JSON form.
  let parameter: (@Sendable (UnsafeRawPointer) -> ParameterValue)?

  fileprivate init<Value: JSONCodable>(_ type: Value.Type) {
    let coding = type.coding.treatment
    let details = permanent(FieldTable.Record.Details(elementOf: type, coding))
    element = FieldTable.Record(elementOf: coding, details)
    parameter =
      coding.parameter ?? (type as? any ParameterEncodable.Type).map { Self.taken(apart: $0) }
    self.coding = coding
  }

  private static func taken<Value: ParameterEncodable>(
    apart type: Value.Type
  ) -> @Sendable (UnsafeRawPointer) -> ParameterValue {
    { $0.assumingMemoryBound(to: Value.self).pointee.parameterValue }
  }
}

extension JSONCodable {
  /// What the loops know of the type.
  static var knownType: UnsafePointer<KnownType> {
    let key = unsafeBitCast(Self.self as Any.Type, to: UInt.self)
    if let known = KnownTypes.shared.find(key) { return known }
    return KnownTypes.shared.add(key, permanent(KnownType(Self.self)))
  }
}

/// A value in memory that is never freed.
func permanent<Value>(_ value: Value) -> UnsafePointer<Value> {
  let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
  pointer.initialize(to: value)
  return UnsafePointer(pointer)
}

/// The types that were met so far, by the addresses of their metadata.
///
/// It only grows. Reading takes no lock: a table is filled before it is published, and a place in
/// it is taken by writing the value first and the key last. Tables that became too small are never
/// freed, since somebody may still read them.
private final class KnownTypes: Sendable {
  static let shared = KnownTypes()

  /// A place in a table; key and value are zero while it is free.
  private struct Place: ~Copyable {
    let key = Atomic<UInt>(0)
    let value = Atomic<UInt>(0)
  }

  /// Open addressing with linear probing, at most half full; the number of places is a power of two.
  private struct Table: @unchecked Sendable {
    let places: UnsafeMutablePointer<Place>
    let mask: UInt

    init(capacity: Int) {
      places = .allocate(capacity: capacity)
      for position in 0..<capacity { (places + position).initialize(to: Place()) }
      mask = UInt(capacity - 1)
    }

    /// The place of a key, or the free one where it belongs.
    @inline(__always)
    func place(of key: UInt) -> UnsafeMutablePointer<Place> {
      // Metadata is aligned to words, and its addresses differ in the middle.
      var position = (key >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 32 & mask
      while true {
        let place = places + Int(position)
        let found = place.pointee.key.load(ordering: .acquiring)
        if found == key || found == 0 { return place }
        position = (position &+ 1) & mask
      }
    }

    func insert(_ key: UInt, _ value: UInt) {
      let place = place(of: key)
      place.pointee.value.store(value, ordering: .relaxed)
      place.pointee.key.store(key, ordering: .releasing)
    }
  }

  /// The address of the current table.
  private let current: Atomic<UInt>
  /// The number of keys.
  private let count = Mutex(0)

  private init() {
    current = Atomic(UInt(bitPattern: permanent(Table(capacity: 256))))
  }

  private var table: Table {
    // The address of a table is never zero.
    let address = UnsafePointer<Table>(bitPattern: current.load(ordering: .acquiring))
    return address!.pointee
  }

  @inline(__always)
  func find(_ key: UInt) -> UnsafePointer<KnownType>? {
    let place = table.place(of: key)
    // The place may have been free, and taken by another key since.
    guard place.pointee.key.load(ordering: .acquiring) == key else { return nil }
    return UnsafePointer(bitPattern: place.pointee.value.load(ordering: .relaxed))
  }

  /// Adds a type.
  ///
  /// - Returns: what is known of it: what somebody else added meanwhile, if there is that.
  func add(_ key: UInt, _ known: UnsafePointer<KnownType>) -> UnsafePointer<KnownType> {
    count.withLock { count in
      guard find(key) == nil else { return }
      count += 1
      if UInt(count) * 2 > table.mask { grow() }
      table.insert(key, UInt(bitPattern: known))
    }
    return find(key) ?? known
  }

  private func grow() {
    let old = table
    let new = Table(capacity: Int(old.mask + 1) * 2)
    for position in 0...Int(old.mask) {
      let key = old.places[position].key.load(ordering: .relaxed)
      if key != 0 { new.insert(key, old.places[position].value.load(ordering: .relaxed)) }
    }
    current.store(UInt(bitPattern: permanent(new)), ordering: .releasing)
  }
}

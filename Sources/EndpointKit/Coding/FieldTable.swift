internal import Synchronization

/// The field table of one model, prepared for the loops that decode, encode and compare.
///
/// A table is made once a model type, never changes, and lives as long as the process: it is a
/// reference to memory that is never freed, and trivial to copy.
struct FieldTable: @unchecked Sendable {
  /// Where keys without a field go.
  struct Additional {
    let type: any AdditionalStorage.Type
    let offset: Int
    let comparing: Comparing
  }

  private struct Contents {
    let records: UnsafeBufferPointer<Record>
    let template: UnsafeRawPointer
    let size: Int
    let required: UnsafeBufferPointer<UInt64>
    let additional: Additional?
    let index: ByteIndex
  }

  private let contents: UnsafePointer<Contents>

  /// Where the contents are; never zero.
  var address: UInt { UInt(bitPattern: contents) }

  /// The table at an address; nil for zero.
  @inline(__always)
  init?(address: UInt) {
    guard let contents = UnsafePointer<Contents>(bitPattern: address) else { return nil }
    self.contents = contents
  }

  /// The fields in the order of the document.
  var records: UnsafeBufferPointer<Record> { contents.pointee.records }
  /// A copy of the model's storage with every optional field absent and everything else zero.
  var template: UnsafeRawPointer { contents.pointee.template }
  /// The bytes of the model.
  var size: Int { contents.pointee.size }
  /// The bit set of the required fields.
  var required: UnsafeBufferPointer<UInt64> { contents.pointee.required }
  /// Where keys without a field go, if the model keeps them.
  var additional: Additional? { contents.pointee.additional }
  /// From a key to the position of its field.
  var index: ByteIndex { contents.pointee.index }

  init<Root>(
    _ root: Root.Type,
    _ fields: [Field<Root>],
    additional: (type: any AdditionalStorage.Type, offset: Int)?
  ) {
    let size = MemoryLayout<Root>.size
    let template = UnsafeMutableRawPointer.allocate(
      byteCount: max(size, 1),
      alignment: MemoryLayout<Root>.alignment
    )
    template.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let required = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: (fields.count + 63) / 64)
    required.initialize(repeating: 0)
    let records = Self.allocateRecords(fields.count)
    var coverage = LayoutCoverage(Root.self)
    for (position, field) in fields.enumerated() {
      let record = Record(field)
      coverage.add(field.type, offset: record.offset, name: record.key)
      records.initializeElement(at: position, to: record)
      record.absent?.initialize(template + record.offset)
      if record.isRequired { required[position / 64] |= 1 << UInt64(position % 64) }
    }
    if let additional {
      coverage.add(additional.type, offset: additional.offset, name: "the additional keys")
    }
    coverage.check(size: size)
    let contents = UnsafeMutablePointer<Contents>.allocate(capacity: 1)
    contents.initialize(
      to: Contents(
        records: UnsafeBufferPointer(records),
        template: UnsafeRawPointer(template),
        size: size,
        required: UnsafeBufferPointer(required),
        additional: additional.map {
          Additional(
            type: $0.type,
            offset: $0.offset,
            comparing: $0.type.knownType.pointee.coding.whole
          )
        },
        index: ByteIndex(fields.map(\.key))
      )
    )
    self.contents = UnsafePointer(contents)
  }

  /// Memory for records, each of which begins a line of the cache.
  private static func allocateRecords(_ count: Int) -> UnsafeMutableBufferPointer<Record> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: max(count, 1) * MemoryLayout<Record>.stride,
      alignment: 64
    )
    return UnsafeMutableBufferPointer(
      start: memory.bindMemory(to: Record.self, capacity: max(count, 1)),
      count: count
    )
  }
}

/// The field table of one model, made at first use: models may hold themselves.
final class ModelTable: Sendable {
  private let make: @Sendable () -> FieldTable
  /// The address of the table's contents; zero until it was made.
  private let made = Atomic<UInt>(0)

  init<Root>(
    _ root: Root.Type,
    _ fields: [Field<Root>],
    additional: (type: any AdditionalStorage.Type, offset: Int)?
  ) {
    make = { FieldTable(root, fields, additional: additional) }
  }

  var table: FieldTable {
    FieldTable(address: made.load(ordering: .acquiring)) ?? makeTable()
  }

  @inline(never)
  private func makeTable() -> FieldTable {
    let table = make()
    // Of those who come at once, all take the first's.
    let other = made.compareExchange(
      expected: 0,
      desired: table.address,
      ordering: .acquiringAndReleasing
    ).original
    return FieldTable(address: other) ?? table
  }
}

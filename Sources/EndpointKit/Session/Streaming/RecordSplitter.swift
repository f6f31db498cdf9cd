/// Cuts a stream into JSON texts: one a line (JSON Lines), or each after a record separator
/// (RFC 7464), independent of how the bytes are cut.
struct RecordSplitter: Sendable {
  /// What stands between texts.
  private let separator: UInt8
  private var pending: [UInt8] = []

  /// One JSON text a line; empty lines are passed over.
  static var lines: RecordSplitter { RecordSplitter(separator: 0x0A) }
  /// JSON texts each after a record separator.
  static var sequence: RecordSplitter { RecordSplitter(separator: 0x1E) }

  private init(separator: UInt8) { self.separator = separator }

  /// The bytes held back for the text that is not complete.
  var pendingSize: Int { pending.count }

  /// Takes bytes and gives the texts they complete.
  mutating func feed(_ bytes: UnsafeRawBufferPointer) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: separator) {
      pending.append(contentsOf: rest[..<end])
      rest = rest[(end + 1)...]
      takePending(&records)
    }
    pending.append(contentsOf: rest)
    return records
  }

  /// The last text, where the stream does not end with a separator.
  mutating func finish() -> [[UInt8]] {
    var records: [[UInt8]] = []
    takePending(&records)
    return records
  }

  private mutating func takePending(_ records: inout [[UInt8]]) {
    while let last = pending.last, last == 0x0D || last == 0x0A || last == 0x20 || last == 0x09 {
      pending.removeLast()
    }
    if !pending.isEmpty { records.append(pending) }
    pending.removeAll(keepingCapacity: true)
  }
}

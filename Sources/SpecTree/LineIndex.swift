/// Where the lines of a file begin, and how many scalars precede regular checkpoints.
///
/// The checkpoints keep a column cheap in a minified document, which is one line of many megabytes.
struct LineIndex: Sendable {
  private static let stride = 1024

  private var starts: [Int] = [0]
  private var isASCII = true
  /// Scalars that begin before byte `k * stride`; empty when all bytes are ASCII, and where all
  /// lines are short enough to be counted through.
  private var checkpoints: [Int] = []
  /// The length of the byte order mark, which no editor counts as a column.
  private let markLength: Int

  init(_ bytes: [UInt8]) {
    markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isASCII = true
    // Lines are long beside a word, so most words hold no break and are passed over whole.
    starts.reserveCapacity(bytes.count / 32)
    bytes.withUnsafeBytes { raw in
      var position = 0
      while position + 8 <= raw.count {
        let word = UInt64(
          littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        )
        if word & ByteMask.high != 0 { isASCII = false }
        var breaks = ByteMask.zeros(in: word ^ ByteMask.all(0x0A))
        breaks |= ByteMask.zeros(in: word ^ ByteMask.all(0x0D))
        while breaks != 0 {
          noteBreak(at: position + breaks.trailingZeroBitCount / 8, in: raw)
          breaks &= breaks - 1
        }
        position += 8
      }
      while position < raw.count {
        if raw[position] >= 0x80 { isASCII = false }
        if raw[position] == 0x0A || raw[position] == 0x0D { noteBreak(at: position, in: raw) }
        position += 1
      }
    }
    self.isASCII = isASCII
    if !isASCII, hasLongLine(end: bytes.count) { bytes.withUnsafeBytes { countScalars($0) } }
  }

  /// A line feed behind a carriage return belongs to the same break.
  @inline(__always)
  private mutating func noteBreak(at position: Int, in bytes: UnsafeRawBufferPointer) {
    if bytes[position] == 0x0A, position > 0, bytes[position - 1] == 0x0D {
      starts[starts.count - 1] = position + 1
    } else {
      starts.append(position + 1)
    }
  }

  private mutating func countScalars(_ bytes: UnsafeRawBufferPointer) {
    var scalars = 0
    checkpoints.reserveCapacity(bytes.count / Self.stride + 1)
    for start in Swift.stride(from: 0, through: bytes.count, by: Self.stride) {
      checkpoints.append(scalars)
      let end = min(start + Self.stride, bytes.count)
      scalars += ByteMask.scalars(in: UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
    }
  }

  /// The line and column of an offset within the file.
  func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    let start = low == 0 ? min(markLength, offset) : starts[low]
    let column =
      checkpoints.isEmpty && !isASCII
      ? Self.scalars(in: start..<offset, of: bytes)
      : scalars(before: offset, in: bytes) - scalars(before: start, in: bytes)
    return (low + 1, column + 1)
  }

  /// The bytes of a line without its break.
  func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard line >= 1, line <= starts.count else { return nil }
    let start = line == 1 ? markLength : starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
  }

  private func hasLongLine(end: Int) -> Bool {
    var start = 0
    for next in starts {
      if next - start > 16 * Self.stride { return true }
      start = next
    }
    return end - start > 16 * Self.stride
  }

  private static func scalars(in range: Range<Int>, of bytes: [UInt8]) -> Int {
    bytes.withUnsafeBytes {
      ByteMask.scalars(in: UnsafeRawBufferPointer(rebasing: $0[range]))
    }
  }

  private func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
    guard !checkpoints.isEmpty else { return offset }
    let checkpoint = offset / Self.stride
    var count = checkpoints[checkpoint]
    for position in (checkpoint * Self.stride)..<offset where bytes[position] & 0xC0 != 0x80 {
      count += 1
    }
    return count
  }
}

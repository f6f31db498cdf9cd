/// Where the lines of a file begin, and how many scalars precede regular checkpoints.
///
/// The checkpoints keep a column cheap in a minified document, which is one line of many megabytes.
struct LineIndex: Sendable {
  private static let stride = 1024

  private var starts: [Int] = [0]
  /// Scalars that begin before byte `k * stride`; empty when all bytes are ASCII.
  private var checkpoints: [Int] = []
  /// The length of the byte order mark, which no editor counts as a column.
  private let markLength: Int

  init(_ bytes: [UInt8]) {
    markLength = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var isASCII = true
    bytes.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        position += 1
        if byte == 0x0A {
          starts.append(position)
        } else if byte == 0x0D {
          if position < bytes.count, bytes[position] == 0x0A { position += 1 }
          starts.append(position)
        } else if byte >= 0x80 {
          isASCII = false
        }
      }
      if !isASCII { countScalars(bytes) }
    }
  }

  private mutating func countScalars(_ bytes: UnsafeBufferPointer<UInt8>) {
    var scalars = 0
    for position in bytes.indices {
      if position % Self.stride == 0 { checkpoints.append(scalars) }
      if bytes[position] & 0xC0 != 0x80 { scalars += 1 }
    }
    if bytes.count % Self.stride == 0 { checkpoints.append(scalars) }
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
    let column = scalars(before: offset, in: bytes) - scalars(before: start, in: bytes) + 1
    return (low + 1, column)
  }

  /// The bytes of a line without its break.
  func range(ofLine line: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard line >= 1, line <= starts.count else { return nil }
    let start = line == 1 ? markLength : starts[line - 1]
    var end = line < starts.count ? starts[line] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start..<end
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

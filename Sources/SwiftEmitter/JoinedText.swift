extension String {
  /// Texts one after the other, in one allocation of just the right size.
  ///
  /// Interpolation grows its text piece by piece, which is what most of the time of writing small
  /// pieces of code would go into.
  init(joining first: String, _ second: String, _ third: String = "", _ fourth: String = "") {
    let count = first.utf8.count + second.utf8.count + third.utf8.count + fourth.utf8.count
    self.init(unsafeUninitializedCapacity: count) { output in
      var end = 0
      first.copy(to: output, &end)
      second.copy(to: output, &end)
      third.copy(to: output, &end)
      fourth.copy(to: output, &end)
      return end
    }
  }

  /// Copies the text to a place in memory that has room for it, and moves the place behind it.
  @inline(__always)
  func copy(to output: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    let start = end
    withBytes { bytes in
      guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
      (target + start).initialize(from: source, count: bytes.count)
    }
    end += utf8.count
  }

  /// Calls a function with the text's bytes, without the copy that `withUTF8` needs.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(utf8).withUnsafeBufferPointer(body)
  }

  /// Whether every byte is a character: ASCII without carriage returns, which may join with what
  /// follows.
  var isPlain: Bool {
    withBytes { bytes in
      let raw = UnsafeRawBufferPointer(bytes)
      var position = 0
      while position + 8 <= raw.count {
        let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        // The high bit of each byte that is beyond ASCII, or a carriage return.
        let other = word ^ 0x0D0D_0D0D_0D0D_0D0D
        let returns = (other &- 0x0101_0101_0101_0101) & ~other
        if (word | returns) & 0x8080_8080_8080_8080 != 0 { return false }
        position += 8
      }
      while position < raw.count {
        if raw[position] >= 0x80 || raw[position] == 0x0D { return false }
        position += 1
      }
      return true
    }
  }
}

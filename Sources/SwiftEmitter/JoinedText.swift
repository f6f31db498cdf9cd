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
    var text = self
    text.withUTF8 { bytes in
      guard let source = bytes.baseAddress, let target = output.baseAddress else { return }
      (target + end).initialize(from: source, count: bytes.count)
      end += bytes.count
    }
  }
}

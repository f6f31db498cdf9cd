extension StringProtocol {
  /// Compares two texts, treating `A` and `a` and so on as equal; other characters by bytes.
  func equalsIgnoringASCIICase(_ other: some StringProtocol) -> Bool {
    let left = utf8
    let right = other.utf8
    guard left.count == right.count else { return false }
    var index = right.startIndex
    for byte in left {
      if byte.asciiLowercased != right[index].asciiLowercased { return false }
      index = right.index(after: index)
    }
    return true
  }

  /// The text without blanks and tabs at its ends.
  var trimmingBlanks: String {
    var bytes = Substring(self).utf8[...]
    func isBlank(_ byte: UInt8?) -> Bool { byte == 0x20 || byte == 0x09 }
    guard isBlank(bytes.first) || isBlank(bytes.last) else { return String(self) }
    while isBlank(bytes.first) { bytes.removeFirst() }
    while isBlank(bytes.last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

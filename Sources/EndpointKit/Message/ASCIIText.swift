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

extension String {
  /// Whether a text is part of this one, byte by byte.
  func containsText(_ part: String) -> Bool {
    firstRange(ofText: part, from: utf8.startIndex) != nil
  }

  /// The text with every occurrence of a part replaced.
  func replacingText(_ part: String, with replacement: String) -> String {
    var result = ""
    var start = startIndex
    while let range = firstRange(ofText: part, from: start) {
      result.append(contentsOf: self[start..<range.lowerBound])
      result.append(replacement)
      start = range.upperBound
    }
    if start == startIndex { return self }
    result.append(contentsOf: self[start...])
    return result
  }

  private func firstRange(ofText part: String, from start: Index) -> Range<Index>? {
    guard let first = part.utf8.first else { return nil }
    var candidate = start
    while let found = utf8[candidate...].firstIndex(of: first) {
      if let end = utf8.index(found, offsetBy: part.utf8.count, limitedBy: utf8.endIndex) {
        if utf8[found..<end].elementsEqual(part.utf8) { return found..<end }
      } else {
        return nil
      }
      candidate = utf8.index(after: found)
    }
    return nil
  }
}

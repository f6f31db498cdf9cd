/// The words of a name as documents write it: `simple-user`, `SimpleUser`, `simple_user`.
struct Words: Hashable, Sendable {
  /// The words in order, each as it was written.
  var parts: [String]

  /// Splits at everything that is no letter or digit, and where the case shows a boundary.
  ///
  /// `HTTPServer` is `HTTP` `Server`; digits stay with the word before them (`oauth2`, `sha256`);
  /// between two digits every other character stays visible as a boundary of its own, so that
  /// `1.5` and `15` are different; and a sign before a number is a word, so that `+1` and `-1` are.
  init(_ name: String) {
    // Nearly all names are ASCII, where words are ranges of bytes.
    var copy = name
    parts = copy.withUTF8(Self.partsOfASCII) ?? Self.partsOfUnicode(name)
  }

  private static func partsOfUnicode(_ name: String) -> [String] {
    var parts: [String] = []
    var word = String.UnicodeScalarView()
    let scalars = Array(name.unicodeScalars)
    let isShouting = Self.isShouting(scalars)
    func finish() {
      if !word.isEmpty { parts.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for (index, scalar) in scalars.enumerated() {
      guard Self.isWordCharacter(scalar) else {
        let isBetweenDigits =
          word.last.map(Self.isDigit) ?? false && index + 1 < scalars.count
          && Self.isDigit(scalars[index + 1])
        finish()
        if isBetweenDigits { parts.append("_") }
        if index + 1 < scalars.count, Self.isDigit(scalars[index + 1]),
          index == 0 || !Self.isWordCharacter(scalars[index - 1]),
          let sign = Self.sign(scalar.value)
        {
          parts.append(sign)
        }
        continue
      }
      if !isShouting, Self.isUpper(scalar), let last = word.last {
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        let startsWord =
          !Self.isUpper(last) || (next.map(Self.isLower) ?? false && !Self.isPlural(scalars, index))
        if startsWord { finish() }
      }
      word.append(scalar)
    }
    finish()
    return parts
  }

  /// The same for bytes; `nil` where one of them is no ASCII character.
  private static func partsOfASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> [String]? {
    var isShouting = true
    for byte in bytes {
      if byte >= 0x80 { return nil }
      if isLower(byte) { isShouting = false }
    }
    var parts: [String] = []
    var start = 0
    func finish(at end: Int) {
      if end > start { parts.append(String(decoding: bytes[start..<end], as: UTF8.self)) }
    }
    for (index, byte) in bytes.enumerated() {
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      guard isLower(byte) || isUpper(byte) || isDigit(byte) else {
        finish(at: index)
        if index > start, isDigit(bytes[index - 1]), isDigit(next) { parts.append("_") }
        if isDigit(next), index == start, let sign = sign(UInt32(byte)) { parts.append(sign) }
        start = index + 1
        continue
      }
      guard !isShouting, isUpper(byte), index > start else { continue }
      let afterNext = index + 2 < bytes.count ? bytes[index + 2] : 0
      let isPlural = next == UInt8(ascii: "s") && !isLower(afterNext) && !isDigit(afterNext)
      if !isUpper(bytes[index - 1]) || isLower(next) && !isPlural {
        finish(at: index)
        start = index
      }
    }
    finish(at: bytes.count)
    return parts
  }

  /// What a sign is called that stands before a number.
  private static func sign(_ character: UInt32) -> String? {
    switch character {
    case 0x2B: "plus"
    case 0x2D, 0x2212: "minus"
    default: nil
    }
  }

  private static func isLower(_ byte: UInt8) -> Bool { byte &- 0x61 < 26 }
  private static func isUpper(_ byte: UInt8) -> Bool { byte &- 0x41 < 26 }
  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Whether a capital is the last of an acronym in the plural: `IDs`, `URLs`.
  private static func isPlural(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index + 1 < scalars.count, scalars[index + 1] == "s" else { return false }
    guard index + 2 < scalars.count else { return true }
    return isUpper(scalars[index + 2]) || !isWordCharacter(scalars[index + 2])
  }

  /// Whether the name is in capitals throughout, so that case shows no boundaries.
  private static func isShouting(_ scalars: [Unicode.Scalar]) -> Bool {
    !scalars.contains(where: isLower)
  }

  static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isDigit(scalar) || isLower(scalar) || isUpper(scalar) }
    let properties = scalar.properties
    return properties.isXIDContinue && (properties.isAlphabetic || properties.numericType != nil)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("a"..."z").contains(scalar) : scalar.properties.isLowercase
  }

  static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
  }
}

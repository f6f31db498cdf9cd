/// Plain scalars by the YAML 1.2 core schema (section 10.3 of the specification).
///
/// `no`, `on`, `1_000` and dates are strings there, which is what every author of an API
/// description means by them.
enum CoreSchema {
  /// What a plain scalar is.
  static func kind(_ text: UnsafeBufferPointer<UInt8>) -> Node.Kind {
    guard let first = text.first else { return .null }
    switch first {
    case UInt8(ascii: "~"): return text.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return isWord(text, "null") ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return isWord(text, "true") ? .bool : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return isWord(text, "false") ? .bool : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return number(text)
    default: return .string
    }
  }

  /// The value of text that `kind(_:)` calls an integer; `nil` beyond the range of `Int`.
  static func int(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    if text.count > 2, text[0] == UInt8(ascii: "0") {
      let digits = UnsafeBufferPointer(rebasing: text[2...])
      if text[1] == UInt8(ascii: "x") {
        return Int(String(decoding: digits, as: UTF8.self), radix: 16)
      }
      if text[1] == UInt8(ascii: "o") {
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
      }
    }
    return Int(String(decoding: text, as: UTF8.self))
  }

  /// The value of text that `kind(_:)` calls a number.
  static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    if digits.first == UInt8(ascii: "."), let second = digits.dropFirst().first {
      if second | 0x20 == UInt8(ascii: "i") { return isNegative ? -.infinity : .infinity }
      if second | 0x20 == UInt8(ascii: "n") { return .nan }
    }
    if digits.count > 2, digits.first == UInt8(ascii: "0") {
      let radix: Double? =
        switch digits[digits.startIndex + 1] {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        default: nil
        }
      if let radix { return value(digits.dropFirst(2), radix: radix) }
    }
    return Double(String(decoding: text, as: UTF8.self))
  }

  private static func value(_ digits: Slice<UnsafeBufferPointer<UInt8>>, radix: Double) -> Double {
    digits.reduce(0) { value, digit in
      let isLetter = digit >= 0x41
      return value * radix + Double(isLetter ? (digit | 0x20) - 0x61 + 10 : digit - 0x30)
    }
  }

  /// Whether text is a word in one of the three spellings `word`, `Word` and `WORD`.
  private static func isWord(_ text: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
    guard text.count == word.utf8CodeUnitCount else { return false }
    let upper = text[1] & 0x20 == 0
    // Only an upper-case beginning goes with upper-case letters after it.
    guard !upper || text[0] & 0x20 == 0 else { return false }
    for position in text.indices {
      let letter = word.utf8Start[position]
      let isUpper = position == 0 ? text[0] & 0x20 == 0 : upper
      guard text[position] == (isUpper ? letter & 0xDF : letter) else { return false }
    }
    return true
  }

  private static func isNaN(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    text.elementsEqual("nan".utf8) || text.elementsEqual("NaN".utf8)
      || text.elementsEqual("NAN".utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> Node.Kind {
    if text.count > 2, text[0] == UInt8(ascii: "0"), !isDigit(text[1]), text[1] != UInt8(ascii: ".")
    {
      let digits = text[2...]
      if text[1] == UInt8(ascii: "o") {
        return digits.allSatisfy { $0 &- 0x30 < 8 } ? .int : .string
      }
      if text[1] == UInt8(ascii: "x") {
        return digits.allSatisfy { isDigit($0) || ($0 | 0x20) &- 0x61 < 6 } ? .int : .string
      }
    }
    var position = 0
    if text[0] == UInt8(ascii: "+") || text[0] == UInt8(ascii: "-") { position = 1 }
    let whole = skipDigits(text, &position)
    if position == text.count { return whole > 0 ? .int : .string }
    var fraction = 0
    if text[position] == UInt8(ascii: ".") {
      position += 1
      fraction = skipDigits(text, &position)
      if whole == 0, fraction == 0 { return special(text, position) }
    }
    if whole + fraction == 0 { return .string }
    if position == text.count { return .float }
    guard text[position] | 0x20 == UInt8(ascii: "e") else { return .string }
    position += 1
    if position < text.count,
      text[position] == UInt8(ascii: "+") || text[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    let exponent = skipDigits(text, &position)
    return exponent > 0 && position == text.count ? .float : .string
  }

  private static func special(_ text: UnsafeBufferPointer<UInt8>, _ position: Int) -> Node.Kind {
    let word = UnsafeBufferPointer(rebasing: text[position...])
    if isWord(word, "inf") { return .float }
    return position == 1 && isNaN(word) ? .float : .string
  }

  private static func skipDigits(_ text: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Int {
    let start = position
    while position < text.count, isDigit(text[position]) { position += 1 }
    return position - start
  }
}

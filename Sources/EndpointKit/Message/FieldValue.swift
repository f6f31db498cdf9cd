/// The common grammar of structured header values: lists, parameters, quoted strings.
enum FieldValue {
  /// Splits at a separator outside quoted strings; blanks around the parts are dropped, empty
  /// parts too.
  static func split(_ text: some StringProtocol, at separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in text.utf8 {
      if isQuoted {
        part.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if byte == separator {
        parts.append(String(decoding: part, as: UTF8.self).trimmingBlanks)
        part.removeAll(keepingCapacity: true)
      } else {
        if byte == UInt8(ascii: "\"") { isQuoted = true }
        part.append(byte)
      }
    }
    parts.append(String(decoding: part, as: UTF8.self).trimmingBlanks)
    return parts.filter { !$0.isEmpty }
  }

  /// A token, or the content of a quoted string.
  static func unquoted(_ text: some StringProtocol) -> String {
    let text = text.trimmingBlanks
    guard text.utf8.count >= 2, text.utf8.first == UInt8(ascii: "\""),
      text.utf8.last == UInt8(ascii: "\"")
    else { return text }
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        bytes.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A quoted string.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for character in text.unicodeScalars {
      if character == "\"" || character == "\\" { result += "\\" }
      result.unicodeScalars.append(character)
    }
    return result + "\""
  }

  /// A token where the text is one, else a quoted string.
  static func quotedIfNeeded(_ text: String) -> String {
    !text.isEmpty && text.utf8.allSatisfy(HTTPField.isTokenByte) ? text : quoted(text)
  }
}

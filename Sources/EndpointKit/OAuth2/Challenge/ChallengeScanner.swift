/// Reads the value of a `WWW-Authenticate` field.
///
/// Challenges and their parameters are both separated by commas, so what a word means shows only
/// from what comes after it: followed by `=` it names a parameter, else it starts a challenge.
struct ChallengeScanner {
  private let bytes: [UInt8]
  private var index = 0
  private var found: [AuthenticationChallenge] = []

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func challenges() -> [AuthenticationChallenge] {
    while true {
      skip(Self.isSeparator)
      guard index < bytes.count else { return found }
      let start = index
      skip { !Self.isSeparator($0) && $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "\"") }
      if index == start {
        // A stray quote or equals sign: pass over it.
        index += 1
        continue
      }
      let word = text(start..<index)
      let afterWord = index
      skip(Self.isBlank)
      if peek == UInt8(ascii: "="), !found.isEmpty || !word.contains("/") {
        index += 1
        skip(Self.isBlank)
        add(word, value())
      } else {
        index = afterWord
        beginChallenge(word)
      }
    }
  }

  private mutating func add(_ name: String, _ value: String) {
    if found.isEmpty { found.append(AuthenticationChallenge(scheme: "")) }
    found[found.count - 1].parameters.append(.init(name: name, value: value))
  }

  private mutating func beginChallenge(_ word: String) {
    let scheme = word.last == ":" ? String(word.dropLast()) : word
    found.append(AuthenticationChallenge(scheme: scheme, token68: token68()))
  }

  /// The single token after a scheme, where there is one and no parameter.
  private mutating func token68() -> String? {
    let start = index
    skip(Self.isBlank)
    let first = index
    guard first > start else { return nil }
    skip(Self.isToken68)
    let hasBody = index > first
    skip { $0 == UInt8(ascii: "=") }
    let end = index
    skip(Self.isBlank)
    let isAlone = index == bytes.count || peek == UInt8(ascii: ",")
    guard hasBody, isAlone, !isEmptyParameter(first..<end) else {
      index = start
      return nil
    }
    return text(first..<end)
  }

  /// `realm=` and the like, which the grammar would take for a token.
  private func isEmptyParameter(_ range: Range<Int>) -> Bool {
    guard bytes[range].last == UInt8(ascii: "=") else { return false }
    let name = text(range.lowerBound..<(range.upperBound - 1)).lowercased()
    return ["realm", "error", "scope", "error_description", "error_uri", "charset"].contains(name)
  }

  private mutating func value() -> String {
    peek == UInt8(ascii: "\"") ? quotedValue() : bareValue()
  }

  private mutating func quotedValue() -> String {
    index += 1
    var content: [UInt8] = []
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count { index += 1 }
      content.append(bytes[index])
      index += 1
    }
    index += 1
    return String(decoding: content, as: UTF8.self)
  }

  /// A token, or the several words that some servers send without quotes.
  private mutating func bareValue() -> String {
    let start = index
    skip(Self.isWord)
    var end = index
    while true {
      skip(Self.isBlank)
      guard let next = peek, Self.isWord(next), !startsParameter else { break }
      skip(Self.isWord)
      end = index
    }
    if start == end { index = end }
    var value = bytes[start..<end]
    if value.count >= 2, value.first == UInt8(ascii: "'"), value.last == UInt8(ascii: "'") {
      value = value.dropFirst().dropLast()
    }
    return String(decoding: value, as: UTF8.self)
  }

  /// Whether a name and an equals sign come next: the comma before a parameter is missing.
  private var startsParameter: Bool {
    var look = index
    while look < bytes.count, HTTPField.isTokenByte(bytes[look]) { look += 1 }
    guard look > index else { return false }
    while look < bytes.count, Self.isBlank(bytes[look]) { look += 1 }
    return look < bytes.count && bytes[look] == UInt8(ascii: "=")
  }

  private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while index < bytes.count, isSkipped(bytes[index]) { index += 1 }
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    isBlank(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    !isSeparator(byte) && byte != UInt8(ascii: "\"")
  }

  private static func isToken68(_ byte: UInt8) -> Bool {
    byte.isASCIIAlphanumeric || "-._~+/".utf8.contains(byte)
  }
}

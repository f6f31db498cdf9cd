/// A JSON pointer (RFC 6901): the way from one node down to another.
public struct JSONPointer: Hashable, Sendable {
  /// The keys and positions on the way, unescaped; empty for the node itself.
  public var tokens: [String]

  /// The pointer made of the tokens given, which are not escaped.
  public init(_ tokens: [String] = []) { self.tokens = tokens }

  /// Reads the string form: empty, or tokens each after a `/`, with `~0` for `~` and `~1` for `/`.
  ///
  /// Nothing is percent-decoded; see `init(fragment:)`. A `~` that begins no escape is an error.
  public init?(_ text: String) {
    guard let tokens = Self.parse(Array(text.utf8)) else { return nil }
    self.tokens = tokens
  }

  /// Reads the URI fragment form, percent-encoded, with or without its `#`.
  ///
  /// - Parameter fragment: For instance `#/paths/~1users~1%7Bid%7D`.
  public init?(fragment: String) {
    var bytes = Array(fragment.utf8)
    if bytes.first == UInt8(ascii: "#") { bytes.removeFirst() }
    guard let decoded = Self.percentDecode(bytes), let tokens = Self.parse(decoded) else {
      return nil
    }
    self.tokens = tokens
  }

  /// The pointer one token longer.
  public func appending(_ token: String) -> JSONPointer { JSONPointer(tokens + [token]) }

  /// The pointer one position longer.
  public func appending(_ position: Int) -> JSONPointer { appending(String(position)) }

  /// The URI fragment form with its `#`, percent-encoded as RFC 3986 asks.
  public var fragment: String { "#" + Self.percentEncode(description) }

  /// A token with `~` and `/` escaped.
  public static func escape(_ token: String) -> String {
    let escapes = token.utf8.count { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }
    if escapes == 0 { return token }
    var token = token
    return token.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count + escapes) { output in
        var end = 0
        for byte in bytes {
          if byte == UInt8(ascii: "~") || byte == UInt8(ascii: "/") {
            output[end] = UInt8(ascii: "~")
            output[end + 1] = byte == UInt8(ascii: "~") ? UInt8(ascii: "0") : UInt8(ascii: "1")
            end += 2
          } else {
            output[end] = byte
            end += 1
          }
        }
        return end
      }
    }
  }

  /// The position a token names, if it names one.
  static func position(_ token: String) -> Int? {
    let digits = token.utf8
    guard let first = digits.first, digits.allSatisfy({ (0x30...0x39).contains($0) }),
      first != 0x30 || digits.count == 1
    else { return nil }
    return Int(token)
  }

  private static func parse(_ bytes: [UInt8]) -> [String]? {
    guard let first = bytes.first else { return [] }
    guard first == UInt8(ascii: "/") else { return nil }
    var tokens: [String] = []
    var token: [UInt8] = []
    var position = 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "/") {
        tokens.append(String(decoding: token, as: UTF8.self))
        token.removeAll(keepingCapacity: true)
      } else if byte == UInt8(ascii: "~") {
        position += 1
        guard position < bytes.count else { return nil }
        switch bytes[position] {
        case UInt8(ascii: "0"): token.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): token.append(UInt8(ascii: "/"))
        default: return nil
        }
      } else {
        token.append(byte)
      }
      position += 1
    }
    tokens.append(String(decoding: token, as: UTF8.self))
    return tokens
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The string form, such as `/paths/~1users/get`.
  public var description: String {
    var text = ""
    text.reserveCapacity(tokens.reduce(0) { $0 + $1.utf8.count + 1 })
    for token in tokens {
      text += "/"
      text += Self.escape(token)
    }
    return text
  }
}

// MARK: - Percent encoding

extension JSONPointer {
  /// Undoes percent encoding.
  ///
  /// - Returns: `nil` where a `%` is not followed by two hexadecimal digits.
  public static func percentDecode(_ text: String) -> String? {
    percentDecode(Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func percentDecode(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    var decoded: [UInt8] = []
    var position = 0
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        guard position + 2 < bytes.count, let high = hexValue(bytes[position + 1]),
          let low = hexValue(bytes[position + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        position += 3
      } else {
        decoded.append(bytes[position])
        position += 1
      }
    }
    return decoded
  }

  private static func percentEncode(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      let escapes = bytes.count { !isPlain($0) }
      return String(unsafeUninitializedCapacity: bytes.count + 2 * escapes) { output in
        var end = 0
        for byte in bytes {
          if isPlain(byte) {
            output[end] = byte
            end += 1
          } else {
            output[end] = UInt8(ascii: "%")
            output[end + 1] = hexDigit(byte >> 4)
            output[end + 2] = hexDigit(byte & 15)
            end += 3
          }
        }
        return end
      }
    }
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Whether a byte stands for itself in a fragment: one of `A-Za-z0-9-._~!$&'()*+,;=:@/?`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "&")...UInt8(ascii: ";"),
      UInt8(ascii: "?")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "~"),
      UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "="):
      true
    default: false
    }
  }

  private static func hexValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}

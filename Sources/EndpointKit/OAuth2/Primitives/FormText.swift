/// `application/x-www-form-urlencoded` as OAuth 2 uses it (RFC 6749 appendix B).
enum FormText {
  /// Encodes pairs in order.
  static func encode(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Encodes one name or value; a blank becomes `+`.
  static func encode(_ text: String) -> String {
    var result = ""
    for byte in text.utf8 {
      switch byte {
      case 0x20: result.append("+")
      case _ where byte.isASCIIAlphanumeric, UInt8(ascii: "*"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default: result.appendPercentEncoded(byte: byte)
      }
    }
    return result
  }

  /// Reads pairs in order.
  static func decode(_ text: some StringProtocol) -> [(name: String, value: String)] {
    text.split(separator: "&").map { pair in
      let name = pair.prefix { $0 != "=" }
      let value = pair.dropFirst(name.count + 1)
      return (
        String(name).percentDecoded(plusIsSpace: true),
        String(value).percentDecoded(plusIsSpace: true)
      )
    }
  }
}

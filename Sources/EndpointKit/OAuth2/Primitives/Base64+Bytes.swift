extension [UInt8] {
  /// Base64 with padding (RFC 4648 §4).
  var base64Text: String { withUnsafeBytes { Base64.encode($0) } }

  /// Base64 with the URL-safe alphabet and without padding (RFC 4648 §5).
  var base64URLText: String {
    var text = ""
    for character in base64Text.utf8 where character != UInt8(ascii: "=") {
      switch character {
      case UInt8(ascii: "+"): text.append("-")
      case UInt8(ascii: "/"): text.append("_")
      default: text.unicodeScalars.append(Unicode.Scalar(character))
      }
    }
    return text
  }
}

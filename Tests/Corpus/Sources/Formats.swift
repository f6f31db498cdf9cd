import OpenAPI

/// Texts of the formats that have types of their own.
enum Formats {
  /// Whether a string is of its schema's format.
  static func allow(_ text: String, _ schema: Schema) -> Bool {
    if schema.contentEncoding == "base64" { return isBase64(text) }
    switch schema.format?.lowercased() {
    case "date-time":
      return text.wholeMatch(
        of: /\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)/
      ) != nil && isDate(text.prefix(10))
    case "date": return text.utf8.count == 10 && isDate(text[...])
    case "time":
      return text.wholeMatch(of: /\d\d:\d\d(:\d\d(\.\d+)?)?([Zz]|[+-]\d\d:\d\d)?/) != nil
    case "duration":
      return text.wholeMatch(
        of: /P(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)/
      ) != nil && text.utf8.count > 2
    case "uuid":
      return text.wholeMatch(of: /[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) != nil
    case "byte": return isBase64(text)
    case "int32", "int64", "uint64", "integer", "bigint": return Int(text) != nil
    case "decimal": return Double(text) != nil
    default: return true
    }
  }

  private static func isDate(_ text: Substring) -> Bool {
    guard let match = text.wholeMatch(of: /(\d{4})-(\d\d)-(\d\d)/), let month = Int(match.2),
      let day = Int(match.3)
    else { return false }
    return (1...12).contains(month) && (1...31).contains(day)
  }

  private static func isBase64(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9+\/_-]*={0,2}/) != nil && text.utf8.count % 4 == 0
  }
}

/// What may stand as a name in generated code, for names that come from settings.
enum Identifier {
  /// Whether a text is a Swift identifier.
  static func isValid(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "_" || first.properties.isXIDStart
    else { return false }
    return text != "_" && text.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
  }

  /// Whether a text can be a use of a type: identifiers, dots, brackets, `<`, `>`, `?`, `,`, `:`.
  static func isTypeSpelling(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, first == "[" || first.properties.isXIDStart
    else { return false }
    var depth = 0
    for scalar in text.unicodeScalars {
      if "[<(".unicodeScalars.contains(scalar) { depth += 1 }
      if "]>)".unicodeScalars.contains(scalar) { depth -= 1 }
      guard
        depth >= 0,
        scalar.properties.isXIDContinue || "._[]<>?,: ()".unicodeScalars.contains(scalar)
      else { return false }
    }
    return depth == 0
  }

  /// Whether a client of this name would hide what generated code needs.
  static func clashes(_ name: String) -> Bool { libraryNames.contains(name) }

  private static let libraryNames: Set<String> = [
    "Any", "Array", "Bool", "Call", "Character", "ClientError", "ClosedEnum", "Codable", "Data",
    "Date",
    "DateOnly", "Decimal", "Dictionary", "Double", "Endpoint", "EndpointKit", "Error", "Field",
    "FilePart", "Float", "Foundation", "FoundationEssentials", "HTTPBody", "Hashable",
    "ISODuration", "Indirect", "IndirectConstant", "IndirectNullable", "IndirectNullableConstant",
    "Int", "Int32", "Int64", "IntString",
    "JSONValue", "KnownCases", "Model", "Never", "Null", "Nullable", "NullableConstant",
    "OAuth2Flow", "OAuth2Handler",
    "OAuth2Settings", "OpenEnum", "Optional", "PagedCall", "Protocol", "Response", "Result", "Self",
    "Sendable", "Session", "Set", "StatusUnion", "StreamCall", "String", "Swift", "Target", "Task",
    "TimeOfDay", "TokenStore", "Transport", "Type", "UInt", "UInt32", "UInt64", "URL", "UUID",
    "Union", "UnixTime", "ValueCoding", "Variants", "Void",
  ]
}

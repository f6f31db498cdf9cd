/// Spelling of names and literals in Swift source.
enum SwiftName {
  /// A declared name, in backticks where the word is reserved.
  static func escaped(_ name: String) -> String {
    reservedWords.contains(name) ? "`\(name)`" : name
  }

  /// A name after a dot, where most reserved words stand for themselves (SE-0071).
  static func member(_ name: String) -> String {
    memberReservedWords.contains(name) ? "`\(name)`" : name
  }

  /// An argument label, where only `inout`, `var` and `let` need backticks (SE-0001).
  static func label(_ name: String) -> String {
    labelReservedWords.contains(name) ? "`\(name)`" : name
  }

  private static let labelReservedWords: Set<String> = ["inout", "var", "let"]

  private static let memberReservedWords: Set<String> = ["init", "self", "Type", "Protocol"]

  /// Keywords that cannot stand as an identifier in a declaration.
  static let reservedWords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "operator", "precedencegroup", "private", "protocol",
    "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
    "break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for",
    "guard", "if", "in", "repeat", "return", "throw", "switch", "where", "while",
    "Any", "as", "await", "false", "is", "nil", "self", "Self", "super", "throws", "true", "try",
    "Type", "Protocol",
  ]
}

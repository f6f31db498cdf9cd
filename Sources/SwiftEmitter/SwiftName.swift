/// Spelling of names and literals in Swift source.
enum SwiftName {
  /// A declared name, in backticks where the word is reserved.
  static func escaped(_ name: String) -> String {
    mayBeReserved(name) && reservedWords.contains(name) ? "`\(name)`" : name
  }

  /// A name after a dot, where most reserved words stand for themselves (SE-0071).
  static func member(_ name: String) -> String {
    mayBeReserved(name) && memberReservedWords.contains(name) ? "`\(name)`" : name
  }

  /// An argument label, where only `inout`, `var` and `let` need backticks (SE-0001).
  static func label(_ name: String) -> String {
    mayBeReserved(name) && labelReservedWords.contains(name) ? "`\(name)`" : name
  }

  /// Whether a reserved word of that length begins with the same letter: most names need no more.
  private static func mayBeReserved(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, bytes.count < beginnings.count else { return false }
    return beginnings[bytes.count] & (1 &<< UInt64(first & 63)) != 0
  }

  /// The first letters of the reserved words by their length.
  private static let beginnings: [UInt64] = {
    let longest = reservedWords.map(\.utf8.count).max() ?? 0
    var beginnings = [UInt64](repeating: 0, count: longest + 1)
    for word in reservedWords {
      beginnings[word.utf8.count] |= 1 &<< UInt64((word.utf8.first ?? 0) & 63)
    }
    return beginnings
  }()

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

import OpenAPI

/// The client's own name out of a document's title.
enum ClientNaming {
  /// `GitHub REST API v3` gives `GitHub`; a name that would hide a library gets `Client` behind it.
  static func name(of document: Document) -> String {
    name(title: document.info.title)
  }

  /// The name for a title.
  static func name(title: String) -> String {
    var words = title.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init)
    let noise: Set<String> = [
      "api", "apis", "rest", "restful", "openapi", "swagger", "specification", "spec", "the",
      "reference", "service", "web", "public", "http", "definition", "description", "documentation",
    ]
    while let last = words.last, words.count > 1,
      noise.contains(last.lowercased()) || isVersion(last)
    {
      words.removeLast()
    }
    if words.count > 1, words[0].lowercased() == "the" { words.removeFirst() }
    let name = SwiftNaming.type(words.prefix(4).joined(separator: " "), fallback: "API")
    return taken.contains(name) || ReservedNames.types.contains(name) ? name + "Client" : name
  }

  private static func isVersion(_ word: String) -> Bool {
    let digits = word.lowercased().hasPrefix("v") ? word.dropFirst() : word[...]
    return !digits.isEmpty && digits.allSatisfy { $0.isNumber || $0 == "." || $0 == "_" }
  }

  /// Names that generated code takes from its libraries.
  private static let taken: Set<String> = [
    "Array", "Bool", "Call", "Data", "Date", "Dictionary", "Double", "Endpoint", "Error", "Float",
    "Int", "JSONValue", "Model", "Optional", "Response", "Result", "Sendable", "Server", "Session",
    "String", "Target", "Task", "Transport", "URL", "UUID", "Union", "Value", "Void",
  ]
}

/// A path or URL with `{placeholders}`.
struct PathTemplate {
  /// The names between braces, each once, in the order of the template.
  private(set) var placeholders: [String] = []
  /// Those that stand after a `?`.
  private(set) var queryPlaceholders: Set<String> = []
  /// The template with all names taken out, equal for templates that match the same.
  private(set) var shape = ""

  /// Reads a template.
  ///
  /// - Returns: `nil` where braces do not match, are nested, or hold nothing.
  init?(_ text: String) {
    var name: String?
    var isInQuery = false
    for scalar in text.unicodeScalars {
      switch scalar {
      case "{":
        guard name == nil else { return nil }
        name = ""
        shape += "{}"
      case "}":
        guard let ended = name, !ended.isEmpty else { return nil }
        if !placeholders.contains(ended) { placeholders.append(ended) }
        if isInQuery { queryPlaceholders.insert(ended) }
        name = nil
      default:
        if name != nil {
          name?.unicodeScalars.append(scalar)
        } else {
          if scalar == "?" { isInQuery = true }
          shape.unicodeScalars.append(scalar)
        }
      }
    }
    if name != nil { return nil }
  }
}

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
  /// - Returns: `nil` where braces do not match, are nested, or hold no name.
  init?(_ text: String) {
    let bytes = text.utf8
    var shapeBytes: [UInt8] = []
    shapeBytes.reserveCapacity(bytes.count)
    var open: String.Index?
    var isInQuery = false
    for position in bytes.indices {
      switch (bytes[position], open) {
      case (UInt8(ascii: "{"), nil):
        open = bytes.index(after: position)
        shapeBytes += "{}".utf8
      case (UInt8(ascii: "{"), _?): return nil
      case (UInt8(ascii: "}"), let start?):
        guard start < position else { return nil }
        add(String(text[start..<position]), isInQuery: isInQuery)
        open = nil
      case (UInt8(ascii: "}"), nil): return nil
      case (let byte, nil):
        if byte == UInt8(ascii: "?") { isInQuery = true }
        shapeBytes.append(byte)
      default: break
      }
    }
    if open != nil { return nil }
    shape = String(decoding: shapeBytes, as: UTF8.self)
  }

  private mutating func add(_ name: String, isInQuery: Bool) {
    if !placeholders.contains(name) { placeholders.append(name) }
    if isInQuery { queryPlaceholders.insert(name) }
  }
}

/// Fills a path template, in one pass where values come in the template's order.
struct PathBuilder: Sendable {
  let template: String
  private var built = ""
  private var cursor: String.Index
  /// Values that came before their turn.
  private var early: [(name: String, text: String)] = []
  private var needsDotCheck = false

  init(_ template: String) {
    self.template = template
    cursor = template.startIndex
  }

  /// Puts an encoded value where its name stands.
  ///
  /// - Returns: what is wrong, or `nil`.
  mutating func place(_ name: String, _ text: String) -> String? {
    if text.isEmpty {
      return "path parameter '\(name)' is empty, which would lead to another resource"
    }
    if text.utf8.first == UInt8(ascii: ".") { needsDotCheck = true }
    guard let slot = nextSlot() else {
      return "path \(template) has no parameter '\(name)' left to fill"
    }
    guard slot.name == name else {
      early.append((name, text))
      return nil
    }
    built.append(contentsOf: template[cursor..<slot.start])
    built.append(text)
    cursor = slot.end
    if template[cursor...].contains("{\(name)}") { early.append((name, text)) }
    return nil
  }

  private func nextSlot() -> (start: String.Index, name: Substring, end: String.Index)? {
    let bytes = template.utf8
    guard let open = bytes[cursor...].firstIndex(of: UInt8(ascii: "{")),
      let close = bytes[open...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    return (open, template[bytes.index(after: open)..<close], bytes.index(after: close))
  }

  /// The path with every parameter filled.
  ///
  /// - Parameter problem: set to what is wrong, unless something was before.
  func finish(problem: inout String?) -> String {
    var rest = self
    while let slot = rest.nextSlot() {
      guard let value = rest.early.first(where: { $0.name == slot.name }) else {
        problem = problem ?? "path parameter '\(slot.name)' has no value"
        return template
      }
      rest.built.append(contentsOf: template[rest.cursor..<slot.start])
      rest.built.append(value.text)
      rest.cursor = slot.end
    }
    if rest.cursor == template.startIndex { return template }
    rest.built.append(contentsOf: template[rest.cursor...])
    if needsDotCheck, PathBuilder.hasDotSegment(rest.built) {
      problem =
        problem ?? "a path parameter is '.' or '..', which would lead to another resource"
    }
    return rest.built
  }

  private static func hasDotSegment(_ path: String) -> Bool {
    path.split(separator: "/").contains { $0 == "." || $0 == ".." }
  }
}

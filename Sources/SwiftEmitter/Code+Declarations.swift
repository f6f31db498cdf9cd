import Mustache

/// Declarations that open a brace.
extension Code {
  /// The first lines of a type: `public struct Name: Conformance {`.
  ///
  /// - Parameters:
  ///   - keywords: what goes before the name, for example `public indirect enum`.
  ///   - name: the name.
  ///   - conformance: the protocol; `nil` for none.
  ///   - column: where the declaration begins.
  static func type(
    _ keywords: String,
    _ name: String,
    conformance: String?,
    at column: Int
  ) -> [String] {
    guard let conformance else { return ["\(keywords) \(name) {"] }
    let line = "\(keywords) \(name): \(conformance) {"
    if fits(line, at: column) { return [line] }
    let head = "\(keywords) \(name):"
    if fits(head, at: column) { return [head, "  " + conformance, "{"] }
    let second = "\(name): \(conformance)"
    if fits(second, at: column + 2) { return [keywords, "  " + second, "{"] }
    return [keywords, "  \(name):", "    " + conformance, "{"]
  }

  /// The first lines of a function or initializer, the opening brace included.
  ///
  /// - Parameters:
  ///   - head: everything before the parentheses.
  ///   - parameters: the parameters.
  ///   - result: the type it returns; `nil` for an initializer.
  ///   - column: where the declaration begins.
  static func function(
    _ head: String,
    _ parameters: [Code],
    returns result: String?,
    at column: Int
  ) -> [String] {
    let tail = result.map { ") -> \($0) {" } ?? ") {"
    let whole = Code(head: head + "(", items: parameters, tail: tail)
    if whole.fits(at: column) { return [whole.flat] }
    if !fits(whole.head, at: column), let space = head.lastIndex(of: " ") {
      let name = Code(
        head: head[head.index(after: space)...] + "(",
        items: parameters,
        tail: result.map { ") -> " + $0 } ?? ")"
      )
      var lines = [String(head[..<space])]
      name.append(to: &lines, at: column + 2, indent: 2)
      return lines + ["{"]
    }
    if !parameters.isEmpty {
      var lines = whole.lines(at: column)
      if let last = lines.popLast() { lines += brokenResult(last, at: column) }
      return lines
    }
    let broken = brokenResult(whole.flat, at: column)
    if broken.count > 1, fits(broken[0], at: column) { return broken }
    return [head + "()", "  -> \(result ?? "")", "{"]
  }

  /// The same lines for a template.
  static func functionValue(
    _ head: String,
    _ parameters: [Code],
    returns result: String?,
    at column: Int
  ) -> Value {
    let tail = result.map { String(joining: ") -> ", $0, " {") } ?? ") {"
    let whole = Code(head: String(joining: head, "("), items: parameters, tail: tail)
    let isUsual =
      whole.fits(at: column)
      || !parameters.isEmpty && fits(whole.head, at: column) && fits(tail, at: column)
    return isUsual
      ? whole.value(at: column)
      : .lines(function(head, parameters, returns: result, at: column))
  }

  /// A line that ends in a generic type, broken inside of the angle brackets where it is too long.
  private static func brokenResult(_ line: String, at column: Int) -> [String] {
    guard !fits(line, at: column), let open = line.firstIndex(of: "<"),
      let close = line.lastIndex(of: ">")
    else { return [line] }
    let inner = line[line.index(after: open)..<close]
    return [String(line[...open]), "  " + inner, String(line[close...])]
  }

  /// The lines of `case pattern: value` in a switch expression.
  ///
  /// - Parameters:
  ///   - pattern: the pattern without `case` and colon.
  ///   - value: the value.
  ///   - column: where `case` stands.
  static func switchCase(_ pattern: Code, _ value: Code, at column: Int) -> [String] {
    let head = String(joining: "case ", pattern.flat, ":")
    if fits(head, at: column) {
      let line = String(joining: head, " ", value.flat)
      if fits(line, at: column) { return [line] }
      var lines = [head]
      value.append(to: &lines, at: column + 2, indent: 2)
      return lines
    }
    var lines = pattern.prefixed("case ").lines(at: column, trailing: ":")
    let last = lines[lines.count - 1] + " " + value.flat
    if lines.count > 1, fits(last, at: column) {
      lines[lines.count - 1] = last
      return lines
    }
    value.append(to: &lines, at: column + 2, indent: 2)
    return lines
  }

  /// The lines of a computed property with one expression.
  static func getter(_ head: String, type: String, _ value: Code, at column: Int) -> [String] {
    let line = "\(head): \(type) { \(value.flat) }"
    if fits(line, at: column) { return [line] }
    let body = value.lines(at: column + 2).map { "  " + $0 } + ["}"]
    let first = "\(head): \(type) {"
    if fits(first, at: column) { return [first] + body }
    return [head + ":", "  " + type, "{"] + body
  }

  /// The lines of `head = value`, broken behind the equals sign or inside of the value.
  static func assignment(_ head: String, _ value: Code, at column: Int) -> [String] {
    let whole = value.prefixed(String(joining: head, " = "))
    if whole.fits(at: column) { return [whole.flat] }
    if value.items.isEmpty { return [head + " =", "  " + value.flat] }
    var lines = whole.lines(at: column)
    if fits(lines[0], at: column) { return lines }
    lines = [head + " ="]
    value.append(to: &lines, at: column + 2, indent: 2)
    return lines
  }
}

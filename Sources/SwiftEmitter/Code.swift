/// A piece of code with the places where it may be broken over lines.
///
/// Lines break as `swift format` breaks them: what fits stays on one line; what does not opens its
/// outermost brackets, one item a line, and so on inwards.
struct Code {
  /// Everything up to the opening bracket and with it, or the whole text of a piece without any.
  var head: String
  /// What stands between the brackets.
  var items: [Code] = []
  /// The closing bracket and what follows it.
  var tail = ""
  /// Whether the last item has a comma too when each has a line of its own.
  var isCollection = false
  /// Set for `name: Type = value`: how it breaks where it is too long.
  var declaration: Declaration?

  /// The parts of a variable or parameter.
  struct Declaration {
    /// The name with its colon.
    var name: String
    var type: String
    var value: String?
  }

  /// The widest line the formatter leaves alone.
  static let lineWidth = 100

  /// A piece that stays on one line.
  init(_ text: String) { head = text }

  /// `head` and `tail` around items.
  init(head: String, items: [Code], tail: String, isCollection: Bool = false) {
    self.head = head
    self.items = items
    self.tail = tail
    self.isCollection = isCollection
  }

  /// `name(first, second)`.
  static func call(_ name: String, _ arguments: [Code]) -> Code {
    Code(head: name + "(", items: arguments, tail: ")")
  }

  /// `name(first, second)` of arguments that stay on one line each.
  static func call(_ name: String, _ arguments: [String]) -> Code {
    call(name, arguments.map { Code($0) })
  }

  /// `label: [first, second]`.
  static func collection(_ elements: [Code], label: String = "") -> Code {
    Code(head: label + "[", items: elements, tail: "]", isCollection: true)
  }

  /// `name: Type = value`.
  static func declaration(_ name: String, type: String, value: String? = nil) -> Code {
    var code = Code("\(name): \(type)\(value.map { " = " + $0 } ?? "")")
    code.declaration = Declaration(name: name + ":", type: type, value: value)
    return code
  }

  /// `label: value`.
  static func labelled(_ label: String, _ value: String) -> Code {
    declaration(label, type: value)
  }

  /// The code with something in front.
  func prefixed(_ text: String) -> Code {
    var code = self
    code.head = text + head
    return code
  }

  /// The bytes of the code on one line: its columns at most.
  var width: Int {
    var width = head.utf8.count + tail.utf8.count
    for item in items { width += item.width }
    return width + 2 * max(0, items.count - 1)
  }

  /// The code on one line.
  var flat: String {
    if items.isEmpty { return tail.isEmpty ? head : head + tail }
    var text = head
    text.reserveCapacity(width)
    append(itemsTo: &text)
    return text
  }

  private func append(itemsTo text: inout String) {
    for (index, item) in items.enumerated() {
      if index > 0 { text += ", " }
      text += item.head
      item.append(itemsTo: &text)
    }
    text += tail
  }

  /// The code as lines, each with its indentation relative to the first.
  ///
  /// - Parameters:
  ///   - column: where the first line begins.
  ///   - trailing: what follows on the last line.
  func lines(at column: Int, trailing: String = "") -> [String] {
    let text = flat + trailing
    if Self.fits(text, at: column) { return [text] }
    if let declaration { return declaration.lines(at: column, trailing: trailing) }
    if items.isEmpty {
      guard head.hasSuffix(".self") else { return [text] }
      return [String(head.dropLast(5)), "  .self" + trailing]
    }
    // A sole collection shares its brackets' lines with the call's.
    if items.count == 1, items[0].isCollection, !isCollection {
      var inner = items[0].prefixed(head)
      inner.tail += tail
      return inner.lines(at: column, trailing: trailing)
    }
    var lines = [head]
    for (index, item) in items.enumerated() {
      let comma = isCollection || index < items.count - 1 ? "," : ""
      for line in item.lines(at: column + 2, trailing: comma) { lines.append("  " + line) }
    }
    lines.append(tail + trailing)
    return lines
  }

  /// The lines of an enum case: `case name(payload)`.
  static func enumCase(_ name: String, _ parameters: [Code], at column: Int) -> [String] {
    let code = parameters.isEmpty ? Code(name) : call(name, parameters)
    if fits("case \(code.head)", at: column) {
      return code.prefixed("case ").lines(at: column)
    }
    return ["case"] + code.lines(at: column + 2).map { "  " + $0 }
  }

  /// Whether a line is no wider than allowed. The formatter counts characters.
  static func fits(_ text: String, at column: Int) -> Bool {
    column + text.utf8.count <= lineWidth || column + text.count <= lineWidth
  }
}

extension Code.Declaration {
  fileprivate func lines(at column: Int, trailing: String) -> [String] {
    guard let value else { return [name, "  " + type + trailing] }
    let first = "\(name) \(type) ="
    if Code.fits(first, at: column) { return [first, "  " + value + trailing] }
    let second = "\(type) = \(value)\(trailing)"
    if Code.fits(second, at: column + 2) { return [name, "  " + second] }
    return [name, "  \(type) =", "  " + value + trailing]
  }
}

import Mustache

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

  /// The parts of a variable or parameter, as the places where they end in its text.
  struct Declaration {
    /// The end of the name with its colon.
    var name: Int
    var type: Int
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
    Code(head: String(joining: name, "("), items: arguments, tail: ")")
  }

  /// `name(first, second)` of arguments that stay on one line each.
  static func call(_ name: String, _ arguments: [String]) -> Code {
    call(name, arguments.map { Code($0) })
  }

  /// `label: [first, second]`.
  static func collection(_ elements: [Code], label: String = "") -> Code {
    Code(head: String(joining: label, "["), items: elements, tail: "]", isCollection: true)
  }

  /// `name: Type = value`.
  static func declaration(_ name: String, type: String, value: String? = nil) -> Code {
    let head = String(joining: name, ": ", type)
    var code = Code(value.map { String(joining: head, " = ", $0) } ?? head)
    code.declaration = Declaration(name: name.utf8.count + 1, type: head.utf8.count)
    return code
  }

  /// `label: value`.
  static func labelled(_ label: String, _ value: String) -> Code {
    declaration(label, type: value)
  }

  /// The code with something in front.
  func prefixed(_ text: String) -> Code {
    var code = self
    code.head = String(joining: text, head)
    if let declaration {
      let length = text.utf8.count
      code.declaration = Declaration(
        name: declaration.name + length,
        type: declaration.type + length
      )
    }
    return code
  }

  /// The bytes of the code on one line: its columns at most.
  var width: Int {
    var width = head.utf8.count + tail.utf8.count
    for index in items.indices { width += items[index].width }
    return width + 2 * max(0, items.count - 1)
  }

  /// The code on one line.
  var flat: String {
    flat(indent: 0, trailing: "")
  }

  /// The code on one line behind an indentation, and what follows it.
  func flat(indent: Int, trailing: String) -> String {
    if indent == 0, trailing.isEmpty, items.isEmpty, tail.isEmpty { return head }
    let count = indent + width + trailing.utf8.count
    return String(unsafeUninitializedCapacity: count) { output in
      var end = 0
      while end < indent {
        output[end] = UInt8(ascii: " ")
        end += 1
      }
      copy(to: output, &end)
      trailing.copy(to: output, &end)
      return end
    }
  }

  private func copy(to output: UnsafeMutableBufferPointer<UInt8>, _ end: inout Int) {
    head.copy(to: output, &end)
    for index in items.indices {
      if index > 0 {
        output[end] = UInt8(ascii: ",")
        output[end + 1] = UInt8(ascii: " ")
        end += 2
      }
      items[index].copy(to: output, &end)
    }
    tail.copy(to: output, &end)
  }

  /// Whether the code on one line, and what follows it, is no wider than allowed.
  func fits(at column: Int, trailing: String = "") -> Bool {
    if column + width + trailing.utf8.count <= Self.lineWidth { return true }
    return !isPlain && Self.fits(flat + trailing, at: column)
  }

  /// Whether every byte is a character.
  private var isPlain: Bool {
    guard head.isPlain, tail.isPlain else { return false }
    for index in items.indices where !items[index].isPlain { return false }
    return true
  }

  /// The code as lines, each with its indentation relative to the first.
  ///
  /// - Parameters:
  ///   - column: where the first line begins.
  ///   - trailing: what follows on the last line.
  func lines(at column: Int, trailing: String = "") -> [String] {
    var lines: [String] = []
    append(to: &lines, at: column, trailing: trailing)
    return lines
  }

  /// Appends the code as lines, each with an indentation in front of its own.
  func append(
    to lines: inout some LineSink,
    at column: Int,
    indent: Int = 0,
    trailing: String = ""
  ) {
    if fits(at: column, trailing: trailing) {
      return lines.add(indent: indent, self, trailing)
    }
    if let declaration {
      for line in declaration.lines(of: head, at: column, trailing: trailing) {
        lines.add(indent: indent, line, "")
      }
      return
    }
    if items.isEmpty {
      guard head.hasSuffix(".self") else { return lines.add(indent: indent, self, trailing) }
      lines.add(indent: indent, String(head.dropLast(5)), "")
      return lines.add(indent: indent, "  .self", trailing)
    }
    // A sole collection shares its brackets' lines with the call's.
    if items.count == 1, items[0].isCollection, !isCollection {
      var inner = items[0].prefixed(head)
      inner.tail += tail
      return inner.append(to: &lines, at: column, indent: indent, trailing: trailing)
    }
    lines.add(indent: indent, head, "")
    for index in items.indices {
      items[index].append(
        to: &lines,
        at: column + 2,
        indent: indent + 2,
        trailing: isCollection || index < items.count - 1 ? "," : ""
      )
    }
    lines.add(indent: indent, tail, trailing)
  }

  /// The code as lines for a template.
  func value(at column: Int, trailing: String = "") -> Value {
    if fits(at: column, trailing: trailing) {
      let text = flat(indent: 0, trailing: trailing)
      return text.isEmpty ? .strings([text]) : .string(text)
    }
    var lines = Lines()
    append(to: &lines, at: column, trailing: trailing)
    return lines.value
  }

  /// Appends the code on one line.
  func append(to lines: inout Lines) {
    lines.append(head)
    for index in items.indices {
      if index > 0 { lines.append(", ") }
      items[index].append(to: &lines)
    }
    lines.append(tail)
  }

  /// Blanks for an indentation.
  static func blanks(_ count: Int) -> String {
    count < blankTexts.count ? blankTexts[count] : String(repeating: " ", count: count)
  }

  private static let blankTexts = (0...32).map { String(repeating: " ", count: $0) }

  /// The lines of an enum case: `case name(payload)`.
  static func enumCase(_ name: String, _ parameters: [Code], at column: Int) -> [String] {
    let code = parameters.isEmpty ? Code(name) : call(name, parameters)
    if fits("case \(code.head)", at: column) {
      return code.prefixed("case ").lines(at: column)
    }
    var lines = ["case"]
    code.append(to: &lines, at: column + 2, indent: 2)
    return lines
  }

  /// Whether a line is no wider than allowed. The formatter counts characters.
  static func fits(_ text: String, at column: Int) -> Bool {
    column + text.utf8.count <= lineWidth || !text.isPlain && column + text.count <= lineWidth
  }
}

extension Code.Declaration {
  fileprivate func lines(of text: String, at column: Int, trailing: String) -> [String] {
    func part(_ start: Int, _ end: Int) -> String {
      let bytes = text.utf8
      let first = bytes.index(bytes.startIndex, offsetBy: start)
      return String(text[first..<bytes.index(first, offsetBy: end - start)])
    }
    let length = text.utf8.count
    let name = part(0, name)
    let type = part(self.name + 1, type)
    guard length > self.type else { return [name, "  " + type + trailing] }
    let value = part(self.type + 3, length)
    let first = "\(name) \(type) ="
    if Code.fits(first, at: column) { return [first, "  " + value + trailing] }
    let second = "\(type) = \(value)\(trailing)"
    if Code.fits(second, at: column + 2) { return [name, "  " + second] }
    return [name, "  \(type) =", "  " + value + trailing]
  }
}

/// Reads JSONPath queries.
struct JSONPathParser {
  /// Why a query cannot be read, and after how many characters.
  struct Failure: Error, Hashable {
    let message: String
    let offset: Int
  }

  private let scalars: [Unicode.Scalar]
  private var position = 0
  private var depth = 0

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// Reads a whole query.
  static func parse(_ text: String) throws(Failure) -> JSONPath {
    var parser = JSONPathParser(text)
    guard parser.take("$") else { throw parser.failure("a JSONPath begins with `$`") }
    let segments = try parser.segments()
    guard parser.position == parser.scalars.count else {
      throw parser.failure("unexpected `\(parser.scalars[parser.position])`")
    }
    return JSONPath(segments: segments)
  }

  private mutating func segments() throws(Failure) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let start = position
      skipBlanks()
      if take("..") {
        if peek == "[" {
          segments.append(.init(isDescendant: true, selectors: try bracket()))
        } else {
          segments.append(.init(isDescendant: true, selectors: [try shorthand()]))
        }
      } else if take(".") {
        segments.append(.init(isDescendant: false, selectors: [try shorthand()]))
      } else if peek == "[" {
        segments.append(.init(isDescendant: false, selectors: try bracket()))
      } else {
        position = start
        return segments
      }
    }
  }

  private mutating func shorthand() throws(Failure) -> JSONPath.Selector {
    if take("*") { return .wildcard }
    let name = takeName()
    guard !name.isEmpty else { throw failure("expected a name or `*`") }
    return .name(name)
  }

  private mutating func takeName() -> String {
    var name = String.UnicodeScalarView()
    while let scalar = peek, isNameCharacter(scalar, isFirst: name.isEmpty) {
      name.append(scalar)
      position += 1
    }
    return String(name)
  }

  private func isNameCharacter(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "A"..."Z", "a"..."z", "_": true
    // A hyphen is no part of the standard's names, but of many people's overlays (`x-internal`).
    case "0"..."9", "-": !isFirst
    default: scalar.value > 0x7F
    }
  }

  private mutating func bracket() throws(Failure) -> [JSONPath.Selector] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw failure("the query is nested too deep") }
    position += 1
    var selectors: [JSONPath.Selector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw failure("expected `]`") }
    return selectors
  }

  private mutating func selector() throws(Failure) -> JSONPath.Selector {
    switch peek {
    case "*":
      position += 1
      return .wildcard
    case "'", "\"": return .name(try string())
    case "?":
      position += 1
      return .filter(try disjunction())
    default: return try indexOrSlice()
    }
  }

  private mutating func indexOrSlice() throws(Failure) -> JSONPath.Selector {
    let start = try integer()
    skipBlanks()
    guard take(":") else {
      guard let start else { throw failure("expected a name in quotes, a position, `*` or `?`") }
      return .index(start)
    }
    skipBlanks()
    let end = try integer()
    skipBlanks()
    var step = 1
    if take(":") {
      skipBlanks()
      step = try integer() ?? 1
    }
    return .slice(start: start, end: end, step: step)
  }

  private mutating func integer() throws(Failure) -> Int? {
    var text = ""
    if peek == "-" {
      text = "-"
      position += 1
    }
    while let scalar = peek, ("0"..."9").contains(scalar) {
      text.unicodeScalars.append(scalar)
      position += 1
    }
    if text.isEmpty { return nil }
    guard let value = Int(text) else { throw failure("`\(text)` is no position") }
    return value
  }

  private mutating func string() throws(Failure) -> String {
    let quote = scalars[position]
    position += 1
    var text = String.UnicodeScalarView()
    while let scalar = peek, scalar != quote {
      position += 1
      text.append(scalar == "\\" ? try escape() : scalar)
    }
    guard peek == quote else { throw failure("the quotation mark is never closed") }
    position += 1
    return String(text)
  }

  private mutating func escape() throws(Failure) -> Unicode.Scalar {
    guard let scalar = peek else { throw failure("expected a character after `\\`") }
    position += 1
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "'", "\"", "\\", "/": return scalar
    case "u":
      let high = try codeUnit()
      guard high & 0xFC00 == 0xD800 else {
        guard let scalar = Unicode.Scalar(high) else { throw failure("half of a surrogate pair") }
        return scalar
      }
      guard take("\\u") else { throw failure("half of a surrogate pair") }
      let low = try codeUnit()
      guard low & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (high & 0x3FF) << 10 + (low & 0x3FF))
      else { throw failure("half of a surrogate pair") }
      return scalar
    default: throw failure("`\\\(scalar)` is no escape")
    }
  }

  private mutating func codeUnit() throws(Failure) -> UInt32 {
    let digits = String(String.UnicodeScalarView(scalars[position...].prefix(4)))
    guard digits.utf8.count == 4, let value = UInt32(digits, radix: 16) else {
      throw failure("expected four hexadecimal digits")
    }
    position += 4
    return value
  }

  // MARK: Conditions

  private mutating func disjunction() throws(Failure) -> JSONPath.Condition {
    var condition = try conjunction()
    skipBlanks()
    while take("||") {
      condition = .or(condition, try conjunction())
      skipBlanks()
    }
    return condition
  }

  private mutating func conjunction() throws(Failure) -> JSONPath.Condition {
    var condition = try basic()
    skipBlanks()
    while take("&&") {
      condition = .and(condition, try basic())
      skipBlanks()
    }
    return condition
  }

  private mutating func basic() throws(Failure) -> JSONPath.Condition {
    depth += 1
    defer { depth -= 1 }
    guard depth < 64 else { throw failure("the query is nested too deep") }
    skipBlanks()
    if peek == "!", scalars.dropFirst(position + 1).first != "=" {
      position += 1
      return .not(try basic())
    }
    if take("(") {
      let condition = try disjunction()
      skipBlanks()
      guard take(")") else { throw failure("expected `)`") }
      return condition
    }
    for (name, isWhole) in [("match", true), ("search", false)] where take(name + "(") {
      let text = try operand()
      guard take(",") else { throw failure("expected `,`") }
      let pattern = try operand()
      guard take(")") else { throw failure("expected `)`") }
      return .matches(text, pattern: pattern, isWhole: isWhole)
    }
    let left = try operand()
    guard let comparator = takeComparator() else {
      guard case .query(let query) = left else { throw failure("expected a comparison") }
      return .exists(query)
    }
    return .comparison(left, comparator, try operand())
  }

  private mutating func takeComparator() -> JSONPath.Comparator? {
    // The longer ones first.
    let comparators: [JSONPath.Comparator] = [
      .equal, .unequal, .lessOrEqual, .greaterOrEqual, .less, .greater,
    ]
    return comparators.first { take($0.rawValue) }
  }

  private mutating func operand() throws(Failure) -> JSONPath.Operand {
    skipBlanks()
    defer { skipBlanks() }
    if take("@") { return .query(.init(isAbsolute: false, segments: try segments())) }
    if take("$") { return .query(.init(isAbsolute: true, segments: try segments())) }
    if peek == "'" || peek == "\"" { return .literal(.string(try string())) }
    if take("length(") {
      let argument = try operand()
      guard take(")") else { throw failure("expected `)`") }
      return .length(argument)
    }
    for name in ["count", "value"] where take(name + "(") {
      guard case .query(let query) = try operand() else { throw failure("expected a query") }
      guard take(")") else { throw failure("expected `)`") }
      return name == "count" ? .count(query) : .value(query)
    }
    return .literal(try word())
  }

  private mutating func word() throws(Failure) -> JSONPath.Literal {
    let start = position
    while let scalar = peek,
      isNameCharacter(scalar, isFirst: false) || ".+".unicodeScalars.contains(scalar)
    {
      position += 1
    }
    let text = String(String.UnicodeScalarView(scalars[start..<position]))
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      if let number = Double(text), number.isFinite { return .number(number) }
      position = start
      throw failure("expected `@`, `$`, a text in quotes, a number, true, false or null")
    }
  }

  // MARK: Characters

  private var peek: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard scalars[position...].starts(with: text.unicodeScalars) else { return false }
    position += text.unicodeScalars.count
    return true
  }

  private mutating func skipBlanks() {
    while let scalar = peek, " \t\n\r".unicodeScalars.contains(scalar) { position += 1 }
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }
}

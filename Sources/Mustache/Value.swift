/// What a template can ask for: text, a switch, a list, or an object with keys of its own.
///
/// A section runs for every *truthy* value and an inverted section for every other one. Falsy are
/// `null`, `false`, zero, the empty string and the empty list. Objects and lambdas are truthy.
public enum Value: Sendable {
  /// Nothing: renders as the empty string.
  case null
  /// A switch for sections: renders as `true` or `false`.
  case bool(Bool)
  /// A whole number.
  case int(Int)
  /// A number that need not be whole, rendered in its shortest exact form.
  case double(Double)
  /// Text. It is never parsed as a template.
  case string(String)
  /// Values that a section walks in order.
  case list([Value])
  /// Texts that a section walks in order, each of them up to a newline: what a list of them would
  /// do, in one piece of memory.
  case lines(String)
  /// Keys and their values; a section pushes it onto the context stack.
  case object(Object)
  /// Text computed while rendering.
  ///
  /// A section hands over its unprocessed text and renders the result as a template with the
  /// delimiters in force. An interpolation hands over the empty string and renders the result
  /// with the standard delimiters.
  case lambda(@Sendable (_ text: String) -> String)
}

extension Value {
  /// Makes an object from names and values, in order.
  ///
  /// Convenient where few objects are made; where there are thousands of one kind, name their
  /// keys once in a `Shape`.
  public static func object(_ pairs: [(String, Value)]) -> Value {
    .object(Object(pairs))
  }

  /// Makes a list of texts.
  public static func strings(_ texts: [String]) -> Value {
    .list(texts.map(Value.string))
  }

  /// The texts of lines.
  var items: [String] {
    guard case .lines(let text) = self else { return [] }
    var items = text.utf8.split(separator: .newline, omittingEmptySubsequences: false)
    if items.last?.isEmpty == true { items.removeLast() }
    return items.map { String(Substring($0)) }
  }

  /// Whether a section of this value is rendered.
  public var isTruthy: Bool {
    switch self {
    case .null: false
    case .bool(let flag): flag
    case .int(let number): number != 0
    case .double(let number): number != 0
    case .string(let text), .lines(let text): !text.isEmpty
    case .list(let items): !items.isEmpty
    case .object, .lambda: true
    }
  }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
  /// Makes text.
  public init(stringLiteral text: String) {
    self = .string(text)
  }
}

extension Value: ExpressibleByBooleanLiteral {
  /// Makes a switch.
  public init(booleanLiteral flag: Bool) {
    self = .bool(flag)
  }
}

extension Value: ExpressibleByIntegerLiteral {
  /// Makes a whole number.
  public init(integerLiteral number: Int) {
    self = .int(number)
  }
}

extension Value: ExpressibleByFloatLiteral {
  /// Makes a number.
  public init(floatLiteral number: Double) {
    self = .double(number)
  }
}

extension Value: ExpressibleByNilLiteral {
  /// Makes the value that renders as nothing.
  public init(nilLiteral: ()) {
    self = .null
  }
}

extension Value: ExpressibleByArrayLiteral {
  /// Makes a list.
  public init(arrayLiteral items: Value...) {
    self = .list(items)
  }
}

extension Value: ExpressibleByDictionaryLiteral {
  /// Makes an object.
  public init(dictionaryLiteral pairs: (String, Value)...) {
    self = .object(Object(pairs))
  }
}

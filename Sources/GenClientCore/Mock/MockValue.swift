import OpenAPI
import SpecTree

/// A JSON value, read from a document or a request, or made.
indirect enum MockValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// A number as it is written.
  case number(String)
  case string(String)
  case array([MockValue])
  case object([Member])

  struct Member: Hashable, Sendable {
    var name: String
    var value: MockValue
  }

  init(_ node: Node) {
    switch node.kind {
    case .null: self = .null
    case .bool: self = .bool(node.bool == true)
    case .int: self = node.int.map { .number(String($0)) } ?? .number(node.text)
    case .float: self = .number(node.double.map(Self.text) ?? "0")
    case .string: self = .string(node.text)
    case .sequence: self = .array(node.elements.map { MockValue($0) })
    case .mapping:
      self = .object(node.entries.map { Member(name: $0.key, value: MockValue($0.value)) })
    }
  }

  /// A number as JSON writes it.
  static func text(_ number: Double) -> String {
    guard number.isFinite else { return "0" }
    if let whole = Int(exactly: number) { return String(whole) }
    return String(number)
  }

  /// A text of path, query or header in the types that a schema allows.
  static func scalar(_ text: String, types: Schema.Types) -> MockValue {
    if types.contains(.integer), Int(text) != nil { return .number(text) }
    if types.contains(.number), let number = Double(text), number.isFinite { return .number(text) }
    if types.contains(.boolean), text == "true" || text == "false" { return .bool(text == "true") }
    return .string(text)
  }

  /// The value of a member.
  subscript(name: String) -> MockValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The value as JSON.
  var json: JSONText {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .number(let text): .number(text)
    case .string(let text): .string(text)
    case .array(let elements): .array(elements.map(\.json))
    case .object(let members): .object(members.map { ($0.name, $0.value.json) })
    }
  }

  /// The JSON type, with its article.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .string: "text"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

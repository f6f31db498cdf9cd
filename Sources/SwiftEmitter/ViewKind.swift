import Mustache

/// A kind of view model: the keys that its objects have, and what each of them holds.
///
/// View models are made by these kinds and the reference of the templates is written from them, so
/// that neither can differ from the other.
struct ViewKind: Sendable {
  /// The name in the reference.
  let name: String
  /// What its objects stand for.
  let about: String
  /// The keys in order.
  let keys: [Key]
  private let shape: Shape

  /// A key of a view model.
  struct Key: Sendable {
    let name: String
    let holds: Holds
    let about: String

    static func text(_ name: String, _ about: String) -> Key {
      Key(name: name, holds: .text, about: about)
    }

    static func flag(_ name: String, _ about: String) -> Key {
      Key(name: name, holds: .flag, about: about)
    }

    static func lines(_ name: String, _ about: String) -> Key {
      Key(name: name, holds: .lines, about: about)
    }

    static func object(_ name: String, _ kind: String, _ about: String) -> Key {
      Key(name: name, holds: .object(kind), about: about)
    }

    static func list(_ name: String, _ kind: String, _ about: String) -> Key {
      Key(name: name, holds: .list(kind), about: about)
    }
  }

  /// What a key holds.
  enum Holds: Hashable, Sendable {
    /// Text; nothing where there is none.
    case text
    /// A switch for sections.
    case flag
    /// Texts, one a line.
    case lines
    /// An object of a kind; nothing where there is none.
    case object(String)
    /// Objects of a kind.
    case list(String)
  }

  init(_ name: String, _ about: String, _ keys: [Key]) {
    self.name = name
    self.about = about
    self.keys = keys
    shape = Shape(keys.map(\.name))
  }

  /// Makes a view model: one value a key, in order.
  func callAsFunction(_ values: Value...) -> Value { .object(Object(shape, values)) }

  /// Makes a view model from values at hand.
  func object(_ values: [Value]) -> Value { .object(Object(shape, values)) }
}

extension Value {
  /// Text, or nothing.
  static func optional(_ text: String?) -> Value { text.map(Value.string) ?? .null }

  /// Lines; a sole one as the text it is, which a section renders in the same way.
  static func lines(_ lines: [String]) -> Value {
    lines.count == 1 && !lines[0].isEmpty ? .string(lines[0]) : .strings(lines)
  }
}

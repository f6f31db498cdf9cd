import ClientModel

/// Types as people write them inside the client's namespace.
enum TypeSpelling {
  /// A use of a type.
  static func text(_ type: TypeReference) -> String {
    switch type {
    case .builtin(let builtin): builtin.rawValue
    case .named(let name): name.description
    case .custom(let spelling): spelling
    case .array(let element): "[\(text(element))]"
    case .dictionary(let value): "[String: \(text(value))]"
    case .optional(let wrapped): "\(text(wrapped))?"
    }
  }

  /// What an operation gives.
  static func text(of operation: Operation) -> String {
    switch operation.result {
    case .void: "Void"
    case .value(let type, _, let isOptional): text(type) + (isOptional ? "?" : "")
    case .statusUnion(let name): name.description
    case .stream(let type, _): "stream of \(text(type))"
    }
  }

  /// A property's type with the optionality that its presence tells.
  static func text(of property: Property) -> String {
    text(property.type) + (property.presence == .required ? "" : "?")
  }
}

import ClientModel

/// Spells uses of types so that they mean the intended type wherever they stand.
///
/// Generated types are nested, so an inner name may hide an outer or a library one. The printer
/// knows every declared name and adds as much qualification as the place needs, and no more.
struct TypePrinter {
  /// The client's own name, the outermost qualification.
  let client: String
  private let declared: Set<TypeName>

  /// Makes a printer for one model.
  init(model: Client) {
    client = model.name
    var names: Set<TypeName> = []
    func insert(_ declaration: TypeDeclaration) {
      names.insert(declaration.name)
      declaration.nested.forEach(insert)
    }
    model.types.forEach(insert)
    for group in model.groups {
      names.insert(TypeName(group.name))
      names.insert(TypeName(group.targetName))
    }
    for name in model.shadowedNames { names.insert(TypeName(name)) }
    declared = names
  }

  /// A type as it is written inside the scope.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - scope: the path of the enclosing type inside the client; empty in its extension.
  func text(_ type: TypeReference, in scope: [String]) -> String {
    switch type {
    case .builtin(let builtin): library(builtin.rawValue, in: scope)
    case .named(let name): text(name, in: scope)
    case .custom(let spelling): spelling
    case .array(let element): "[\(text(element, in: scope))]"
    case .dictionary(let value): "[\(library("String", in: scope)): \(text(value, in: scope))]"
    case .optional(let wrapped): "\(text(wrapped, in: scope))?"
    }
  }

  /// A generated type's name as it is written inside the scope: the shortest that is right.
  func text(_ name: TypeName, in scope: [String]) -> String {
    let path = name.components
    var common = 0
    while common < path.count - 1, common < scope.count, path[common] == scope[common] {
      common += 1
    }
    for start in stride(from: common, through: 0, by: -1) {
      let enclosing = Array(path[..<start])
      if owner(of: path[start], in: scope) == enclosing {
        return path[start...].map(SwiftName.escaped).joined(separator: ".")
      }
    }
    return ([client] + path).map(SwiftName.member).joined(separator: ".")
  }

  /// A library type's name, with its module where a generated type hides it.
  func library(_ name: String, in scope: [String]) -> String {
    owner(of: name, in: scope) == nil ? name : qualified(name)
  }

  /// A library type's name with its module.
  func qualified(_ name: String) -> String {
    (Self.standardNames.contains(name) ? "Swift." : "EndpointKit.") + name
  }

  /// The innermost enclosing type that declares the name.
  private func owner(of name: String, in scope: [String]) -> [String]? {
    for depth in stride(from: scope.count, through: 0, by: -1) {
      let enclosing = Array(scope[..<depth])
      if declared.contains(TypeName(enclosing + [name])) { return enclosing }
      if depth > 0, scope[depth - 1] == name { return Array(scope[..<(depth - 1)]) }
    }
    return nil
  }

  /// Library names that generated code takes from the standard library, not from EndpointKit.
  private static let standardNames: Set<String> = [
    "String", "Bool", "Int", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float",
    "Void", "Sendable", "Hashable", "Codable", "Error",
  ]
}

import ClientModel

/// Spells uses of types so that they mean the intended type wherever they stand.
///
/// Generated types are nested, so an inner name may hide an outer or a library one. The printer
/// knows every declared name and adds as much qualification as the place needs, and no more.
struct TypePrinter {
  /// The client's own name, the outermost qualification.
  let client: String
  private let declared: Set<TypeName>
  /// The last parts of all declared names, and whether several types share one.
  private let isShared: [String: Bool]
  /// The first letters of these names by their length: most library names need not be looked up.
  private let beginnings: [UInt64]

  /// Makes a printer for one model.
  init(model: Client) {
    client = model.name
    var names: Set<TypeName> = []
    var isShared: [String: Bool] = [:]
    func insert(_ name: TypeName) {
      if names.insert(name).inserted { isShared[name.last] = isShared[name.last] != nil }
    }
    func insert(_ declaration: TypeDeclaration) {
      insert(declaration.name)
      declaration.nested.forEach(insert)
    }
    model.types.forEach(insert)
    for group in model.groups {
      insert(TypeName(group.name))
      insert(TypeName(group.targetName))
    }
    for name in model.shadowedNames { insert(TypeName(name)) }
    declared = names
    self.isShared = isShared
    var beginnings = [UInt64](repeating: 0, count: 32)
    for name in isShared.keys { beginnings[Self.length(name)] |= Self.letter(name) }
    self.beginnings = beginnings
  }

  /// A type as it is written inside the scope.
  ///
  /// - Parameters:
  ///   - type: the type.
  ///   - scope: the path of the enclosing type inside the client; empty in its extension.
  func text(_ type: TypeReference, in scope: [String]) -> String {
    switch type {
    case .builtin(.intString):
      "\(library("Quoted", in: scope))<\(library("Int", in: scope))>"
    case .builtin(.decimalString):
      "\(library("Quoted", in: scope))<\(library("Decimal", in: scope))>"
    case .builtin(.unixTime):
      "\(library("UnixTime", in: scope))<\(library("Date", in: scope))>"
    case .builtin(let builtin): library(builtin.rawValue, in: scope)
    case .named(let name): text(name, in: scope)
    case .custom(let spelling): spelling
    case .array(let element): "[\(text(element, in: scope))]"
    case .dictionary(let value): "[\(library("String", in: scope)): \(text(value, in: scope))]"
    case .optional(let wrapped): Self.optional(text(wrapped, in: scope))
    }
  }

  /// A spelled type that may be missing.
  static func optional(_ type: String) -> String {
    type.utf8.last == UInt8(ascii: "?") ? type : type + "?"
  }

  /// A generated type's name as it is written inside the scope: the shortest that is right.
  func text(_ name: TypeName, in scope: [String]) -> String {
    let path = name.components
    if path.count == 1, isShared[path[0]] == false { return SwiftName.escaped(path[0]) }
    var common = 0
    while common < path.count - 1, common < scope.count, path[common] == scope[common] {
      common += 1
    }
    for start in stride(from: common, through: 0, by: -1) {
      if owner(of: path[start], in: scope) == path[..<start] {
        return path[start...].map(SwiftName.escaped).joined(separator: ".")
      }
    }
    return ([client] + path).map(SwiftName.member).joined(separator: ".")
  }

  /// A library type's name, with its module where a generated type hides it.
  func library(_ name: String, in scope: [String]) -> String {
    beginnings[Self.length(name)] & Self.letter(name) == 0 || isShared[name] == nil
      || owner(of: name, in: scope) == nil ? name : Self.qualified(name)
  }

  private static func length(_ name: String) -> Int { min(name.utf8.count, 31) }

  private static func letter(_ name: String) -> UInt64 {
    1 &<< UInt64((name.utf8.first ?? 0) & 63)
  }

  /// A library type's name with its module.
  static func qualified(_ name: String) -> String {
    (standardNames.contains(name) ? "Swift." : "EndpointKit.") + name
  }

  /// The innermost enclosing type that declares the name.
  private func owner(of name: String, in scope: [String]) -> ArraySlice<String>? {
    guard let isShared = isShared[name] else { return nil }
    if !isShared, declared.contains(TypeName(name)) { return [] }
    for depth in stride(from: scope.count, through: 0, by: -1) {
      if declared.contains(TypeName(scope[..<depth] + [name])) { return scope[..<depth] }
      if depth > 0, scope[depth - 1] == name { return scope[..<(depth - 1)] }
    }
    return nil
  }

  /// Library names that generated code takes from the standard library, not from EndpointKit.
  private static let standardNames: Set<String> = [
    "String", "Bool", "Int", "Int32", "Int64", "UInt", "UInt32", "UInt64", "Double", "Float",
    "Void", "Sendable", "Hashable", "Codable", "Error",
  ]
}

import ClientModel

/// The types declared so far, each with what is nested in it.
struct DeclarationStore {
  private var declarations: [TypeName: TypeDeclaration] = [:]
  private var children: [[String]: [TypeName]] = [:]

  subscript(name: TypeName) -> TypeDeclaration? { declarations[name] }

  /// Keeps a declaration; its place among its siblings is that of its first insertion.
  mutating func insert(_ declaration: TypeDeclaration) {
    let name = declaration.name
    if declarations.updateValue(declaration, forKey: name) == nil {
      children[Array(name.components.dropLast()), default: []].append(name)
    }
  }

  /// Every declaration with what is nested in it, sorted by name at the top.
  func assembled() -> [TypeDeclaration] {
    (children[[]] ?? []).sorted { $0.last.utf8.lexicographicallyPrecedes($1.last.utf8) }
      .compactMap(assemble)
  }

  private func assemble(_ name: TypeName) -> TypeDeclaration? {
    guard var declaration = declarations[name] else { return nil }
    declaration.nested = (children[name.components] ?? []).compactMap(assemble)
    return declaration
  }
}

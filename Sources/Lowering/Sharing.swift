import ClientModel

/// Makes structurally equal inline types one type.
///
/// Documents repeat themselves: the same object is written out in many places. One of them
/// becomes the type, the others become other names for it, so that values go from one operation
/// to the next, less code is compiled, and no name ever depends on what else a document holds.
/// A named schema of the same shape goes before inline ones, then the shallowest, then the first
/// in byte order. Named schemas stay themselves, except for the copies that documents make only
/// to say that a value may be null (`simple-user` and `nullable-simple-user`): an optional says it
/// here, and both are one type.
struct Sharing {
  /// Numbers of shapes; equal shapes have equal numbers.
  private var numbers: [Shape: Int] = [:]
  private var shapes: [TypeName: Int] = [:]
  private var declarations: [TypeName: TypeDeclaration] = [:]
  private var open: Set<TypeName> = []
  /// How many types have the same keys, by their hash.
  private var similar: [Int: Int] = [:]
  private let components: Set<String>
  /// The type that stands for a shape.
  private var chosen: [Int: TypeName] = [:]

  private init(components: Set<String>) { self.components = components }

  /// Replaces repeated types by other names for the first of their kind.
  ///
  /// - Parameters:
  ///   - model: the client.
  ///   - components: the names of types that the document names, which all stay.
  static func share(_ model: inout Client, components: Set<String>) {
    var sharing = Sharing(components: components)
    for type in model.types { sharing.collect(type) }
    for type in model.types where components.contains(type.name.last) { sharing.choose(type) }
    // Breadth first, so that a whole type is replaced before parts of it are.
    var level = model.types.map(\.name).sorted(by: precedes)
    var replaced: [TypeName: TypeName] = [:]
    while !level.isEmpty {
      var next: [TypeName] = []
      for name in level {
        guard let declaration = sharing.declarations[name] else { continue }
        if let other = sharing.replacement(for: declaration) {
          replaced[name] = other
        } else {
          next += declaration.nested.map(\.name)
        }
      }
      level = next.sorted(by: precedes)
    }
    if replaced.isEmpty { return }
    for index in model.types.indices { apply(replaced, to: &model.types[index]) }
  }

  private static func precedes(_ left: TypeName, _ right: TypeName) -> Bool {
    left.components.lexicographicallyPrecedes(right.components) {
      $0.utf8.lexicographicallyPrecedes($1.utf8)
    }
  }

  private static func apply(_ replaced: [TypeName: TypeName], to type: inout TypeDeclaration) {
    if let other = replaced[type.name] {
      type.kind = .alias(.named(other))
      type.nested = []
      return
    }
    for index in type.nested.indices { apply(replaced, to: &type.nested[index]) }
  }

  // MARK: Choice

  private mutating func collect(_ declaration: TypeDeclaration) {
    declarations[declaration.name] = declaration
    if let keys = Self.keys(of: declaration) { similar[keys, default: 0] += 1 }
    declaration.nested.forEach { collect($0) }
  }

  /// What types of equal shape have in common and few others do: a hash of the keys.
  private static func keys(of declaration: TypeDeclaration) -> Int? {
    var hasher = Hasher()
    switch declaration.kind {
    case .object(let object):
      for property in object.properties { hasher.combine(property.key) }
    case .enumeration(let enumeration):
      for item in enumeration.cases { hasher.combine(item.name) }
    case .union(let union):
      for item in union.cases { hasher.combine(item.name) }
    case .alias, .statusUnion, .bodyChoice, .headers, .namespace: return nil
    }
    return hasher.finalize()
  }

  private mutating func choose(_ declaration: TypeDeclaration) {
    guard let number = shape(of: declaration), chosen[number] == nil else { return }
    chosen[number] = declaration.name
  }

  /// The type to use in place of an inline one, if there is another of its shape.
  private mutating func replacement(for declaration: TypeDeclaration) -> TypeName? {
    let name = declaration.name
    if name.components.count == 1, components.contains(name.last) {
      return original(of: declaration)
    }
    guard let number = shape(of: declaration) else { return nil }
    if let other = chosen[number] { return other == name ? nil : other }
    chosen[number] = name
    return nil
  }

  /// The named type that a named type repeats for values that may be null.
  private mutating func original(of declaration: TypeDeclaration) -> TypeName? {
    let name = declaration.name.last
    let marker = "Nullable"
    let base: Substring
    if name.hasPrefix(marker) {
      base = name.dropFirst(marker.count)
    } else if name.hasSuffix(marker) {
      base = name.dropLast(marker.count)
    } else {
      return nil
    }
    let other = TypeName(String(base))
    guard components.contains(other.last), let original = declarations[other],
      let number = shape(of: declaration), shape(of: original) == number
    else { return nil }
    return other
  }

  // MARK: Shapes

  private struct Shape: Hashable {
    var kind: TypeDeclaration.Kind
    var isDeprecated: Bool
    var nested: [String]
  }

  /// The number of a type's shape; `nil` where no other type can have it.
  private mutating func shape(of declaration: TypeDeclaration) -> Int? {
    if let known = shapes[declaration.name] { return known }
    guard let keys = Self.keys(of: declaration), similar[keys] != 1 else { return nil }
    guard let kind = kind(of: declaration) else { return nil }
    let shape = Shape(
      kind: kind,
      isDeprecated: declaration.deprecation != nil,
      nested: declaration.nested.map(\.name.last)
    )
    let next = numbers.count
    let number = Self.number(&numbers[shape, default: next])
    shapes[declaration.name] = number
    return number
  }

  /// Keeps what a look-up that may insert has found, so that the shape is hashed but once.
  private static func number(_ found: inout Int) -> Int { found }

  /// What a type is made of, without texts.
  private mutating func kind(of declaration: TypeDeclaration) -> TypeDeclaration.Kind? {
    guard open.insert(declaration.name).inserted else { return nil }
    defer { open.remove(declaration.name) }
    switch declaration.kind {
    case .object(var object):
      if object.properties.isEmpty, object.additional == nil { return nil }
      for index in object.properties.indices {
        object.properties[index].documentation = Documentation()
        object.properties[index].type = canonical(object.properties[index].type)
        if case .enumCase(_, let name) = object.properties[index].defaultValue {
          object.properties[index].defaultValue = .enumCase(TypeName(), name)
        }
      }
      if let additional = object.additional {
        object.additional?.value = canonical(additional.value)
      }
      return .object(object)
    case .enumeration(var enumeration):
      for index in enumeration.cases.indices {
        enumeration.cases[index].documentation = Documentation()
      }
      return .enumeration(enumeration)
    case .union(var union):
      for index in union.cases.indices {
        union.cases[index].documentation = Documentation()
        union.cases[index].payload = canonical(union.cases[index].payload)
      }
      return .union(union)
    case .alias, .statusUnion, .bodyChoice, .headers, .namespace:
      return nil
    }
  }

  /// A type in which equal inline types are equal.
  private mutating func canonical(_ type: TypeReference) -> TypeReference {
    switch type {
    case .builtin, .custom: return type
    case .array(let element): return .array(canonical(element))
    case .dictionary(let value): return .dictionary(canonical(value))
    case .optional(let wrapped): return .optional(canonical(wrapped))
    case .named(let name):
      if name.components.count == 1, components.contains(name.last) { return type }
      guard let declaration = declarations[name], let number = shape(of: declaration) else {
        return type
      }
      return .named(TypeName("#\(number)"))
    }
  }
}

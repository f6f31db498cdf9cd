import ClientModel

/// Decides what lives behind a box.
///
/// Inline nesting of wide structs makes copies and value witnesses explode, and a struct cannot
/// contain itself. So a property is boxed when its type is wide or leads back to the struct.
enum Layout {
  /// The widest type kept inline, in bytes: three strings.
  static let widestInline = 48

  /// Marks the properties of all objects in a model.
  static func box(_ model: inout Client) {
    var sizer = Sizer(types: model.types)
    sizer.measure()
    for index in model.types.indices { apply(sizer, to: &model.types[index]) }
  }

  private static func apply(_ sizer: Sizer, to declaration: inout TypeDeclaration) {
    if let boxed = sizer.boxed[declaration.name], case .object(var object) = declaration.kind {
      for index in object.properties.indices {
        object.properties[index].isBoxed = boxed.contains(object.properties[index].key)
      }
      declaration.kind = .object(object)
    }
    for index in declaration.nested.indices { apply(sizer, to: &declaration.nested[index]) }
  }
}

/// Computes inline sizes, depth first; a property that leads back is boxed where it closes the ring.
private struct Sizer {
  private var kinds: [TypeName: TypeDeclaration.Kind] = [:]
  private var order: [TypeName] = []
  private var sizes: [TypeName: Int] = [:]
  private var open: Set<TypeName> = []
  /// Keys of boxed properties by type.
  private(set) var boxed: [TypeName: Set<String>] = [:]

  init(types: [TypeDeclaration]) {
    types.forEach { add($0) }
  }

  private mutating func add(_ declaration: TypeDeclaration) {
    kinds[declaration.name] = declaration.kind
    order.append(declaration.name)
    declaration.nested.forEach { add($0) }
  }

  mutating func measure() {
    for name in order { _ = size(of: name) }
  }

  /// The inline size of a generated type; `nil` while it is being measured, that is, in a ring.
  private mutating func size(of name: TypeName) -> Int? {
    if let known = sizes[name] { return known }
    guard let kind = kinds[name] else { return 8 }
    guard open.insert(name).inserted else { return nil }
    defer { open.remove(name) }
    let size: Int
    switch kind {
    case .object(let object): size = self.size(of: object, name)
    case .enumeration(let enumeration): size = enumeration.raw == .string ? 16 : 9
    case .alias(let target): size = self.size(of: target) ?? 8
    case .union, .statusUnion, .bodyChoice, .headers, .namespace: size = 8
    }
    sizes[name] = size
    return size
  }

  private mutating func size(of object: ObjectType, _ name: TypeName) -> Int {
    var total = object.additional == nil ? 0 : 8
    for property in object.properties {
      let inline = size(of: property.type)
      if inline == nil || (inline ?? 0) > Layout.widestInline, isStruct(property.type) {
        boxed[name, default: []].insert(property.key)
        total += 8
      } else {
        total += ((inline ?? 8) + 7) / 8 * 8
      }
    }
    return total
  }

  /// Whether a type is a generated struct, the only kind that needs a box.
  private func isStruct(_ type: TypeReference) -> Bool {
    switch type {
    case .named(let name):
      switch kinds[name] {
      case .object: true
      case .alias(let target): isStruct(target)
      default: false
      }
    case .optional(let wrapped): isStruct(wrapped)
    default: false
    }
  }

  private mutating func size(of type: TypeReference) -> Int? {
    switch type {
    case .builtin(let builtin): return Self.size(of: builtin)
    case .named(let name): return size(of: name)
    case .custom: return 16
    case .array, .dictionary: return 8
    case .optional(let wrapped): return size(of: wrapped)
    }
  }

  private static func size(of builtin: Builtin) -> Int {
    switch builtin {
    case .bool, .null: 1
    case .int32, .uint32, .float: 5
    case .int, .int64, .uint, .uint64, .double, .intString, .date, .unixTime, .dateOnly: 9
    case .string, .uuid, .data, .timeOfDay, .json: 17
    case .decimal, .decimalString, .duration: 24
    case .filePart, .multipartPart, .httpBody: 32
    }
  }
}

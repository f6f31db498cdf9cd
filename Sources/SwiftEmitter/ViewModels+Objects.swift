import ClientModel
import Mustache

extension ViewModels {
  /// A memberwise initializer costs time quadratic in its parameters; beyond this width only
  /// what is required is asked for, the rest is set afterwards.
  static let widestMemberwise = 120

  /// A struct with a field table.
  func object(_ object: ObjectType, of declaration: TypeDeclaration, at column: Int) -> Value {
    let view = ObjectView(object, views: self, scope: declaration.name.components, column: column)
    return ViewKind.object(
      .list(object.properties.indices.map(view.property)),
      view.additional,
      view.initializer(deprecated: deprecated(declaration.deprecation)),
      Self.argumentLines(view.fields, at: column + 6),
      .bool(!object.properties.isEmpty || object.additional != nil)
    )
  }
}

/// What of an object's view model needs the object as a whole.
private struct ObjectView {
  let object: ObjectType
  let views: ViewModels
  let scope: [String]
  let column: Int
  private let isPartial: Bool
  /// Whether properties can be changed: what the initializer does not ask for must be.
  private let isMutable: Bool
  /// The Swift types of the properties, optionality included.
  private let types: [String]
  /// The properties that hold the values: of a deprecated property another, private one, since
  /// generated code must not use what it marks.
  private let stored: [String]

  init(_ object: ObjectType, views: ViewModels, scope: [String], column: Int) {
    self.object = object
    self.views = views
    self.scope = scope
    self.column = column
    isPartial = object.properties.count > ViewModels.widestMemberwise
    isMutable = object.isMutable || isPartial
    types = object.properties.map { property in
      let type = views.printer.text(property.type, in: scope)
      return property.presence == .required ? type : TypePrinter.optional(type)
    }
    if object.properties.contains(where: { $0.deprecation != nil }) {
      var taken = Set(object.properties.map(\.name))
      if let additional = object.additional { taken.insert(additional.name) }
      stored = object.properties.map { property in
        if property.deprecation == nil { return property.name }
        var name = property.name + "Storage"
        while !taken.insert(name).inserted { name += "Value" }
        return name
      }
    } else {
      stored = object.properties.map(\.name)
    }
  }

  func property(_ index: Int) -> Value {
    let property = object.properties[index]
    let name = SwiftName.escaped(property.name)
    let type = types[index]
    let wrapper = wrapper(property).map { "@\(views.printer.library($0, in: scope)) " } ?? ""
    var code = views.variable(
      name,
      type: type,
      wrapper: wrapper,
      isMutable: isMutable,
      at: column + 2
    )
    var storage: Value = .null
    var storageCode: Value = .null
    if property.deprecation != nil {
      let computed = Code.declaration("\(views.access)var \(name)", type: type)
      let keyword = isMutable || !wrapper.isEmpty ? "var" : "let"
      let hidden = Code.declaration("\(wrapper)private \(keyword) \(stored[index])", type: type)
      code = .strings(computed.lines(at: column + 2, trailing: " {"))
      storage = .string(stored[index])
      storageCode = .strings(hidden.lines(at: column + 2))
    }
    return ViewKind.property(
      views.doc(property.documentation, at: column + 2),
      views.deprecated(property.deprecation),
      code,
      .string(name),
      .string(type),
      .string(property.key),
      storage,
      storageCode,
      .bool(isMutable)
    )
  }

  var additional: Value {
    guard let additional = object.additional else { return .null }
    let name = SwiftName.escaped(additional.name)
    let type = views.printer.text(.dictionary(additional.value), in: scope)
    return ViewKind.additional(
      views.variable(name, type: type, isMutable: isMutable, at: column + 2),
      .string(name),
      .string(type)
    )
  }

  /// The property wrapper of a property, if it has one.
  private func wrapper(_ property: Property) -> String? {
    let name: String? =
      switch (property.presence, property.isBoxed) {
      case (.optionalNullable, true): "IndirectNullable"
      case (.optionalNullable, false): "Nullable"
      case (_, true): "Indirect"
      case (_, false): nil
      }
    return name.map { isMutable ? $0 : $0 + "Constant" }
  }

  /// The entries of the field table.
  var fields: [Code] {
    var fields: [Code] = []
    fields.reserveCapacity(object.properties.count + 1)
    for (index, property) in object.properties.enumerated() {
      let isWrapped = property.presence == .optionalNullable || property.isBoxed
      let path =
        isWrapped
        ? "_" + stored[index] + (isMutable ? "" : ".stored") : SwiftName.member(stored[index])
      let make =
        switch property.presence {
        case .optional where !isWrapped: ".optional"
        case .nullable where !isWrapped: ".nullable"
        default: ".init"
        }
      var arguments = [
        Code(SwiftLiteral.string(property.key)), Code(String(joining: "\\.", path)),
      ]
      if property.presence == .nullable, isWrapped { arguments.append(Code(".nullable")) }
      fields.append(.call(make, arguments))
    }
    if let additional = object.additional {
      fields.append(Code("additional: \\.\(SwiftName.member(additional.name))"))
    }
    return fields
  }

  // MARK: Initializer

  func initializer(deprecated: Value) -> Value {
    var parameters: [Code] = []
    var assignments = Lines()
    for (index, property) in object.properties.enumerated() {
      if !isPartial || property.presence == .required {
        parameters.append(parameter(property, index))
        assign(property, index, &assignments)
      } else if let absent = absentForm(of: property) {
        // A plain optional is nil without it.
        add("self._\(stored[index])", absent, &assignments)
      }
    }
    if let additional = object.additional {
      let name = SwiftName.escaped(additional.name)
      let type = views.printer.text(.dictionary(additional.value), in: scope)
      parameters.append(.declaration(name, type: type, value: "[:]"))
      assignments.add(indent: 0, "self.\(SwiftName.member(additional.name)) = \(name)", "")
    }
    let isEmpty = parameters.isEmpty && assignments.isEmpty
    let code: Value =
      isEmpty
      ? .string("\(views.access)init() {}")
      : Code.functionValue("\(views.access)init", parameters, returns: nil, at: column + 2)
    return ViewKind.initializer(
      deprecated,
      code,
      assignments.value,
      .bool(isEmpty),
      .bool(isPartial)
    )
  }

  private func parameter(_ property: Property, _ index: Int) -> Code {
    var type = types[index]
    if property.presence == .optionalNullable {
      type =
        "\(views.printer.library("Nullable", in: scope))"
        + "<\(views.printer.text(property.type, in: scope))>"
    }
    let name = SwiftName.escaped(property.name)
    guard let value = defaultArgument(property) else {
      return .declaration(name, type: type)
    }
    if value.items.isEmpty { return .declaration(name, type: type, value: value.flat) }
    return value.prefixed("\(name): \(type) = ")
  }

  private func defaultArgument(_ property: Property) -> Code? {
    if let value = property.defaultValue {
      let code = views.literal(value)
      return property.presence == .optionalNullable && value != .null
        ? .call(".value", [code]) : code
    }
    switch property.presence {
    case .required: return nil
    case .nullable, .optional: return Code("nil")
    case .optionalNullable: return Code(".absent")
    }
  }

  private func add(_ target: String, _ value: Code, _ lines: inout Lines) {
    for line in Code.assignment(target, value, at: column + 4) { lines.add(indent: 0, line, "") }
  }

  /// What a wrapper is initialized with; nil where the property has none.
  private func wrapped(_ property: Property, _ value: Code) -> Code? {
    guard let name = wrapper(property) else { return nil }
    return name == "Nullable" ? value : .call(views.printer.library(name, in: scope), [value])
  }

  /// What a wrapper holds of a property that nobody asked for.
  private func absentForm(of property: Property) -> Code? {
    wrapped(property, Code(property.presence == .optionalNullable ? ".absent" : "nil"))
  }

  private func assign(_ property: Property, _ index: Int, _ lines: inout Lines) {
    let value = SwiftName.escaped(property.name)
    if let wrapped = wrapped(property, Code(value)) {
      add("self._\(stored[index])", wrapped, &lines)
      return
    }
    let target = String(joining: "self.", SwiftName.member(stored[index]))
    // Most by far.
    if column + 4 + target.utf8.count + value.utf8.count + 3 <= Code.lineWidth {
      lines.add(indent: 0, target, " = ", value)
    } else {
      add(target, Code(value), &lines)
    }
  }
}

import ClientModel
import Mustache

extension ViewModels {
  /// A generated type with everything nested in it.
  ///
  /// - Parameters:
  ///   - declaration: the type.
  ///   - indent: the columns left of its declaration.
  func type(_ declaration: TypeDeclaration, indent: Int) -> Value {
    let kind = self.kind(declaration, indent: indent)
    let pairs: [(String, Value)] = [
      ("name", .string(SwiftName.escaped(declaration.name.last))),
      ("origin", .string(declaration.origin)),
      ("deprecated", deprecated(declaration.deprecation)),
      ("doc", typeDoc(declaration, indent: indent)),
      ("nested", .list(declaration.nested.map { type($0, indent: indent + 2) })),
    ]
    return .object(pairs + Self.kinds.map { ($0, $0 == kind.key ? kind.value : .null) })
  }

  /// The keys of which a type has one, by what it is.
  private static let kinds = [
    "object", "enum", "union", "alias", "statusUnion", "bodyChoice", "headers", "namespace",
  ]

  private func kind(_ declaration: TypeDeclaration, indent: Int) -> (key: String, value: Value) {
    let scope = declaration.name.components
    switch declaration.kind {
    case .object(let object): return ("object", self.object(object, declaration, indent: indent))
    case .enumeration(let enumeration):
      return ("enum", self.enumeration(enumeration, indent: indent))
    case .union(let union): return ("union", self.union(union, scope: scope, indent: indent))
    case .alias(let target):
      return ("alias", ["type": .string(printer.text(target, in: Array(scope.dropLast())))])
    case .statusUnion(let union):
      return ("statusUnion", statusUnion(union, scope: scope, indent: indent))
    case .bodyChoice(let choice):
      return ("bodyChoice", bodyChoice(choice, scope: scope, indent: indent))
    case .headers(let headers):
      return ("headers", self.headers(headers, scope: scope, indent: indent))
    case .namespace: return ("namespace", true)
    }
  }

  private func typeDoc(_ declaration: TypeDeclaration, indent: Int) -> Value {
    var sections: [String] = []
    if let deprecation = declaration.deprecation {
      sections.append("- Warning: Deprecated. \(deprecation.message.map(DocComment.oneLine) ?? "")")
    }
    return doc(
      declaration.documentation,
      fallback: Self.fallbackSummary(declaration),
      sections: sections,
      indent: indent
    )
  }

  /// A sentence for a type that the document does not describe.
  private static func fallbackSummary(_ declaration: TypeDeclaration) -> String {
    let owner = declaration.name.components.dropLast().last.map { " of `\($0)`" } ?? ""
    let name = "`\(declaration.name.last)`"
    switch declaration.kind {
    case .object: return "The object \(name)\(owner)."
    case .enumeration: return "The values of \(name)\(owner)."
    case .union: return "One of several forms of \(name)\(owner)."
    case .alias: return "Another name for its type."
    case .statusUnion: return "What the operation returns, by status."
    case .bodyChoice: return "The request body in one of its media types."
    case .headers: return "The typed header fields of the response."
    case .namespace: return "Types of \(name)."
    }
  }

  private func object(
    _ object: ObjectType,
    _ declaration: TypeDeclaration,
    indent: Int
  ) -> Value {
    let scope = declaration.name.components
    let isWide = object.properties.count > Self.widestMemberwise
    let properties = object.properties.map { property in
      self.property(property, scope: scope, indent: indent + 2)
    }
    let parameters = initializerParameters(object, isWide: isWide, scope: scope)
    let line = parameters.joined(separator: ", ")
    let width = indent + 2 + access.utf8.count + "init() {".utf8.count + line.utf8.count
    var fields = object.properties.map { fieldEntry($0) }
    var additional: Value = .null
    if let catchAll = object.additional {
      let name = SwiftName.escaped(catchAll.name)
      let type = printer.text(.dictionary(catchAll.value), in: scope)
      additional = ["name": .string(name), "type": .string(type)]
      fields.append("additional: \\.\(SwiftName.member(catchAll.name))")
    }
    return [
      "properties": .list(properties),
      "additional": additional,
      "parameters": Self.items(parameters.map { [("text", .string($0))] }),
      "isWrapped": .bool(width > Self.lineLength),
      "isEmpty": .bool(parameters.isEmpty),
      "assignments": .strings(assignments(object, isWide: isWide)),
      "fields": Self.items(fields.map { [("text", .string($0))] }),
      "hasFields": .bool(!fields.isEmpty),
      "initDeprecated": deprecated(declaration.deprecation),
    ]
  }

  /// A memberwise initializer costs time quadratic in its parameters; beyond this width only
  /// what is required is asked for, the rest is set afterwards.
  static let widestMemberwise = 120

  private func property(_ property: Property, scope: [String], indent: Int) -> Value {
    let name = SwiftName.escaped(property.name)
    let type = swiftType(property, in: scope)
    return .object([
      ("doc", propertyDoc(property, indent: indent)),
      ("name", .string(name)),
      ("key", .string(property.key)),
      ("type", .string(type)),
      ("wrapper", .string(wrapper(property).map { "@\(printer.library($0, in: scope)) " } ?? "")),
      ("deprecated", deprecated(property.deprecation)),
      ("storage", .string(deprecatedStorage(property))),
    ])
  }

  private func propertyDoc(_ property: Property, indent: Int) -> Value {
    doc(property.documentation, fallback: "The value of `\(inline(property.key))`.", indent: indent)
  }

  /// Text of the document inside a code voice of a comment.
  private func inline(_ text: String) -> String {
    DocComment.oneLine(text).replacing("`", with: "'")
  }

  /// The property's type with its optionality.
  func swiftType(_ property: Property, in scope: [String]) -> String {
    let text = printer.text(property.type, in: scope)
    return property.presence == .required || text.hasSuffix("?") ? text : text + "?"
  }

  private func wrapper(_ property: Property) -> String? {
    switch (property.presence, property.isBoxed) {
    case (.optionalNullable, true): "IndirectNullable"
    case (.optionalNullable, false): "Nullable"
    case (_, true): "Indirect"
    case (_, false): nil
    }
  }

  /// The private property behind a deprecated one, so that generated code itself never uses
  /// what it marks.
  private func deprecatedStorage(_ property: Property) -> String { "stored_\(property.name)" }

  private func fieldEntry(_ property: Property) -> String {
    let base = property.deprecation == nil ? property.name : deprecatedStorage(property)
    let path = wrapper(property) == nil ? SwiftName.member(base) : "_" + base
    let flags = property.presence == .nullable ? ", .nullable" : ""
    return ".init(\(SwiftLiteral.string(property.key)), \\.\(path)\(flags))"
  }

  private func initializerParameters(
    _ object: ObjectType,
    isWide: Bool,
    scope: [String]
  ) -> [String] {
    var parameters: [String] = []
    for property in object.properties where !isWide || property.presence == .required {
      let name = argumentName(property.name)
      let type =
        property.presence == .optionalNullable
        ? "\(printer.library("Nullable", in: scope))<\(printer.text(property.type, in: scope))>"
        : swiftType(property, in: scope)
      let value = defaultArgument(property, scope: scope).map { " = \($0)" } ?? ""
      parameters.append("\(name): \(type)\(value)")
    }
    if let catchAll = object.additional {
      let type = printer.text(.dictionary(catchAll.value), in: scope)
      parameters.append("\(argumentName(catchAll.name)): \(type) = [:]")
    }
    return parameters
  }

  /// A parameter that serves as its own label.
  private func argumentName(_ name: String) -> String { SwiftName.escaped(name) }

  private func defaultArgument(_ property: Property, scope: [String]) -> String? {
    if let value = property.defaultValue {
      let text = literal(value, in: scope)
      return property.presence == .optionalNullable && value != .null ? ".value(\(text))" : text
    }
    switch property.presence {
    case .required: return nil
    case .nullable, .optional: return "nil"
    case .optionalNullable: return ".absent"
    }
  }

  private func assignments(_ object: ObjectType, isWide: Bool) -> [String] {
    var lines: [String] = []
    for property in object.properties where !isWide || property.presence == .required {
      let base = property.deprecation == nil ? property.name : deprecatedStorage(property)
      let value = SwiftName.escaped(property.name)
      switch wrapper(property) {
      case "Nullable": lines.append("self._\(base) = \(value)")
      case "IndirectNullable":
        lines.append("self._\(base) = \(printer.library("IndirectNullable", in: []))(\(value))")
      default: lines.append("self.\(SwiftName.member(base)) = \(value)")
      }
    }
    if let catchAll = object.additional {
      let name = catchAll.name
      lines.append("self.\(SwiftName.member(name)) = \(SwiftName.escaped(name))")
    }
    return lines
  }
}

import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Reads defaults and constants.
///
/// One rule holds for all types:
///
/// - A constant, and an enum of one value, is filled in by the initializer.
/// - The default of a required property is the argument's default in the initializer, where Swift
///   has a literal for it.
/// - The default of an optional property or of a parameter is the service's business and stays in
///   the documentation: sending it would turn a partial update into a reset, and what is absent
///   is read as `nil`, whatever the default.
/// - A default that is no value of its type is left out. The reader reports most of them; elements
///   of lists, and numbers beyond the range of the Swift type, are reported here.
struct DefaultLowering {
  let schemas: SchemaLowering

  init(_ schemas: SchemaLowering) { self.schemas = schemas }

  /// Sets a property's default by the rule.
  func fill(_ property: inout Property, _ resolved: Resolved) {
    let schema = schemas.merged(resolved.id)
    let constant = schema.const ?? (schema.enumeration?.count == 1 ? schema.enumeration?[0] : nil)
    if let constant, let value = value(constant, as: property.type) {
      property.isConstant = true
      if property.presence == .required { property.defaultValue = value }
    }
    guard let node = resolved.defaultValue, !node.isNull else { return }
    if property.defaultValue != nil, node.isEqual(to: constant ?? node) { return }
    if let value = value(node, as: property.type) {
      if property.presence == .required {
        property.defaultValue = value
      } else {
        describe(text(value, node), in: &property.documentation, key: property.key)
      }
    } else if !isPlausible(node, as: property.type) {
      if !node.isScalar || isOutOfRange(node, of: property.type) { reportMismatch(node) }
    } else if node.isScalar {
      describe(node.text, in: &property.documentation, key: property.key)
    }
  }

  private func isOutOfRange(_ node: Node, of type: TypeReference) -> Bool {
    switch type {
    case .builtin(.int), .builtin(.int32), .builtin(.uint32), .builtin(.uint64): node.kind == .int
    default: false
    }
  }

  private func reportMismatch(_ node: Node) {
    schemas.report.note(
      node,
      .defaultMismatch,
      "the default is no value of its type and is left out",
      severity: .warning
    )
  }

  private func describe(_ text: String, in documentation: inout Documentation, key: String) {
    let note = text.isEmpty ? "The default is empty." : "The default is `\(text)`."
    if documentation.summary == nil {
      documentation.summary = note
    } else {
      documentation.discussion = documentation.discussion.map { $0 + "\n\n" + note } ?? note
    }
  }

  /// A default as the documentation shows it.
  private func text(_ value: DefaultValue, _ node: Node) -> String {
    switch value {
    case .enumCase(_, let name): "." + name
    case .array(let values):
      "[" + zip(values, node.elements).map { text($0, $1) }.joined(separator: ", ") + "]"
    case .emptyDictionary: "[:]"
    default: node.text
    }
  }

  // MARK: Values

  /// The value, or `nil` where the type has no such literal.
  func value(_ node: Node, as type: TypeReference) -> DefaultValue? {
    switch type {
    case .builtin(let builtin): return value(node, as: builtin)
    case .named(let name):
      return enumCase(name) { enumeration in
        node.isScalar ? SchemaLowering.literal(node, raw: enumeration.raw) : nil
      }
    case .optional(let wrapped): return node.isNull ? .null : value(node, as: wrapped)
    case .array(let element):
      guard node.kind == .sequence else { return nil }
      let values = node.elements.compactMap { value($0, as: element) }
      return values.count == node.count ? .array(values) : nil
    case .dictionary: return node.kind == .mapping && node.count == 0 ? .emptyDictionary : nil
    case .custom: return nil
    }
  }

  /// A text as a value of a type: a string or an enum's case.
  func value(text: String, as type: TypeReference) -> DefaultValue? {
    switch type {
    case .builtin(.string): .string(text)
    case .named(let name): enumCase(name) { $0.raw == .string ? .string(text) : nil }
    default: nil
    }
  }

  private func value(_ node: Node, as builtin: Builtin) -> DefaultValue? {
    switch builtin {
    case .string: return node.isScalar ? .string(node.text) : nil
    case .bool: return node.bool.map { .bool($0) }
    case .int, .int64: return node.int.map { .integer(String($0)) }
    case .int32: return node.int.flatMap { Int32(exactly: $0) }.map { .integer(String($0)) }
    case .uint, .uint64: return node.int.flatMap { UInt(exactly: $0) }.map { .integer(String($0)) }
    case .uint32: return node.int.flatMap { UInt32(exactly: $0) }.map { .integer(String($0)) }
    case .double, .float:
      guard let number = node.double, number.isFinite else { return nil }
      return node.int.map { .integer(String($0)) } ?? .number("\(number)")
    default: return nil
    }
  }

  /// The case of a value; an enum's aliases are followed.
  private func enumCase(
    _ name: TypeName,
    _ value: (EnumType) -> DefaultValue?
  ) -> DefaultValue? {
    switch schemas.declarations[name]?.kind {
    case .enumeration(let enumeration):
      let wanted = value(enumeration)
      return enumeration.cases.first { $0.value == wanted }.map { .enumCase(name, $0.name) }
    case .alias(.named(let target)): return enumCase(target, value)
    default: return nil
    }
  }

  /// Whether a node without a literal can still be a value of the type.
  private func isPlausible(_ node: Node, as type: TypeReference) -> Bool {
    switch type {
    case .builtin(let builtin):
      switch builtin {
      case .string, .bool, .int, .int32, .int64, .uint, .uint32, .uint64, .double, .float: false
      case .date, .dateOnly, .timeOfDay, .duration, .uuid, .data, .intString, .decimal,
        .decimalString, .unixTime:
        node.isScalar
      case .json, .null, .filePart, .multipartPart, .httpBody: true
      }
    case .named(let name):
      switch schemas.declarations[name]?.kind {
      case .enumeration: false
      case .alias(let target): isPlausible(node, as: target)
      default: true
      }
    case .array(let element):
      node.kind == .sequence
        && node.elements.allSatisfy {
          value($0, as: element) != nil || isPlausible($0, as: element)
        }
    case .dictionary: node.kind == .mapping
    case .optional(let wrapped): node.isNull || isPlausible(node, as: wrapped)
    case .custom: true
    }
  }
}

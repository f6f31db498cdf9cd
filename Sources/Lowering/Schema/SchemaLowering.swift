import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Which way a value travels.
enum Direction: Hashable {
  /// Arrives in a response; also where both ways are the same type.
  case read
  /// Sent in a request.
  case write
}

/// Where an inline schema stands: what its type is nested in and called.
struct NameContext {
  /// The enclosing generated type; empty at the top.
  var parent: [String]
  /// The name wanted for a type of its own.
  var hint: String
  var direction: Direction

  func nested(_ hint: String) -> NameContext {
    NameContext(parent: parent, hint: hint, direction: direction)
  }
}

/// A type as a schema's place sees it.
struct LoweredType {
  var type: TypeReference
  var isNullable: Bool

  /// The type with null made an optional.
  var element: TypeReference { isNullable ? .optional(type) : type }
}

/// Turns schemas into types; each schema once.
final class SchemaLowering {
  let document: Document
  let options: LoweringOptions
  let sink: DiagnosticSink
  let clientName: String

  /// Top-level names by schema, for schemas that have a name in the document.
  private(set) var componentNames: [SchemaID: String] = [:]
  var topLevel: NameScope
  private var memo: [Key: TypeReference] = [:]
  private var inProgress: Set<Key> = []
  private var scopes: [[String]: NameScope] = [:]
  private var builders: [TypeName: TypeDeclaration] = [:]
  private var children: [[String]: [TypeName]] = [:]
  private var splits: [SchemaUnit: Bool] = [:]
  private var mergedMemo: [SchemaUnit: MergedSchema] = [:]
  private var owners: [String: SchemaID] = [:]
  private var reported: Set<Node> = []
  var locked: [String: String] { options.lockedNames }

  private struct Key: Hashable {
    var unit: SchemaUnit
    var direction: Direction
  }

  init(document: Document, options: LoweringOptions, sink: DiagnosticSink) {
    self.document = document
    self.options = options
    self.sink = sink
    clientName = options.clientName ?? ClientNaming.name(of: document)
    topLevel = NameScope(
      reserved: ReservedNames.types.union(ReservedNames.client).union([clientName])
    )
    allocateComponentNames()
  }

  /// Names every schema that the document names, all at once, so that order plays no part.
  private func allocateComponentNames() {
    var keys: [String] = []
    var byKey: [String: SchemaID] = [:]
    var names: [String: String] = [:]
    for schema in document.schemas {
      guard let name = schema.name else { continue }
      let key = schema.pointer
      guard byKey.updateValue(schema.id, forKey: key) == nil else { continue }
      keys.append(key)
      names[key] = name
      owners[key] = schema.id
    }
    // A name counts as exact when the document spells it as Swift does.
    let wanted = Dictionary(
      uniqueKeysWithValues: keys.map { ($0, ReservedNames.type(SwiftNaming.type(names[$0] ?? ""))) }
    )
    let ordered = keys.sorted { left, right in
      let leftExact = names[left] == wanted[left]
      if leftExact != (names[right] == wanted[right]) { return leftExact }
      let leftName = names[left] ?? ""
      let rightName = names[right] ?? ""
      if leftName != rightName { return leftName.utf8.lexicographicallyPrecedes(rightName.utf8) }
      return left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    for key in ordered {
      guard let id = byKey[key], let fixed = locked[key], topLevel.isFree(fixed) else { continue }
      componentNames[id] = topLevel.take(fixed)
    }
    for key in ordered {
      guard let id = byKey[key], componentNames[id] == nil else { continue }
      componentNames[id] = topLevel.take(wanted[key] ?? "Value")
    }
  }

  // MARK: Resolution

  /// The schema that a place means once wrappers that only annotate are taken off.
  struct Resolved {
    var id: SchemaID
    var isNullable = false
    var description: String?
    var title: String?
    var defaultValue: Node?
    var isReadOnly = false
    var isWriteOnly = false
    var isDeprecated = false
  }

  /// Follows references and one-member compositions to the schema that has the structure.
  func resolve(_ reference: SchemaReference) -> Resolved {
    var result = Resolved(id: document.unit(reference))
    var visited: Set<SchemaID> = []
    while visited.insert(result.id).inserted {
      let schema = document[result.id]
      result.description = result.description ?? schema.description
      result.title = result.title ?? schema.title
      result.defaultValue = result.defaultValue ?? schema.default
      result.isReadOnly = result.isReadOnly || schema.isReadOnly
      result.isWriteOnly = result.isWriteOnly || schema.isWriteOnly
      result.isDeprecated = result.isDeprecated || schema.isDeprecated
      result.isNullable = result.isNullable || schema.isNullable
      guard let (target, allowsNull) = wrapped(schema) else { break }
      result.isNullable = result.isNullable || allowsNull
      result.id = target
    }
    result.isNullable = result.isNullable || merged(SchemaUnit(result.id)).isNullable
    return result
  }

  /// The one schema that a wrapper stands for, where it adds nothing of its own.
  private func wrapped(_ schema: Schema) -> (SchemaID, allowsNull: Bool)? {
    guard schema.properties.isEmpty, schema.required.isEmpty, schema.enumeration == nil,
      schema.const == nil, schema.items == nil, schema.prefixItems.isEmpty,
      schema.additionalProperties == .unstated, schema.patternProperties.isEmpty,
      schema.format == nil, schema.discriminator == nil
    else { return nil }
    var members: [SchemaReference] = schema.allOf.filter { !document[document.unit($0)].isBare }
    if let base = schema.base { members.append(base) }
    var allowsNull = false
    for variants in [schema.oneOf, schema.anyOf] where !variants.isEmpty {
      let rest = variants.filter { !document.isNullSchema($0) }
      allowsNull = allowsNull || rest.count < variants.count
      members += rest
    }
    guard members.count == 1, let member = members.first else { return nil }
    let target = document.unit(member)
    let stated = schema.types.subtracting(.null)
    guard
      stated.isEmpty || stated == merged(SchemaUnit(target)).valueTypes
        || stated == .object && merged(SchemaUnit(target)).isObject
    else { return nil }
    return (target, allowsNull)
  }

  func merged(_ unit: SchemaUnit) -> MergedSchema {
    if let known = mergedMemo[unit] { return known }
    let result = document.merged(unit)
    mergedMemo[unit] = result
    return result
  }

  // MARK: Types

  /// The type of a place.
  func type(_ reference: SchemaReference, _ context: NameContext) -> LoweredType {
    let resolved = resolve(reference)
    if document[resolved.id].name == nil, reference.isReference { lowerOwner(of: resolved.id) }
    return LoweredType(
      type: type(SchemaUnit(resolved.id), context),
      isNullable: resolved.isNullable
    )
  }

  /// The type of a unit, lowered at its first use.
  func type(_ unit: SchemaUnit, _ context: NameContext) -> TypeReference {
    let direction: Direction = context.direction == .write && differs(unit) ? .write : .read
    let key = Key(unit: unit, direction: direction)
    if let known = memo[key] { return known }
    if let own = ownType(unit) {
      memo[key] = own
      return own
    }
    guard inProgress.insert(key).inserted else {
      note(unit, "recursive-alias", "a list or map that contains itself without an object between")
      return .builtin(.json)
    }
    defer { inProgress.remove(key) }
    let result = build(unit, context, direction: direction) { self.memo[key] = $0 }
    memo[key] = result
    return result
  }

  /// A type of the user's put in place of a schema by configuration.
  private func ownType(_ unit: SchemaUnit) -> TypeReference? {
    guard unit.ids.count == 1, let name = document[unit.ids[0]].name else { return nil }
    return options.schemaTypes[name].map { .custom($0) }
  }

  /// Lowers the named schema that an inline schema stands in, so that the inline one is named
  /// from its home and not from whoever happens to refer to it first.
  private func lowerOwner(of id: SchemaID) {
    var pointer = Substring(document[id].pointer)
    while let slash = pointer.lastIndex(of: "/") {
      pointer = pointer[..<slash]
      guard let owner = owners[String(pointer)] else { continue }
      declareComponent(owner)
      return
    }
  }

  // MARK: Components

  /// Declares every schema among the components, whether used or not.
  func declareComponents() {
    let isWanted: (Schema) -> Bool =
      options.includes == nil
      ? { _ in true } : { [options] in options.includesSchema?($0.name ?? "") ?? false }
    for schema in document.schemas where componentNames[schema.id] != nil && isWanted(schema) {
      declareComponent(schema.id)
    }
  }

  private var declaredComponents: Set<SchemaID> = []

  private func declareComponent(_ id: SchemaID) {
    guard declaredComponents.insert(id).inserted, let name = componentNames[id] else { return }
    let context = NameContext(parent: [], hint: name, direction: .read)
    let reference = type(SchemaUnit(id), context)
    guard reference != .named(TypeName(name)), builders[TypeName(name)] == nil else { return }
    let resolved = resolveComponent(id, context) ?? reference
    guard resolved != .named(TypeName(name)) else { return }
    var alias = TypeDeclaration(
      name: TypeName(name),
      kind: .alias(resolved),
      origin: document[id].pointer
    )
    alias.documentation = Docs.of(document[id])
    insert(alias)
  }

  /// The type of a component that is only another name for something.
  private func resolveComponent(_ id: SchemaID, _ context: NameContext) -> TypeReference? {
    let schema = document[id]
    guard let (target, allowsNull) = wrapped(schema) else { return nil }
    let lowered = type(SchemaUnit(target), context)
    return allowsNull || schema.isNullable ? .optional(lowered) : lowered
  }

  // MARK: Declarations

  /// The name for a type of a unit: the component's, or a nested one.
  func claim(_ unit: SchemaUnit, _ context: NameContext, direction: Direction) -> TypeName {
    if unit.ids.count == 1, let name = componentNames[unit.ids[0]] {
      return direction == .write ? TypeName(topLevel.take(name + "Input")) : TypeName(name)
    }
    return claim(context)
  }

  func claim(_ context: NameContext) -> TypeName {
    let wanted = ReservedNames.type(context.hint)
    if context.parent.isEmpty { return TypeName(topLevel.take(wanted)) }
    let name = scopes[context.parent, default: NameScope(reserved: ReservedNames.types)].take(
      wanted
    )
    return TypeName(context.parent + [name])
  }

  /// Keeps a declaration; its place among its siblings is that of its first insertion.
  func insert(_ declaration: TypeDeclaration) {
    let name = declaration.name
    if builders.updateValue(declaration, forKey: name) == nil {
      children[Array(name.components.dropLast()), default: []].append(name)
    }
  }

  /// A declaration made so far.
  func declaration(_ name: TypeName) -> TypeDeclaration? { builders[name] }

  /// Every declaration with what is nested in it, sorted by name at the top.
  func declarations() -> [TypeDeclaration] {
    (children[[]] ?? []).sorted { $0.last.utf8.lexicographicallyPrecedes($1.last.utf8) }
      .compactMap(assemble)
  }

  private func assemble(_ name: TypeName) -> TypeDeclaration? {
    guard var declaration = builders[name] else { return nil }
    declaration.nested = (children[name.components] ?? []).compactMap(assemble)
    return declaration
  }

  /// Names in the form in which a lock keeps them.
  func chosenNames(_ operations: OperationLowering) -> [String: String] {
    var names = operations.chosenNames
    for (id, name) in componentNames { names[document[id].pointer] = name }
    return names
  }

  // MARK: Directions

  /// Whether the unit's read and write types differ: somewhere in it a required property is
  /// read-only or write-only.
  func differs(_ unit: SchemaUnit) -> Bool {
    if let known = splits[unit] { return known }
    var visited: Set<SchemaUnit> = []
    let result = containsDirectional(unit, &visited)
    splits[unit] = result
    return result
  }

  private func containsDirectional(_ unit: SchemaUnit, _ visited: inout Set<SchemaUnit>) -> Bool {
    guard visited.insert(unit).inserted else { return false }
    if let known = splits[unit] { return known }
    let schema = merged(unit)
    for property in schema.properties {
      let isRequired = schema.required.contains(property.name)
      for reference in property.schemas {
        let resolved = resolve(reference)
        if isRequired, resolved.isReadOnly || resolved.isWriteOnly { return true }
        if containsDirectional(SchemaUnit(resolved.id), &visited) { return true }
      }
    }
    var inner = schema.prefixItems + schema.unions.flatMap(\.members)
    if let items = schema.items { inner.append(items) }
    if case .schema(let values) = schema.additional { inner.append(values) }
    return inner.contains { containsDirectional(SchemaUnit(resolve($0).id), &visited) }
  }

  // MARK: Reporting

  /// Reports an approximation at a schema, once.
  func note(_ unit: SchemaUnit, _ code: Diagnostic.Code, _ what: String) {
    guard let id = unit.ids.first else { return }
    note(document[id].node, code, "\(what) is kept as any JSON value")
  }

  func note(
    _ node: Node,
    _ code: Diagnostic.Code,
    _ message: String,
    severity: Diagnostic.Severity = .notice,
    notes: [Diagnostic.Note] = []
  ) {
    guard reported.insert(node).inserted else { return }
    sink.report(node.diagnostic(severity, code, message, notes: notes))
  }
}

extension Schema {
  /// Whether the schema says nothing about values: an annotation on its own, or `{}`.
  var isBare: Bool {
    keywords.isAnnotationOnly && keywords.boolean != false && !keywords.isNullable
  }
}

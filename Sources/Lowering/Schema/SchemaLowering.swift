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
  /// Sent in a multipart request, where binary properties are files.
  case multipart
}

/// Where a schema stands: what a type of its own would be nested in and called.
struct NameContext {
  /// The enclosing generated type; empty at the top.
  var parent: [String]
  /// The name wanted for a type of its own.
  var hint: String
  var direction: Direction
  /// The named schema whose text is being lowered.
  var home: SchemaID?

  func nested(_ hint: String) -> NameContext {
    NameContext(parent: parent, hint: hint, direction: direction, home: home)
  }

  /// The place of one of several values.
  func element(_ fallback: String) -> NameContext {
    let singular = SwiftNaming.type(Plural.singular(hint))
    return nested(singular == hint ? hint + fallback : singular)
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
///
/// No name depends on the order in which schemas are reached. Named schemas get theirs all at once
/// in ``ComponentNames``; an inline one is named from the named schema whose text it stands in,
/// which is lowered first; and objects of named schemas are not lowered where they are met but in
/// a queue, so that lowering one schema never leads into another.
final class SchemaLowering {
  let document: Document
  let options: LoweringOptions
  let facts: SchemaFacts
  let names: ComponentNames
  let swiftNames = NameCache()
  let members: MemberNames
  var report: Reporting
  /// Names taken at the top of the client.
  var topLevel: NameScope
  var scopes: [[String]: NameScope] = [:]
  var declarations = DeclarationStore()
  lazy var directions = Directions(self)

  /// Header types that operations share, by their wanted names.
  var sharedHeaders: [String: TypeName] = [:]

  private var memo: [Key: TypeReference] = [:]
  private var singleMemo: [TypeReference?]
  private var inProgress: Set<Key> = []
  private var claimed: [Key: TypeName] = [:]
  private var pending: [Key: NameContext] = [:]
  private var queue: [Key] = []
  private var declaredComponents: Set<SchemaID> = []
  private var mergedSingles: [MergedSchema?]
  private var mergedUnits: [SchemaUnit: MergedSchema] = [:]
  private var resolutions: [Resolved?]
  /// Names of inline types and variants of named ones that stand at the top, by their keys.
  private(set) var inlineNames: [String: String] = [:]

  private struct Key: Hashable {
    var unit: SchemaUnit
    var direction: Direction
  }

  init(document: Document, options: LoweringOptions, sink: DiagnosticSink) {
    self.document = document
    self.options = options
    facts = SchemaFacts(document: document)
    members = MemberNames(options)
    report = Reporting(sink: sink)
    let clientName = options.clientName ?? ClientNaming.name(of: document)
    topLevel = NameScope(
      reserved: ReservedNames.types.union(ReservedNames.client).union([clientName])
    )
    names = ComponentNames(
      document: document,
      locked: options.lockedNames,
      clientName: clientName,
      scope: &topLevel
    )
    mergedSingles = Array(repeating: nil, count: document.schemas.count)
    resolutions = Array(repeating: nil, count: document.schemas.count)
    singleMemo = Array(repeating: nil, count: document.schemas.count)
  }

  // MARK: What schemas say

  /// What the schemas of a unit say together.
  func merged(_ unit: SchemaUnit) -> MergedSchema {
    if let id = unit.single { return merged(id) }
    if let known = mergedUnits[unit] { return known }
    let result = document.merged(unit)
    mergedUnits[unit] = result
    return result
  }

  /// What a schema and all that it is made of say together.
  func merged(_ id: SchemaID) -> MergedSchema {
    if let known = mergedSingles[id.index] { return known }
    let result = document.merged(SchemaUnit(id))
    mergedSingles[id.index] = result
    return result
  }

  /// What the schema that a place means in the end says.
  func merged(_ reference: SchemaReference) -> MergedSchema { merged(resolve(reference).id) }

  /// Follows references and one-member compositions to the schema that has the structure.
  func resolve(_ reference: SchemaReference) -> Resolved {
    let id = document.unit(reference)
    if let known = resolutions[id.index] { return known }
    let result = resolveAnew(id)
    resolutions[id.index] = result
    return result
  }

  // MARK: Types

  /// The type of a place.
  func type(_ reference: SchemaReference, _ context: NameContext) -> LoweredType {
    let resolved = resolve(reference)
    return LoweredType(
      type: type(SchemaUnit(resolved.id), context),
      isNullable: resolved.isNullable
    )
  }

  /// The type of a unit, lowered at its first use.
  func type(_ unit: SchemaUnit, _ context: NameContext) -> TypeReference {
    let direction = directions.direction(of: unit, in: context)
    let key = Key(unit: unit, direction: direction)
    if let known = known(key) { return known }
    if let own = ownType(unit) {
      keep(own, for: key)
      return own
    }
    if lowerHome(of: unit, context), let known = known(key) { return known }
    if let name = deferred(key, context) { return .named(name) }
    guard inProgress.insert(key).inserted else {
      report.note(
        document[unit.first].node,
        .recursiveAlias,
        "a list or map that contains itself without an object between is kept as any JSON value"
      )
      return .builtin(.json)
    }
    defer { inProgress.remove(key) }
    // What stands in a named schema is named after it, not after whoever refers to it; and it is
    // a type for sending only where that makes a difference.
    let place = unit.single.flatMap { names[$0] }.map { name in
      NameContext(parent: [], hint: name, direction: direction, home: unit.first)
    }
    let result = build(unit, place ?? context, direction: direction) { self.keep($0, for: key) }
    keep(result, for: key)
    return result
  }

  private func known(_ key: Key) -> TypeReference? {
    if key.direction == .read, let id = key.unit.single { return singleMemo[id.index] }
    return memo[key]
  }

  private func keep(_ type: TypeReference, for key: Key) {
    if key.direction == .read, let id = key.unit.single {
      singleMemo[id.index] = type
    } else {
      memo[key] = type
    }
  }

  /// The types that schemas have where they are read and where they are sent, as far as they
  /// were lowered.
  func trackedTypes() -> (read: [SchemaID: TypeReference], sent: [SchemaID: TypeReference]) {
    var read: [SchemaID: TypeReference] = [:]
    var sent: [SchemaID: TypeReference] = [:]
    for schema in document.schemas {
      let resolved = resolveAnew(schema.id)
      let unit = SchemaUnit(resolved.id)
      if let type = singleMemo[resolved.id.index] {
        read[schema.id] = LoweredType(type: type, isNullable: resolved.isNullable).element
      }
      if let type = memo[Key(unit: unit, direction: .write)] {
        sent[schema.id] = LoweredType(type: type, isNullable: resolved.isNullable).element
      }
    }
    return (read, sent)
  }

  /// A type of the user's put in place of a schema by configuration.
  private func ownType(_ unit: SchemaUnit) -> TypeReference? {
    guard !options.schemaTypes.isEmpty, let id = unit.single, let name = document[id].name else {
      return nil
    }
    return options.schemaTypes[name].map { .custom($0) }
  }

  /// Lowers the named schema that an inline schema stands in, so that the inline one is named
  /// from its home and not from whoever happens to refer to it first.
  private func lowerHome(of unit: SchemaUnit, _ context: NameContext) -> Bool {
    guard unit.others.isEmpty, let home = facts.home(of: unit.first) else {
      return false
    }
    if home == context.home, context.direction == .read { return false }
    declareComponent(home)
    return true
  }

  // MARK: The queue

  /// The name of a type that is sure to be a struct, which is lowered later.
  private func deferred(_ key: Key, _ context: NameContext) -> TypeName? {
    guard let id = key.unit.single, let component = names[id], isStruct(key.unit) else {
      return nil
    }
    let name = TypeName(claimComponent(key, component))
    keep(.named(name), for: key)
    pending[key] = NameContext(
      parent: [],
      hint: name.last,
      direction: context.direction,
      home: id
    )
    queue.append(key)
    return name
  }

  private func isStruct(_ unit: SchemaUnit) -> Bool {
    let schema = merged(unit)
    return !schema.properties.isEmpty && schema.valueTypes.subtracting(.object).isEmpty
      && schema.enumeration == nil && schema.const == nil && !schema.isNever
      && schema.contradiction == nil && structuralUnion(schema) == nil
      && facts.family(of: unit.first, document).isEmpty
  }

  /// Lowers everything that was deferred, and what that leads to.
  func drain() {
    var next = 0
    while next < queue.count {
      lowerNow(queue[next])
      next += 1
    }
    queue = []
  }

  private func lowerNow(_ key: Key) {
    guard let context = pending.removeValue(forKey: key) else { return }
    // The read type names what both ways share.
    if key.direction != .read { declareComponent(key.unit.first) }
    _ = build(key.unit, context, direction: key.direction) { _ in }
  }

  // MARK: Components

  /// Declares every named schema, whether used or not, and lowers all that is still open.
  func declareComponents() {
    let isWanted: (Schema) -> Bool =
      options.includes == nil
      ? { _ in true } : { [options] in options.includesSchema?($0.name ?? "") ?? false }
    for id in names.ordered where isWanted(document[id]) { declareComponent(id) }
    drain()
    declareReferences()
  }

  /// Gives named schemas that are but a reference to another their own name, too.
  ///
  /// They come last and only where the name is free, so that no other type is renamed for them.
  private func declareReferences() {
    let sorted = document.components.schemas.sorted {
      $0.name.utf8.lexicographicallyPrecedes($1.name.utf8)
    }
    for component in sorted {
      let place = component.value
      let wanted = ReservedNames.type(SwiftNaming.type(component.name))
      guard place.isReference, place.siblings == nil, topLevel.isFree(wanted),
        options.includes == nil || options.includesSchema?(component.name) == true
      else { continue }
      let context = NameContext(parent: [], hint: wanted, direction: .read, home: place.id)
      let target = type(place, context)
      if target.type == .named(TypeName(wanted)) { continue }
      let pointer = component.node.file.path + component.node.pointer.fragment
      declarations.insert(
        TypeDeclaration(
          name: claim(context, for: pointer),
          kind: .alias(target.element),
          origin: pointer
        )
      )
    }
    drain()
  }

  /// Declares a named schema.
  func declareComponent(_ id: SchemaID) {
    guard declaredComponents.insert(id).inserted, let name = names[id] else { return }
    let context = NameContext(parent: [], hint: name, direction: .read, home: id)
    let key = Key(unit: SchemaUnit(id), direction: .read)
    let reference = type(SchemaUnit(id), context)
    lowerNow(key)
    guard reference != .named(TypeName(name)), declarations[TypeName(name)] == nil else { return }
    let resolved = resolveComponent(id, context) ?? reference
    guard resolved != .named(TypeName(name)) else { return }
    var alias = TypeDeclaration(
      name: TypeName(name),
      kind: .alias(resolved),
      origin: document[id].pointer
    )
    alias.documentation = Docs.of(document[id])
    declarations.insert(alias)
  }

  /// The type of a component that is only another name for something.
  private func resolveComponent(_ id: SchemaID, _ context: NameContext) -> TypeReference? {
    guard let (target, allowsNull) = wrapped(document[id]) else { return nil }
    let lowered = type(SchemaUnit(target), context)
    return allowsNull || document[id].isNullable ? .optional(lowered) : lowered
  }

  /// The names of types at the top, in the form in which a lock keeps them.
  var chosenNames: [String: String] {
    inlineNames.merging(names.byPointer) { $1 }
  }

  // MARK: Claiming names

  /// The name for a type of a unit: the component's, or a nested one.
  func claim(_ unit: SchemaUnit, _ context: NameContext, direction: Direction) -> TypeName {
    if let id = unit.single, let component = names[id] {
      return TypeName(claimComponent(Key(unit: unit, direction: direction), component))
    }
    return claim(context, for: document[unit.last].pointer)
  }

  /// The name of a component's type for one direction, the same each time.
  private func claimComponent(_ key: Key, _ component: String) -> String {
    let suffix: String
    switch key.direction {
    case .read: return component
    case .write: suffix = "Input"
    case .multipart: suffix = "Multipart"
    }
    if let known = claimed[key] { return known.last }
    let pointer = document[key.unit.first].pointer
    let name = claim(
      NameContext(parent: [], hint: component + suffix, direction: key.direction),
      for: "\(pointer) \(key.direction)"
    )
    claimed[key] = name
    return name.last
  }

  /// The name for a type that a context wants.
  ///
  /// - Parameter key: what it is a type of, as a lock names it.
  func claim(_ context: NameContext, for key: @autoclosure () -> String) -> TypeName {
    let wanted = ReservedNames.type(context.hint)
    if context.parent.isEmpty {
      let key = key()
      let name = topLevel.take(wanted, locked: options.lockedNames[key])
      inlineNames[key] = name
      return TypeName(name)
    }
    // A type nested in one of its own name would hide it.
    let distinct = context.parent.contains(wanted) ? wanted + "Value" : wanted
    let name = scopes[
      context.parent,
      default: NameScope(reserved: ReservedNames.types.union(context.parent))
    ].take(distinct)
    return TypeName(context.parent + [name])
  }
}

import ClientModel

/// Tells which objects are sent and which arrive, and so which can be changed.
///
/// What no operation uses may be either, so both are assumed.
enum Usage {
  static func mark(_ model: inout Client, makesAllMutable: Bool) {
    var kinds: [TypeName: TypeDeclaration.Kind] = [:]
    func collect(_ declaration: TypeDeclaration) {
      kinds[declaration.name] = declaration.kind
      declaration.nested.forEach(collect)
    }
    model.types.forEach(collect)
    var sent = Reach(kinds: kinds)
    var received = Reach(kinds: kinds)
    for operation in model.groups.flatMap(\.operations) {
      for parameter in operation.parameters { sent.visit(parameter.type) }
      for content in operation.body?.contents ?? [] { sent.visit(content.type) }
      switch operation.result {
      case .void: break
      case .value(let type, _, _): received.visit(type)
      case .statusUnion(let name): received.visit(.named(name))
      case .stream(let type, _): received.visit(type)
      }
      for failure in operation.failures { received.visit(failure.type) }
      if let headers = operation.headers { received.visit(.named(headers)) }
    }
    for webhook in model.webhooks {
      if let payload = webhook.payload { received.visit(payload) }
    }
    for index in model.types.indices {
      apply(sent.names, received.names, makesAllMutable, to: &model.types[index])
    }
  }

  private static func apply(
    _ sent: Set<TypeName>,
    _ received: Set<TypeName>,
    _ makesAllMutable: Bool,
    to type: inout TypeDeclaration
  ) {
    if case .object(var object) = type.kind {
      let isSent = sent.contains(type.name)
      let isReceived = received.contains(type.name)
      object.isSent = isSent || !isReceived
      object.isReceived = isReceived || !isSent
      object.isMutable = object.isSent || makesAllMutable
      type.kind = .object(object)
    }
    for index in type.nested.indices {
      apply(sent, received, makesAllMutable, to: &type.nested[index])
    }
  }
}

/// The types that values lead to.
private struct Reach {
  let kinds: [TypeName: TypeDeclaration.Kind]
  private(set) var names: Set<TypeName> = []

  init(kinds: [TypeName: TypeDeclaration.Kind]) { self.kinds = kinds }

  mutating func visit(_ type: TypeReference) {
    var open = [type]
    while let type = open.popLast() {
      switch type {
      case .builtin, .custom: break
      case .array(let inner), .dictionary(let inner), .optional(let inner): open.append(inner)
      case .named(let name):
        guard names.insert(name).inserted, let kind = kinds[name] else { continue }
        open += Self.parts(of: kind)
      }
    }
  }

  private static func parts(of kind: TypeDeclaration.Kind) -> [TypeReference] {
    switch kind {
    case .object(let object):
      object.properties.map(\.type) + (object.additional.map { [$0.value] } ?? [])
    case .union(let union): union.cases.map(\.payload)
    case .alias(let target): [target]
    case .statusUnion(let union): union.cases.compactMap(\.payload)
    case .bodyChoice(let choice): choice.contents.map(\.type)
    case .headers(let headers): headers.fields.map(\.type)
    case .enumeration, .namespace: []
    }
  }
}

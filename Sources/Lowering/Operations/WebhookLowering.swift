import ClientModel
import Diagnostics
import OpenAPI

/// Turns requests that the service makes, webhooks and callbacks, into payloads.
struct WebhookLowering {
  let schemas: SchemaLowering

  /// Each request once: webhooks as the document orders them, then the callbacks of operations.
  func webhooks() -> [Webhook] {
    if schemas.options.includes != nil { return [] }
    let sources = requests()
    var scope = NameScope(reserved: ReservedNames.members)
    let names = scope.take(sources.map(\.key)) {
      ReservedNames.member(SwiftNaming.member($0, fallback: "event"))
    }
    let order = sources.indices.sorted {
      sources[$0].key.utf8.lexicographicallyPrecedes(sources[$1].key.utf8)
    }
    var lowered: [Int: Webhook] = [:]
    for index in order {
      lowered[index] = webhook(sources[index], name: names[index])
    }
    return sources.indices.compactMap { lowered[$0] }
  }

  private struct Request {
    var key: String
    var operation: OpenAPI.Operation
  }

  private func requests() -> [Request] {
    var found: [Request] = []
    for item in schemas.document.webhooks {
      for operation in item.operations {
        let key = item.operations.count > 1 ? "\(item.path) \(operation.method)" : item.path
        found.append(Request(key: key, operation: operation))
      }
    }
    for operation in schemas.document.operations {
      for callback in operation.callbacks {
        let inner = callback.pathItems.flatMap(\.operations)
        let owner = operation.operationID ?? LockKey.operation(operation)
        for request in inner {
          let key = "\(owner) \(callback.name)"
          found.append(
            Request(key: inner.count > 1 ? "\(key) \(request.method)" : key, operation: request)
          )
        }
      }
    }
    var keys: Set<String> = []
    return found.filter { keys.insert($0.key).inserted }
  }

  private func webhook(_ request: Request, name: String) -> Webhook {
    var payload: TypeReference?
    if let body = request.operation.requestBody {
      let content = body.content.first { $0.range.isJSON || $0.range.isWildcard }
      let context = NameContext(
        parent: [],
        hint: SwiftNaming.type(request.key, fallback: "Event") + "Payload",
        direction: .read
      )
      payload = content?.schema.map { schemas.type($0, context).element }
      if content == nil, !body.content.isEmpty {
        schemas.report.note(
          body.node,
          .webhookPayload,
          "only payloads in JSON have a model; this one is left to the receiver"
        )
      }
    }
    var webhook = Webhook(name: name, key: request.key, payload: payload)
    webhook.documentation = Docs.of(request.operation)
    return webhook
  }
}

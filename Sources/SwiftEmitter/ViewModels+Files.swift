import ClientModel
import Mustache

/// The view models of whole files.
extension ViewModels {
  /// The client's own file, and files about everything.
  ///
  /// - Parameter keys: the keys the template asks for.
  func client(for keys: Set<String>) -> Value {
    let wantsOperations = keys.contains("operations")
    return file(
      .client,
      [
        clientDoc,
        .string(SwiftLiteral.string(model.documentVersion)),
        .optional(Self.summary(model.documentation)),
        .list(
          model.groups.map {
            ViewKind.group.object(groupValues($0, withOperations: wantsOperations))
          }
        ),
        keys.contains("types") ? .list(model.types.map { type($0, at: 2) }) : .null,
      ]
    )
  }

  private var clientDoc: Value {
    var comment = DocComment(at: 0)
    comment.summary(model.documentation, fallback: "A client of \(DocText.code(model.name)).")
    comment.discussion(model.documentation)
    comment.paragraph(
      "A function makes a call; nothing is sent until the call is asked for its value, its "
        + "response or its pages. Failures of every kind arrive as `ClientError`."
    )
    comment.link(model.documentation)
    return comment.value
  }

  /// A file about a group.
  func file(about group: OperationGroup) -> Value {
    file(.groupFile, groupValues(group, withOperations: true))
  }

  /// A file about types that are declared side by side.
  func file(about types: [TypeDeclaration]) -> Value {
    file(.typeFile, [.list(types.map { type($0, at: 2) })], declaring: types)
  }

  /// What the service sends by itself.
  func webhooks() -> Value {
    file(
      .webhooks,
      [
        .list(
          model.webhooks.map { webhook in
            let name = SwiftName.escaped(webhook.name)
            let key = SwiftLiteral.string(webhook.key)
            let payload = webhook.payload.map { printer.text($0, in: ["Webhook"]) }
            let member = ".\(SwiftName.member(webhook.name))"
            let value =
              payload == nil ? Code(member) : .call(member, [Code("try .init(jsonData: body)")])
            return ViewKind.webhook(
              doc(
                webhook.documentation,
                fallback: "The event \(DocText.code(webhook.key)).",
                at: 4
              ),
              .strings(Code.enumCase(name, payload.map { [Code($0)] } ?? [], at: 4)),
              .strings(Code.switchCase(Code(key), value.prefixed("self = "), at: 6)),
              .string(name),
              .string(key),
              .optional(payload)
            )
          }
        )
      ]
    )
  }
}

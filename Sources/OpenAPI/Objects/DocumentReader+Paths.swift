import Diagnostics
import SpecTree

extension DocumentReader {
  /// The paths of the document.
  func paths(_ field: Field) -> [PathItem] {
    var items: [PathItem] = []
    var shapes: [String: (path: String, entry: Node.Entry)] = [:]
    let all = members(field, of: "path items by path", severity: .error)
    for member in all where !member.isVendor {
      guard let path = normalizedPath(member) else { continue }
      guard let template = PathTemplate(path) else {
        report(
          .error,
          .invalidPath,
          "the braces in `\(path)` do not match, or hold no name",
          at: member.entry
        )
        continue
      }
      if let other = shapes[template.shape] {
        report(
          .warning,
          .ambiguousPath,
          "`\(path)` and `\(other.path)` match the same requests",
          at: member.entry,
          notes: [.init("the other one", at: other.entry.keyLocation)]
        )
      } else {
        shapes[template.shape] = (path, member.entry)
      }
      let context = PathContext(
        path: path,
        entry: member.entry,
        template: template,
        isClientSide: true
      )
      if let item = pathItem(at: member.value, context) { items.append(item) }
    }
    return items
  }

  private func normalizedPath(_ field: Field) -> String? {
    let path = field.key
    if path.utf8.contains(UInt8(ascii: "#")) {
      report(
        .notice,
        .oddPath,
        "what follows `#` in `\(path)` only tells operations apart; it is not"
          + " sent",
        at: field.entry
      )
    }
    if path.hasPrefix("/") { return path }
    guard field.value["$ref"] != nil || fields(of: field.value).contains(where: { isMethod($0) })
    else {
      report(
        .error,
        .invalidPath,
        "`\(path)` is no path: a path begins with `/`",
        at: field.entry
      )
      return nil
    }
    report(
      .warning,
      .oddPath,
      "a path should begin with `/`",
      at: field.entry,
      fix: "write `/\(path)`"
    )
    return "/" + path
  }

  private func isMethod(_ field: Field) -> Bool {
    switch field.keyword {
    case .get, .put, .post, .delete, .options, .head, .patch, .trace: true
    default: false
    }
  }

  /// Requests that the service makes.
  func webhooks(_ field: Field) -> [PathItem] {
    if generation < .openAPI31, field.keyword == .webhooks {
      report(
        .notice,
        .keywordOfOtherVersion,
        "`webhooks` is of OpenAPI 3.1; it is understood all the same",
        at: field.entry
      )
    }
    return members(field, of: "path items by name").compactMap { member in
      member.isVendor ? nil : inboundItem(member)
    }
  }

  func inboundItem(_ field: Field) -> PathItem? {
    let context = PathContext(
      path: field.key,
      entry: field.entry,
      template: nil,
      isClientSide: false
    )
    return pathItem(at: field.value, context)
  }

  // MARK: Path items

  func pathItem(at node: Node, _ context: PathContext) -> PathItem? {
    if node.isNull {
      return PathItem(node: node, path: context.path)
    }
    guard let (target, reference) = target(of: node, .pathItem) else { return nil }
    guard isObject(target, .pathItem, severity: .error, consequence: "its meaning is unclear")
    else { return nil }
    return guarded(target, .pathItem) { target in
      var item = PathItem(node: target, path: context.path)
      item.reference = reference
      read(target, into: &item, context)
      // Operations beside a `$ref` add to those it leads to.
      if reference != nil, node.count > 1 { read(node, into: &item, context) }
      return item
    }
  }

  private func read(_ node: Node, into item: inout PathItem, _ context: PathContext) {
    var context = context
    var operations: [(field: Field, method: String)] = []
    for field in fields(of: node) {
      switch field.keyword {
      case .ref: break
      case .summary: item.summary = text(field)
      case .description: item.description = text(field)
      case .servers: item.servers = servers(field)
      case .parameters:
        context.parameters = parameters(field)
        item.parameters = context.parameters.parameters
      case .additionalOperations:
        for member in members(field, of: "operations by method") where !member.isVendor {
          operations.append((member, member.key))
        }
      default:
        if let method = method(field) {
          operations.append((field, method))
        } else {
          other(field, in: .pathItem, &item.extensions)
        }
      }
    }
    context.servers = item.servers
    // Last, since what they share may stand below them.
    for (field, method) in operations {
      guard !field.value.isNull, isMethod(method, field),
        let operation = operation(field, method: method, in: context)
      else { continue }
      if let earlier = item.operations.firstIndex(where: { $0.method == method }) {
        item.operations[earlier] = operation
      } else {
        item.operations.append(operation)
      }
    }
  }

  private func method(_ field: Field) -> String? {
    switch field.keyword {
    case .get, .put, .post, .delete, .options, .head, .patch, .trace:
      return field.key.uppercased()
    case .query:
      if generation < .openAPI32 {
        report(
          .notice,
          .keywordOfOtherVersion,
          "`query` is a method from OpenAPI 3.2 on; it is understood all the same",
          at: field.entry
        )
      }
      return "QUERY"
    case .unknown:
      let folded = field.key.lowercased()
      let methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"]
      guard methods.contains(folded), field.value.kind == .mapping else { return nil }
      report(
        .warning,
        .repairedShape,
        "`\(field.key)` should be in small letters",
        at: field.entry,
        fix: "write `\(folded)`"
      )
      return folded.uppercased()
    default: return nil
    }
  }

  private func isMethod(_ method: String, _ field: Field) -> Bool {
    if method.isToken { return true }
    report(.error, .unknownValue, "`\(method)` is no HTTP method", at: field.entry)
    return false
  }

  // MARK: Callbacks

  func callbacks(_ field: Field) -> [Callback] {
    members(field, of: "callbacks by name").compactMap { member in
      member.isVendor ? nil : callback(member)
    }
  }

  func callback(_ field: Field, isListed: Bool = false) -> Callback? {
    var callback = object(at: field.value, .callback, isListed: isListed, cache: \.callbacks) {
      readCallback($0)
    }
    callback?.name = field.key
    return callback
  }

  private func readCallback(_ node: Node) -> Callback? {
    guard isObject(node, .callback) else { return nil }
    var callback = Callback(node: node)
    for field in fields(of: node) {
      if field.isVendor {
        callback.extensions.append(field.key, field.value)
      } else if let item = inboundItem(field) {
        callback.pathItems.append(item)
      }
    }
    return callback
  }
}

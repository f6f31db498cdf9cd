import ClientModel
import Mustache

/// The words about an operation.
extension OperationView {
  /// The lines of the function's doc comment.
  var documentation: Value {
    var comment = DocComment(at: 4)
    let documentation = operation.documentation
    comment.summary(documentation, fallback: "Calls \(route).")
    comment.discussion(documentation)
    if let failures { comment.paragraph(failures) }
    if let requirement { comment.paragraph(requirement) }
    if let headers = operation.headers {
      let type = views.printer.text(headers, in: [])
      comment.paragraph(
        "`response.headers(as: \(views.model.name).\(type).self)` reads the documented header fields."
      )
    }
    comment.link(documentation)
    let parameters = parameterEntries
    if parameters.count == 1 {
      comment.paragraph("- Parameter \(parameters[0].name): \(parameters[0].text)")
    } else if parameters.count > 1 {
      comment.paragraph("- Parameters:")
      for entry in parameters { comment.item("  - \(entry.name): \(entry.text)") }
    }
    let returns = "- Returns: \(returns)."
    if parameters.isEmpty { comment.paragraph(returns) } else { comment.item(returns) }
    return comment.value
  }

  /// The summary of the target's case: what it does, and the request line.
  var caseSummary: String {
    guard let summary = operation.documentation.summary.map(DocText.oneLine), !summary.isEmpty
    else { return "\(route)." }
    let text = summary.hasSuffix(".") ? String(summary.dropLast()) : summary
    return "\(text) (\(route))."
  }

  private var route: String { DocText.code("\(operation.method) \(operation.path)") }

  private var parameterEntries: [(name: String, text: String)] {
    arguments.map { argument in
      if let mediaType = argument.mediaType {
        let range = DocText.code(mediaType.range)
        return (argument.name, "the media type of the content, one of \(range)")
      }
      guard let parameter = argument.parameter else {
        let text = operation.body.flatMap { ViewModels.summary($0.documentation) }
        return (argument.name, text ?? "the content of the request")
      }
      var text =
        ViewModels.summary(parameter.documentation)
        ?? "the \(parameter.location.rawValue) parameter \(DocText.code(parameter.wireName))"
      if parameter.deprecation != nil, !text.lowercased().hasPrefix("deprecated") {
        text = "Deprecated: " + text
      }
      if let value = parameter.defaultValue {
        let literal = DocText.code(views.literal(value).flat)
        text = DocComment.sentence(text) + " The service's default is \(literal)."
      }
      return (argument.name, text)
    }
  }

  private var returns: String {
    switch operation.result {
    case .void: return "a call that gives nothing back"
    case .statusUnion: return "a call that gives a value for each documented status"
    case .stream: return "a call that gives elements as they arrive"
    case .value(_, let format, let isOptional):
      if operation.pagination != nil { return "a call that gives one page, or all of them" }
      let what =
        switch format {
        case .json: "the response"
        case .text: "the text of the response"
        case .data: "the bytes of the response"
        }
      return "a call that gives \(what)" + (isOptional ? ", or `nil` where it is empty" : "")
    }
  }

  /// The documented failures in one sentence.
  private var failures: String? {
    var entries: [(type: String, statuses: [String])] = []
    for failure in operation.failures {
      let type = DocText.code(views.printer.text(failure.type, in: []))
      let status = Self.name(of: failure.status)
      if let index = entries.firstIndex(where: { $0.type == type }) {
        entries[index].statuses.append(status)
      } else {
        entries.append((type, [status]))
      }
    }
    if entries.isEmpty { return nil }
    let parts = entries.map { "\($0.type) (\($0.statuses.joined(separator: ", ")))" }
    return "Documented failures: \(parts.joined(separator: ", "))."
  }

  private static func name(of status: StatusPattern) -> String {
    switch status {
    case .code(let code): "\(code)"
    case .range(let first): "\(first)XX"
    case .default: "any other status"
    }
  }

  /// The credentials it asks for, in one sentence.
  var requirement: String? {
    let security = operation.security
    if security.alternatives.isEmpty {
      return views.model.securitySchemes.isEmpty ? nil : "Sent without credentials."
    }
    let alternatives = security.alternatives.map { schemes in
      schemes.map { scheme in
        let scopes = scheme.scopes.map(DocText.code)
        let key = DocText.code(scheme.key)
        return scopes.isEmpty ? key : "\(key) (\(scopes.joined(separator: ", ")))"
      }.joined(separator: " and ")
    }
    var text = alternatives[alternatives.count - 1]
    if alternatives.count > 1 {
      text = "\(alternatives.dropLast().joined(separator: ", ")) or \(text)"
    }
    return security.isOptional
      ? "Signed with \(text), where there is a credential." : "Signed with \(text)."
  }
}

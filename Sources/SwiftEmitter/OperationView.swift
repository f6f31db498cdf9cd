import ClientModel
import Mustache

extension ViewModels {
  /// A group of operations: its struct and its target enum.
  func group(_ group: OperationGroup) -> Value {
    [
      "doc": doc(
        group.documentation,
        fallback: "Operations of the group `\(group.name)`.",
        indent: 2
      ),
      "targetDoc": doc(
        Documentation(
          summary: "The requests of the group `\(group.name)` as values."
        ),
        indent: 2
      ),
      "name": .string(SwiftName.escaped(group.name)),
      "accessor": .string(SwiftName.escaped(group.accessor)),
      "target": .string(SwiftName.escaped(group.targetName)),
      "operations": .list(group.operations.map { operation($0, group: group) }),
      "hasOperations": .bool(!group.operations.isEmpty),
    ]
  }

  private func operation(_ operation: Operation, group: OperationGroup) -> Value {
    let arguments = self.arguments(of: operation)
    let signature = arguments.map { argument in
      "\(SwiftName.label(argument.name)): \(argument.type)" + (argument.isRequired ? "" : " = nil")
    }
    let returnType = self.returnType(operation)
    let functionWidth =
      4 + access.utf8.count + "func () ->  {".utf8.count + operation.name.utf8.count
      + Self.width(signature) + returnType.utf8.count
    let caseWidth = 4 + "case ()".utf8.count + operation.name.utf8.count + Self.width(signature)
    var pairs: [(String, Value)] = [
      ("doc", operationDoc(operation, indent: 4)),
      ("caseDoc", caseDoc(operation)),
      ("deprecated", deprecated(operation.deprecation)),
      ("name", .string(SwiftName.escaped(operation.name))),
      ("member", .string(SwiftName.member(operation.name))),
      ("id", .string(operation.id)),
      ("method", .string(operation.method)),
      ("path", .string(operation.path)),
      ("parameters", Self.items(signature.map { [("text", .string($0))] })),
      ("hasParameters", .bool(!signature.isEmpty)),
      ("isWrapped", .bool(functionWidth > Self.lineLength)),
      ("isCaseWrapped", .bool(caseWidth > Self.lineLength)),
      ("returnType", .string(returnType)),
    ]
    pairs += call(operation, group: group, arguments: arguments)
    pairs += endpoint(operation, arguments: arguments)
    return .object(pairs)
  }

  /// The width of comma-separated items on one line.
  static func width(_ items: [String]) -> Int {
    items.reduce(0) { $0 + $1.utf8.count } + 2 * max(0, items.count - 1)
  }

  /// An argument of an operation's function and case.
  struct Argument {
    var name: String
    var type: String
    var isRequired: Bool
  }

  private func arguments(of operation: Operation) -> [Argument] {
    var arguments = operation.parameters.map { parameter in
      let type = printer.text(parameter.type, in: [])
      return Argument(
        name: parameter.name,
        type: parameter.isRequired || type.hasSuffix("?") ? type : type + "?",
        isRequired: parameter.isRequired
      )
    }
    if let body = operation.body {
      let type = bodyType(body)
      let argument = Argument(
        name: body.name,
        type: body.isRequired || type.hasSuffix("?") ? type : type + "?",
        isRequired: body.isRequired
      )
      let index = arguments.firstIndex { !$0.isRequired } ?? arguments.endIndex
      arguments.insert(argument, at: body.isRequired ? index : arguments.endIndex)
    }
    return arguments
  }

  private func bodyType(_ body: RequestBody) -> String {
    if let choice = body.choice { return printer.text(choice, in: []) }
    return body.contents.first.map { printer.text($0.type, in: []) }
      ?? printer.library("Data", in: [])
  }

  private func returnType(_ operation: Operation) -> String {
    func library(_ name: String) -> String { printer.library(name, in: []) }
    switch operation.result {
    case .void: return "\(library("Call"))<\(library("Void"))>"
    case .statusUnion(let name): return "\(library("Call"))<\(printer.text(name, in: []))>"
    case .stream(let type, _): return "\(library("StreamCall"))<\(printer.text(type, in: []))>"
    case .value(let type, _, let isOptional):
      let text = printer.text(type, in: [])
      let value = isOptional && !text.hasSuffix("?") ? text + "?" : text
      return "\(library(operation.pagination == nil ? "Call" : "PagedCall"))<\(value)>"
    }
  }

  // MARK: Documentation

  private func operationDoc(_ operation: Operation, indent: Int) -> Value {
    var sections = parameterSections(operation)
    sections.append("- Returns: \(returns(operation)).")
    return doc(
      operation.documentation,
      fallback: "Calls `\(operation.method) \(operation.path)`.",
      sections: sections,
      indent: indent
    )
  }

  private func parameterSections(_ operation: Operation) -> [String] {
    var entries: [(String, String)] = operation.parameters.map { parameter in
      var text =
        Self.brief(parameter.documentation)
        ?? "the \(parameter.location.rawValue) parameter `\(parameter.wireName)`"
      if let value = parameter.defaultValue {
        text +=
          (text.hasSuffix(".") ? "" : ".")
          + " The service's default is `\(literal(value, in: []))`."
      }
      if parameter.deprecation != nil { text = "Deprecated. " + text }
      return (parameter.name, text)
    }
    if let body = operation.body {
      let text = Self.brief(body.documentation) ?? "the request body"
      let index = operation.parameters.firstIndex { !$0.isRequired } ?? entries.endIndex
      entries.insert((body.name, text), at: body.isRequired ? index : entries.endIndex)
    }
    if entries.isEmpty { return [] }
    if entries.count == 1 { return ["- Parameter \(entries[0].0): \(entries[0].1)"] }
    return ["- Parameters:"] + entries.map { "  - \($0.0): \($0.1)" }
  }

  /// The text of a parameter on one line; long descriptions keep their first paragraph.
  private static func brief(_ documentation: Documentation) -> String? {
    let lines = DocComment.clean(documentation.summary ?? documentation.discussion ?? "")
    let paragraph = lines.prefix { !$0.isEmpty }
    return paragraph.isEmpty ? nil : paragraph.joined(separator: " ")
  }

  private func returns(_ operation: Operation) -> String {
    switch operation.result {
    case .void: "a call that gives nothing but success or a `ClientError`"
    case .statusUnion: "a call that gives a value for each documented status"
    case .stream: "a call whose elements arrive one by one"
    case .value:
      operation.pagination == nil
        ? "a call that gives the response" : "a call that gives a page, or all pages"
    }
  }

  private func caseDoc(_ operation: Operation) -> Value {
    let line = "`\(operation.method) \(operation.path)`"
    return doc(
      Documentation(
        summary: operation.documentation.summary ?? line,
        discussion: operation.documentation.summary == nil ? nil : line
      ),
      indent: 4
    )
  }

  // MARK: Call

  /// What the function's body needs: the target and how its response is read.
  private func call(
    _ operation: Operation,
    group: OperationGroup,
    arguments: [Argument]
  ) -> [(String, Value)] {
    let names = Set(arguments.map(\.name))
    let session = names.contains("session") ? "self.session" : "session"
    let target = "\(printer.text(TypeName(group.targetName), in: []))"
    let caseName = SwiftName.member(operation.name)
    let values = arguments.map { argument in
      "\(SwiftName.label(argument.name)): \(SwiftName.escaped(argument.name))"
    }
    let construction =
      "\(target).\(caseName)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
    let type = returnType(operation).prefix { $0 != "<" }
    let tail = callTail(operation).map { ", " + $0 } ?? ""
    let line = "\(type)(\(session), \(construction)\(tail))"
    let local = ["target", "request", "operationTarget"].first { !names.contains($0) } ?? "target_"
    return [
      ("call", .string(line)),
      ("isCallWrapped", .bool(line.utf8.count + 6 > Self.lineLength)),
      ("target", .string("\(target).\(caseName)")),
      ("targetLocal", .string(local)),
      ("targetCall", .string("\(type)(\(session), \(local)\(tail))")),
      ("arguments", Self.items(values.map { [("text", .string($0))] })),
      (
        "isTargetWrapped",
        .bool("      let \(local) = \(construction)".utf8.count > Self.lineLength)
      ),
      ("construction", .string(construction)),
    ]
  }

  /// The arguments of a call after session and target.
  private func callTail(_ operation: Operation) -> String? {
    switch operation.result {
    case .void, .statusUnion: return nil
    case .stream(_, let format):
      switch format {
      case .serverSentEvents(let end?):
        return ".serverSentEvents(end: \(SwiftLiteral.string(end)))"
      case .serverSentEvents(nil): return ".serverSentEvents"
      case .jsonLines: return ".jsonLines"
      case .jsonSequence: return ".jsonSequence"
      case .data: return ".data"
      }
    case .value(_, let format, _):
      if let pagination = operation.pagination { return "pages: \(pages(pagination))" }
      switch format {
      case .json: return nil
      case .text: return "as: .text"
      case .data: return "as: .data"
      }
    }
  }

  private func pages(_ pagination: Pagination) -> String {
    switch pagination {
    case .link: return ".link"
    case .page(let parameter, let first):
      return ".page(\(SwiftLiteral.string(parameter)), first: \(first))"
    case .offset(let parameter, let limit):
      let limit = limit.map { ", limit: \(SwiftLiteral.string($0))" } ?? ""
      return ".offset(\(SwiftLiteral.string(parameter))\(limit))"
    case .cursor(let parameter, let pointer):
      return ".cursor(\(SwiftLiteral.string(parameter)), at: \(SwiftLiteral.string(pointer)))"
    case .nextURL(let pointer): return ".nextURL(at: \(SwiftLiteral.string(pointer)))"
    }
  }
}

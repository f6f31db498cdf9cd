import ClientModel
import Mustache

extension ViewModels {
  /// The values of a group's keys.
  ///
  /// - Parameters:
  ///   - group: the group.
  ///   - withOperations: whether the group's operations are wanted too.
  func groupValues(_ group: OperationGroup, withOperations: Bool) -> [Value] {
    let name = SwiftName.escaped(group.name)
    let accessor = SwiftName.escaped(group.accessor)
    let target = SwiftName.escaped(group.targetName)
    let fallback = "Operations of the group \(DocText.code(group.accessor))."
    let summary = Self.summary(group.documentation)
    let type = printer.text(TypeName(group.name), in: [])
    return [
      doc(group.documentation, fallback: fallback, at: 2),
      .string(name),
      .string(accessor),
      brief(summary.map(DocComment.sentence) ?? fallback, at: 2),
      .lines(
        Code.getter(
          "\(access)var \(accessor)",
          type: type,
          .call(type, ["session: session"]),
          at: 2
        )
      ),
      .string(target),
      brief("The requests of \(DocText.code(group.name)) as values.", at: 2),
      .lines(
        Code.type(
          "\(access)indirect enum",
          target,
          conformance: printer.library("Target", in: []),
          at: 2
        )
      ),
      .optional(summary),
      .list(withOperations ? group.operations.map { operation($0, of: group) } : []),
      .bool(!group.operations.isEmpty),
    ]
  }

  // MARK: Operations

  private func operation(_ operation: Operation, of group: OperationGroup) -> Value {
    let view = OperationView(operation, of: group, views: self)
    return ViewKind.operation.object(view.function + view.targetCase + view.facts)
  }
}

/// An operation on its way into a view model.
struct OperationView {
  let operation: Operation
  let group: OperationGroup
  let views: ViewModels
  let arguments: [Argument]
  let returnType: String

  /// An argument of an operation's function and case.
  struct Argument {
    var name: String
    var type: String
    var isRequired: Bool
    /// The parameter; `nil` for the content.
    var parameter: Parameter?
    /// What stands for an argument that is left out.
    var absence = "nil"
    /// The media type that it is of a content whose type the document does not name.
    var mediaType: MediaTypeArgument?
  }

  init(_ operation: Operation, of group: OperationGroup, views: ViewModels) {
    self.operation = operation
    self.group = group
    self.views = views
    arguments = Self.arguments(of: operation, group, views.printer)
    returnType = Self.returnType(of: operation, group, views.printer)
  }

  /// The parameters, the content behind the last required one where it is required too.
  private static func arguments(
    of operation: Operation,
    _ group: OperationGroup,
    _ printer: TypePrinter
  ) -> [Argument] {
    var arguments = operation.parameters.map { parameter in
      let type = printer.text(parameter.type, in: [group.name])
      return Argument(
        name: parameter.name,
        type: parameter.isRequired ? type : TypePrinter.optional(type),
        isRequired: parameter.isRequired,
        parameter: parameter
      )
    }
    if let body = operation.body {
      let type = bodyType(body, group, printer)
      var argument = Argument(
        name: body.name,
        type: body.isRequired ? type : TypePrinter.optional(type),
        isRequired: body.isRequired
      )
      if let nullable = body.nullable {
        let name = printer.library("Nullable", in: [group.name])
        argument.type = "\(name)<\(printer.text(nullable, in: [group.name]))>"
        argument.absence = ".absent"
      }
      let index = body.isRequired ? arguments.firstIndex { !$0.isRequired } : nil
      arguments.insert(argument, at: index ?? arguments.endIndex)
      if let mediaType = body.mediaType {
        let argument = Argument(
          name: mediaType.name,
          type: printer.library("String", in: [group.name]),
          isRequired: mediaType.isRequired,
          absence: SwiftLiteral.string(body.contents.first?.mediaType ?? ""),
          mediaType: mediaType
        )
        let index = mediaType.isRequired ? arguments.firstIndex { !$0.isRequired } : nil
        arguments.insert(argument, at: index ?? arguments.endIndex)
      }
    }
    return arguments
  }

  private static func bodyType(
    _ body: RequestBody,
    _ group: OperationGroup,
    _ printer: TypePrinter
  ) -> String {
    if let choice = body.choice { return printer.text(choice, in: [group.name]) }
    return body.contents.first.map { printer.text($0.type, in: [group.name]) }
      ?? printer.library("Data", in: [group.name])
  }

  private static func returnType(
    of operation: Operation,
    _ group: OperationGroup,
    _ printer: TypePrinter
  ) -> String {
    func call(_ name: String, _ value: String) -> String {
      "\(printer.library(name, in: [group.name]))<\(value)>"
    }
    switch operation.result {
    case .void: return call("Call", printer.library("Void", in: [group.name]))
    case .statusUnion(let name): return call("Call", printer.text(name, in: [group.name]))
    case .stream(let type, _): return call("StreamCall", printer.text(type, in: [group.name]))
    case .value(let type, _, let isOptional):
      let text = printer.text(type, in: [group.name])
      return call(
        operation.pagination == nil ? "Call" : "PagedCall",
        isOptional ? TypePrinter.optional(text) : text
      )
    }
  }

  private var parameters: [Code] {
    arguments.map { argument in
      .declaration(
        SwiftName.label(argument.name),
        type: argument.type,
        value: argument.isRequired ? nil : argument.absence
      )
    }
  }

  // MARK: Function

  /// The keys `doc` to `call`.
  var function: [Value] {
    let name = SwiftName.escaped(operation.name)
    let head = String(joining: views.access, "func ", name)
    return [
      documentation,
      views.deprecated(operation.deprecation),
      Code.functionValue(head, parameters, returns: returnType, at: 4),
      .lines(call),
    ]
  }

  /// The function's body: the target, and how its response is read.
  private var call: [String] {
    let names = Set(arguments.map(\.name))
    let session = names.contains("session") ? "self.session" : "session"
    let target = views.printer.text(TypeName(group.targetName), in: [group.name])
    let member = "\(target).\(SwiftName.member(operation.name))"
    let values = arguments.map { argument in
      String(joining: SwiftName.label(argument.name), ": ", SwiftName.escaped(argument.name))
    }
    let construction = values.isEmpty ? Code(member) : Code.call(member, values)
    let type = String(Substring(returnType.utf8.prefix { $0 != UInt8(ascii: "<") }))
    let whole = Code.call(type, [Code(session), construction] + reading)
    if whole.fits(at: 6) { return [whole.flat] }
    if values.isEmpty, Code.fits(member + ",", at: 8) { return whole.lines(at: 6) }
    let local = ["target", "request", "operationTarget"].first { !names.contains($0) } ?? "target_"
    var lines = Code.assignment("let \(local)", construction, at: 6)
    if !Code.fits("let \(local) = \(construction.head)", at: 6) {
      let short = Code(
        head: String(construction.head.dropFirst(target.count)),
        items: construction.items,
        tail: construction.tail
      )
      lines = ["let \(local): \(target) ="]
      short.append(to: &lines, at: 8, indent: 2)
    }
    return lines + Code.call("return \(type)", [Code(session), Code(local)] + reading).lines(at: 6)
  }

  /// The arguments of a call behind session and target.
  private var reading: [Code] {
    switch operation.result {
    case .void, .statusUnion: return []
    case .stream(_, let format):
      switch format {
      case .serverSentEvents(let end?):
        return [.call(".serverSentEvents", ["end: \(SwiftLiteral.string(end))"])]
      case .serverSentEvents(nil): return [Code(".serverSentEvents")]
      case .jsonLines: return [Code(".jsonLines")]
      case .jsonSequence: return [Code(".jsonSequence")]
      case .data: return [Code(".data")]
      }
    case .value(_, let format, _):
      if let pagination = operation.pagination { return [pages(pagination)] }
      switch format {
      case .json: return []
      case .text: return [Code("as: .text")]
      case .data: return [Code("as: .data")]
      }
    }
  }

  private func pages(_ pagination: Pagination) -> Code {
    switch pagination {
    case .link: return Code("pages: .link")
    case .page(let parameter, let first):
      return .call("pages: .page", [SwiftLiteral.string(parameter), "first: \(first)"])
    case .offset(let parameter, let limit):
      let limit = limit.map { ["limit: \(SwiftLiteral.string($0))"] } ?? []
      return .call("pages: .offset", [SwiftLiteral.string(parameter)] + limit)
    case .cursor(let parameter, let pointer):
      let pointer = SwiftLiteral.string(pointer)
      return .call("pages: .cursor", [SwiftLiteral.string(parameter), "at: \(pointer)"])
    case .nextURL(let pointer):
      return .call("pages: .nextURL", ["at: \(SwiftLiteral.string(pointer))"])
    }
  }

  // MARK: Target

  /// The keys `caseDoc` to `direct`.
  var targetCase: [Value] {
    [
      views.brief(caseSummary, at: 4),
      .lines(Code.enumCase(SwiftName.escaped(operation.name), parameters, at: 4)),
    ] + endpoint
  }

  /// The keys `name` to `hasParameters`.
  var facts: [Value] {
    [
      .string(SwiftName.escaped(operation.name)),
      .string(SwiftName.member(operation.name)),
      .string(returnType),
      fact("id") { DocText.oneLine(operation.id) },
      fact("method") { DocText.oneLine(operation.method) },
      fact("path") { DocText.oneLine(operation.path) },
      fact("summary") { ViewModels.summary(operation.documentation) },
      fact("url") { operation.documentation.url.flatMap(DocText.url) },
      fact("requires") { requirement },
      views.wants("parameters") ? .list(arguments.map(parameter)) : .null,
      .bool(!arguments.isEmpty),
    ]
  }

  /// Text that is made only where a template asks for it.
  private func fact(_ key: String, _ text: () -> String?) -> Value {
    views.wants(key) ? .optional(text()) : .null
  }

  private func parameter(_ argument: Argument) -> Value {
    let parameter = argument.parameter
    let documentation = parameter?.documentation ?? operation.body?.documentation
    let isHeader = argument.mediaType != nil
    return ViewKind.parameter(
      .string(argument.name),
      .string(argument.type),
      .string(isHeader ? "Content-Type" : DocText.oneLine(parameter?.wireName ?? argument.name)),
      .string(isHeader ? "header" : parameter?.location.rawValue ?? "body"),
      .bool(argument.isRequired),
      .optional(parameter?.defaultValue.map { views.literal($0).flat }),
      .optional(documentation.flatMap(ViewModels.summary))
    )
  }
}

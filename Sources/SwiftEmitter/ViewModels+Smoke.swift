import ClientModel
import Mustache

/// The view models of smoke tests.
extension ViewModels {
  /// The suite that calls everything.
  func smokeSuite(_ tests: SmokeTests) -> Value {
    let groups = model.groups.filter { !$0.operations.isEmpty }
    return ViewKind.smokeTests.object(
      smokeValues(tests, modules: ["EndpointCurl", "EndpointKit", "EndpointTesting", "Testing"])
        + [
          .string(SwiftName.escaped(model.name)),
          .strings(groups.map { "\(Self.smokeName($0)).\(Self.smokeList($0))," }),
          .strings(smokeCredentials),
        ]
    )
  }

  /// The operations of groups that share a file.
  func smokeFile(_ groups: [OperationGroup], _ tests: SmokeTests) -> Value {
    ViewKind.smokeFile.object(
      smokeValues(tests, modules: ["EndpointKit", "EndpointTesting"]) + [
        .list(
          groups.enumerated().map { position, group in
            ViewKind.smokeGroup(
              .string(Self.smokeName(group)),
              .bool(position == 0),
              .strings(list(of: group)),
              .list(group.operations.map { smokeOperation($0, of: group, tests) })
            )
          }
        )
      ]
    )
  }

  private func list(of group: OperationGroup) -> [String] {
    let members = group.operations.map { Code(SwiftName.escaped($0.name)) }
    let head = "static let \(Self.smokeList(group)): [SmokeOperation]"
    return Code.assignment(head, .collection(members), at: 4)
  }

  private func smokeValues(_ tests: SmokeTests, modules: [String]) -> [Value] {
    let isOpen = model.access == .public || model.access == .package
    let all = (modules + (isOpen ? [tests.module] : [])).sorted()
    return [
      headerValue,
      .strings(all),
      isOpen ? .null : .string("@testable import \(tests.module)"),
      .string(SwiftName.escaped(model.name + "SmokeTests")),
    ]
  }

  private static func smokeName(_ group: OperationGroup) -> String { group.name + "Calls" }

  /// A name that no operation has.
  private static func smokeList(_ group: OperationGroup) -> String {
    let names = Set(group.operations.map(\.name))
    return ["all", "operations", "everyOperation"].first { !names.contains($0) } ?? "all_"
  }

  // MARK: Credentials

  private var smokeCredentials: [String] {
    let entries = model.securitySchemes.map { scheme in
      "\(SwiftLiteral.string(scheme.key)): \(Self.smokeCredential(scheme.kind)),"
    }
    return entries.isEmpty
      ? ["credentials: [:]"] : ["credentials: ["] + entries.map { "  " + $0 } + ["]"]
  }

  private static func smokeCredential(_ kind: SecurityScheme.Kind) -> String {
    switch kind {
    case .oauth2, .openIDConnect, .bearer: ".bearer"
    case .basic: ".basic"
    case .digest: ".digest"
    case .apiKey(let location, let name):
      ".apiKey(.\(location.rawValue), \(SwiftLiteral.string(name)))"
    case .mutualTLS: ".mutualTLS"
    case .other(let scheme): ".other(\(SwiftLiteral.string(scheme)))"
    }
  }

  // MARK: Operations

  private func smokeOperation(
    _ operation: Operation,
    of group: OperationGroup,
    _ tests: SmokeTests
  ) -> Value {
    let route = "\(operation.method) \(operation.path)"
    let asked = operation.accept.first.map { "\(route) \($0)" }
    let samples = asked.flatMap { tests.samples[$0] } ?? tests.samples[route]
    var arguments = [
      Code(SwiftLiteral.string(route)),
      .labelled("id", SwiftLiteral.string(operation.id)),
      .labelled("minimal", SwiftLiteral.verbatim(samples?.minimal ?? "{}")),
      .labelled("full", SwiftLiteral.verbatim(samples?.full ?? "{}")),
      Code.call(
        "response: SampleResponse",
        [
          .labelled("status", String(samples?.status ?? 200)),
          .labelled("contentType", samples?.contentType.map(SwiftLiteral.string) ?? "nil"),
          .labelled("body", SwiftLiteral.verbatim(samples?.body ?? "")),
        ]
      ),
    ]
    let isDeprecated = operation.deprecation != nil
    let caller = operation.name.prefix(1).uppercased() + operation.name.dropFirst() + "Call"
    if isDeprecated { arguments.append(.labelled("deprecated", "\(caller).self")) }
    let call = smokeCall(operation, of: group, at: isDeprecated ? 8 : 6)
    return ViewKind.smokeOperation(
      .string(SwiftName.escaped(operation.name)),
      Self.argumentLines(arguments, at: 6),
      .string(call.takesArguments ? "session, arguments in" : "session, _ in"),
      .bool(isDeprecated),
      .string(caller),
      .strings(call.lines)
    )
  }

  private func smokeCall(
    _ operation: Operation,
    of group: OperationGroup,
    at column: Int
  ) -> (lines: [String], takesArguments: Bool) {
    let view = OperationView(operation, of: group, views: self)
    var lines: [String] = []
    var values: [Code] = []
    for argument in view.arguments {
      let value: String
      if let parameter = argument.parameter {
        let getter = parameter.isRequired ? "value" : "optional"
        let name = SwiftLiteral.string(parameter.wireName)
        value = "arguments.\(getter)(\"\(parameter.location.rawValue)\", \(name))"
      } else if argument.mediaType != nil {
        value = "arguments.contentType()"
      } else if let body = operation.body, let choice = body.choice {
        lines += smokeChoice(body, choice)
        value = "content"
      } else {
        value =
          operation.body?.nullable != nil
          ? "arguments.nullableBody()"
          : smokeBody(operation.body?.contents.first, isRequired: argument.isRequired)
      }
      values.append(.labelled(SwiftName.label(argument.name), value))
    }
    let client = SwiftName.escaped(model.name)
    let path =
      "\(client)(session: session).\(SwiftName.member(group.accessor))"
      + ".\(SwiftName.member(operation.name))"
    let isFallible = values.contains { $0.flat.contains("arguments.") }
    var head = isFallible ? "try \(path)" : path
    if !lines.isEmpty { head = "return " + head }
    lines += Code.call(head, values).lines(at: column)
    return (lines, !view.arguments.isEmpty)
  }

  private func smokeBody(_ content: BodyContent?, isRequired: Bool) -> String {
    let isParts = content?.type == .array(.builtin(.multipartPart))
    switch (content?.encoding, isRequired) {
    case (.upload, true), (nil, true): return "arguments.upload()"
    case (.upload, false), (nil, false): return "arguments.optionalUpload()"
    case (.multipart, true) where isParts: return "arguments.parts()"
    case (.multipart, false) where isParts: return "arguments.optionalParts()"
    case (_, true): return "arguments.body()"
    case (_, false): return "arguments.optionalBody()"
    }
  }

  /// Picks the case of a body in one of several media types.
  private func smokeChoice(_ body: RequestBody, _ choice: TypeName) -> [String] {
    let type = ([model.name] + choice.components).map(SwiftName.member).joined(separator: ".")
    let types = body.contents.map { SwiftLiteral.string($0.mediaType) }
    var lines = ["let content: \(type)\(body.isRequired ? "" : "?")"]
    lines += ["let types = ["] + types.map { "  \($0)," } + ["]"]
    lines.append("switch try arguments.bodyType(among: types) {")
    for (position, content) in body.contents.enumerated() {
      let isLast = position == body.contents.count - 1
      lines.append(isLast && body.isRequired ? "default:" : "case \(types[position])?:")
      let value = smokeBody(content, isRequired: true)
      lines.append("  content = .\(SwiftName.member(content.name))(try \(value))")
    }
    if !body.isRequired { lines += ["default: content = nil"] }
    return lines + ["}"]
  }
}

extension SwiftLiteral {
  /// A string literal that shows the text as it is where it can.
  static func verbatim(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x5C }),
      text.unicodeScalars.allSatisfy(isVisible)
    else { return string(text) }
    var longest = 0
    var run = 0
    for byte in text.utf8 {
      run = byte == UInt8(ascii: "#") ? run + 1 : 0
      longest = max(longest, run)
    }
    let marks = String(repeating: "#", count: longest + 1)
    return "\(marks)\"\(text)\"\(marks)"
  }
}

import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Turns the responses of an operation into what its call gives.
struct ResponseLowering {
  let schemas: SchemaLowering
  let prefix: String

  /// One way in which a response can be read.
  private struct Outcome {
    var status: StatusPattern
    var type: TypeReference?
    var format: ResponseFormat
    var mediaType: String?
    var documentation: Documentation
  }

  /// Completes an operation; a response that can be a stream adds an operation that streams.
  func fill(
    _ operation: ClientModel.Operation,
    from source: OpenAPI.Operation
  ) -> [ClientModel.Operation] {
    var operation = operation
    let successes = self.successes(of: source)
    let failures = source.responses.filter { response in
      !successes.contains { $0.status == response.status }
    }
    operation.successes = successes.map { Self.status($0.status) }
    operation.failures = failures.compactMap { failure($0) }
    operation.headers = HeadersLowering(schemas: schemas, prefix: prefix).type(of: successes)
    let streaming = StreamLowering(schemas: schemas, prefix: prefix)
    let streams = successes.compactMap { streaming.stream($0, source) }.first
    let outcomes = successes.flatMap { self.outcomes(of: $0, count: successes.count) }
    operation.result = result(outcomes, source)
    operation.accept = accepted(successes + failures)
    guard let streams else { return [operation] }
    var other = operation
    other.result = .stream(streams.type, streams.format)
    other.accept = [streams.mediaType]
    other.pagination = nil
    if outcomes.allSatisfy({ $0.type == nil }) { return [other] }
    other.name += "Stream"
    return [operation, other]
  }

  // MARK: Which responses are successes

  /// The 2xx responses; where there are none, redirects, else the default.
  private func successes(of source: OpenAPI.Operation) -> [Response] {
    let good = source.responses.filter { Self.isClass($0.status, 2) }
    if !good.isEmpty { return good }
    let other = source.responses.filter { $0.status == .default }
    let redirects = source.responses.filter {
      Self.isClass($0.status, 3) && $0.status != .code(304)
    }
    if other.isEmpty || !redirects.isEmpty { return redirects }
    return other
  }

  private static func isClass(_ status: Response.Status, _ hundred: Int) -> Bool {
    switch status {
    case .code(let code): code / 100 == hundred
    case .range(let first): first == hundred
    case .default: false
    }
  }

  private static func status(_ status: Response.Status) -> StatusPattern {
    switch status {
    case .code(let code): .code(code)
    case .range(let first): .range(first)
    case .default: .default
    }
  }

  // MARK: Bodies

  private func outcomes(of response: Response, count: Int) -> [Outcome] {
    let status = Self.status(response.status)
    let documentation = Docs.text(response.description)
    // What a redirect leads to is not described; its content is handed over as it is.
    if Self.isClass(response.status, 3) {
      return [
        Outcome(
          status: status,
          type: .builtin(.data),
          format: .data,
          mediaType: nil,
          documentation: documentation
        )
      ]
    }
    var result: [Outcome] = []
    for media in readable(response) where StreamLowering.format(of: media.range) == nil {
      let (type, format) = body(media, response, count: count)
      if let index = result.firstIndex(where: { $0.type == type && $0.format == format }) {
        result[index].mediaType = nil
        continue
      }
      result.append(
        Outcome(
          status: status,
          type: type,
          format: format,
          mediaType: media.range.text,
          documentation: documentation
        )
      )
    }
    if result.count == 1 { result[0].mediaType = nil }
    if result.isEmpty {
      result = [
        Outcome(
          status: status,
          type: nil,
          format: .json,
          mediaType: nil,
          documentation: documentation
        )
      ]
    }
    return result
  }

  /// The contents that are asked for: where there is JSON, other spellings of the same value
  /// are not.
  private func readable(_ response: Response) -> [OpenAPI.MediaType] {
    if response.status == .code(204) || response.status == .code(205) {
      if let media = response.content.first {
        schemas.report.note(
          media.node,
          .contentWithoutBody,
          "a response with status \(response.status) has no content"
        )
      }
      return []
    }
    let plain = response.content.first { $0.range.isJSON && !$0.range.isWildcard }
    guard response.content.count > 1, let plain, let schema = plain.schema else {
      return response.content
    }
    let id = schemas.resolve(schema).id
    return response.content.filter { media in
      let range = media.range
      if range.isJSON || range.type == "*" || StreamLowering.format(of: range) != nil {
        return true
      }
      let isXML = range.subtype == "xml" || range.suffix == "xml"
      guard isXML || media.schema.map({ schemas.resolve($0).id == id }) ?? false else {
        return true
      }
      schemas.report.note(
        media.node,
        .alternativeForm,
        "`\(range.essence)` says the same as `\(plain.range.essence)` here, and is not asked for"
      )
      return false
    }
  }

  private func body(
    _ media: OpenAPI.MediaType,
    _ response: Response,
    count: Int
  ) -> (TypeReference, ResponseFormat) {
    let range = media.range
    let isWild = range.isWildcard && range.type == "*"
    if range.isJSON || (isWild && media.schema.map(isStructured) ?? false) {
      guard let schema = media.schema else { return (.builtin(.json), .json) }
      let type = schemas.type(schema, context(response, count: count)).element
      return Self.isBytes(type) ? (.builtin(.data), .data) : (type, .json)
    }
    if range.type == "text" || range.suffix == "xml" || range.subtype == "xml" {
      if range.suffix == "xml" || range.subtype == "xml" {
        schemas.report.note(
          media.node,
          .xmlBody,
          "XML bodies are given as raw text; their schema is not used"
        )
      }
      return (.builtin(.string), .text)
    }
    return (.builtin(.data), .data)
  }

  private static func isBytes(_ type: TypeReference) -> Bool {
    type == .builtin(.filePart) || type == .builtin(.httpBody)
  }

  private func isStructured(_ reference: SchemaReference) -> Bool {
    let merged = schemas.merged(reference)
    return merged.isObject || merged.isArray || !merged.unions.isEmpty
  }

  private func context(_ response: Response, count: Int) -> NameContext {
    let component = response.reference?.componentName.map {
      SwiftNaming.type($0, fallback: "Response")
    }
    let suffix = count > 1 ? "\(response.status)" : ""
    return NameContext(
      parent: [],
      hint: component ?? prefix + "Response" + suffix,
      direction: .read
    )
  }

  private func failure(_ response: Response) -> Failure? {
    if Self.isClass(response.status, 1) || response.status == .code(304) { return nil }
    guard let media = response.content.first(where: { $0.range.isJSON }) else {
      // The page that comes with a redirect is for people.
      return Self.isClass(response.status, 3) ? nil : plainFailure(response)
    }
    guard let schema = media.schema else {
      return Failure(status: Self.status(response.status), type: .builtin(.json))
    }
    let component = response.reference?.componentName.map {
      SwiftNaming.type($0, fallback: "Response")
    }
    let status = "\(response.status)"
    let hint = component ?? prefix + schemas.swiftNames.type("error \(status)")
    let context = NameContext(parent: [], hint: hint, direction: .read)
    let type = schemas.type(schema, context).element
    if Self.isBytes(type) { return nil }
    var failure = Failure(status: Self.status(response.status), type: type)
    failure.documentation = Docs.text(response.description)
    return failure
  }

  /// An error that is told in text, or in bytes of another kind.
  private func plainFailure(_ response: Response) -> Failure? {
    guard let media = response.content.first(where: { !$0.range.isJSON }) else { return nil }
    let (type, format) = body(media, response, count: 1)
    guard format != .json else { return nil }
    var failure = Failure(status: Self.status(response.status), type: type, format: format)
    failure.documentation = Docs.text(response.description)
    return failure
  }

  // MARK: Result

  private func result(_ outcomes: [Outcome], _ source: OpenAPI.Operation) -> OperationResult {
    if source.method == "HEAD" { return .void }
    let filled = outcomes.filter { $0.type != nil }
    guard let first = filled.first, let type = first.type else { return .void }
    if filled.allSatisfy({ $0.type == type && $0.format == first.format }) {
      if case .optional(let wrapped) = type {
        return .value(wrapped, first.format, isOptional: first.format == .json)
      }
      // An empty text and no bytes are values already.
      let isOptional = first.format == .json && filled.count < outcomes.count
      return .value(type, first.format, isOptional: isOptional)
    }
    return .statusUnion(declareUnion(outcomes, source))
  }

  private func declareUnion(_ outcomes: [Outcome], _ source: OpenAPI.Operation) -> TypeName {
    let name = schemas.claim(
      NameContext(parent: [], hint: prefix + "Result", direction: .read),
      for: source.pointer + "/responses"
    )
    var scope = NameScope(reserved: ReservedNames.cases.union(["undocumented", "statuses"]))
    var counts: [StatusPattern: Int] = [:]
    for outcome in outcomes { counts[outcome.status, default: 0] += 1 }
    let cases = outcomes.map { outcome -> StatusUnionType.Case in
      var wanted = Self.caseName(outcome.status)
      if (counts[outcome.status] ?? 0) > 1, let media = outcome.mediaType {
        wanted += SwiftNaming.type(Self.shortMedia(media))
      }
      var item = StatusUnionType.Case(
        name: scope.take(wanted),
        status: outcome.status,
        payload: outcome.type,
        format: outcome.format
      )
      item.mediaType = outcome.mediaType
      item.documentation = outcome.documentation
      return item
    }
    schemas.declarations.insert(
      TypeDeclaration(
        name: name,
        kind: .statusUnion(StatusUnionType(cases: cases)),
        origin: source.pointer
      )
    )
    return name
  }

  /// The part of a media type that tells it from others: the subtype, of a range the type.
  private static func shortMedia(_ text: String) -> String {
    let essence = text.split(separator: ";").first ?? text[...]
    return essence.split(separator: "/").last { $0 != "*" }.map(String.init) ?? "any"
  }

  private static func caseName(_ status: StatusPattern) -> String {
    switch status {
    case .code(let code): phrases[code] ?? "status\(code)"
    case .range(1): "informational"
    case .range(2): "success"
    case .range(3): "redirection"
    case .range(let first): "status\(first)XX"
    case .default: "other"
    }
  }

  private static let phrases = [
    200: "ok", 201: "created", 202: "accepted", 203: "nonAuthoritative", 204: "noContent",
    205: "resetContent", 206: "partialContent", 207: "multiStatus", 301: "movedPermanently",
    302: "found", 303: "seeOther", 304: "notModified", 307: "temporaryRedirect",
    308: "permanentRedirect",
  ]

  /// Media types of successes and errors, each once, in document order.
  private func accepted(_ responses: [Response]) -> [String] {
    var result: [String] = []
    for media in responses.flatMap(readable) where StreamLowering.format(of: media.range) == nil {
      if !result.contains(media.range.text) { result.append(media.range.text) }
    }
    return result
  }
}

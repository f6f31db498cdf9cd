import OpenAPI
import SpecTree

/// Answers requests as a document says: with its examples, or with values made from its schemas.
///
/// A pure function of document and request, so that tests need no server. Each request is compared
/// with the document first; one that does not fit is refused with the reason.
public struct MockService: Sendable {
  private let document: Document
  private let routes: [MockRoute]

  init(_ document: Document) {
    self.document = document
    let prefixes = document.servers.map { MockRoute.pathPrefix(of: $0) }
    routes = document.operations.map { MockRoute($0, prefixes: prefixes) }
  }

  /// The operations served, as `METHOD path`, in the order of the document.
  public var operations: [String] { routes.map(\.description) }

  /// The answer to a request.
  ///
  /// `Prefer: code=404` asks for the response of another status, `Prefer: example=NAME` for one of
  /// several examples.
  public func respond(to request: MockRequest) -> MockResponse {
    let fitting = routes.compactMap { route in route.match(request.path).map { (route, $0) } }
    guard !fitting.isEmpty else { return noRoute(request) }
    let sameMethod = fitting.filter { $0.0.operation.method == request.method }
    // Of several paths, the one with the fewest placeholders is meant.
    guard let (route, values) = sameMethod.min(by: { $0.1.count < $1.1.count }) else {
      return wrongMethod(request, fitting.map(\.0.operation.method))
    }
    var check = MockRequestCheck(document: document, operation: route.operation, request: request)
    if let refusal = check.run(pathValues: values) { return refusal }
    return MockAnswer(document: document, operation: route.operation, request: request).response
  }

  private func noRoute(_ request: MockRequest) -> MockResponse {
    let near = Suggestion.nearest(to: request.path, in: document.paths.map(\.path))
    return .problem(
      404,
      "The document has no path that fits \(request.path)",
      near.map { ["did you mean \($0)?"] } ?? []
    )
  }

  private func wrongMethod(_ request: MockRequest, _ allowed: [String]) -> MockResponse {
    if request.method == "HEAD", allowed.contains("GET") {
      var get = request
      get.method = "GET"
      var response = respond(to: get)
      response.body = []
      return response
    }
    var methods: [String] = []
    for method in allowed where !methods.contains(method) { methods.append(method) }
    return .problem(
      405,
      "\(request.path) does not take \(request.method)",
      ["it takes \(Wording.list(methods))"],
      fields: [("Allow", methods.joined(separator: ", "))]
    )
  }
}

/// An operation with its path template taken apart.
struct MockRoute: Sendable, CustomStringConvertible {
  let operation: OpenAPI.Operation
  private let segments: [[Piece]]
  private let prefixes: [[Substring]]

  /// A piece of a path segment.
  private enum Piece: Hashable, Sendable {
    case text(String)
    case value(String)
  }

  init(_ operation: OpenAPI.Operation, prefixes: [String]) {
    self.operation = operation
    segments = operation.path.split(separator: "/", omittingEmptySubsequences: false).map {
      Self.pieces($0)
    }
    let own = operation.servers.map { Self.pathPrefix(of: $0) }
    self.prefixes = (own + prefixes + [""]).map { $0.split(separator: "/") }
  }

  var description: String { "\(operation.method) \(operation.path)" }

  /// The path of a server's URL; variables have their default values.
  static func pathPrefix(of server: OpenAPI.Server) -> String {
    var url = server.url
    for variable in server.variables {
      url = url.replacing("{\(variable.name)}", with: variable.defaultValue)
    }
    if let scheme = url.firstRange(of: "://") {
      let rest = url[scheme.upperBound...]
      return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? ""
    }
    return url
  }

  private static func pieces(_ segment: Substring) -> [Piece] {
    var pieces: [Piece] = []
    var rest = segment
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      pieces.append(.value(String(rest[rest.index(after: open)..<close])))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    return pieces
  }

  /// The values of a path's placeholders, decoded; `nil` where the path does not fit.
  ///
  /// The path may begin with that of a server, or not.
  func match(_ path: String) -> [String: String]? {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for prefix in prefixes {
      guard parts.dropFirst().starts(with: prefix) else { continue }
      let rest = prefix.isEmpty ? parts[...] : [""] + parts.dropFirst(prefix.count + 1)
      if let values = match(Array(rest)) { return values }
    }
    return nil
  }

  private func match(_ parts: [Substring]) -> [String: String]? {
    guard parts.count == segments.count else { return nil }
    var values: [String: String] = [:]
    for (pieces, part) in zip(segments, parts) {
      guard Self.match(pieces[...], part, &values) else { return nil }
    }
    return values
  }

  private static func match(
    _ pieces: ArraySlice<Piece>,
    _ text: Substring,
    _ values: inout [String: String]
  ) -> Bool {
    guard let first = pieces.first else { return text.isEmpty }
    let rest = pieces.dropFirst()
    switch first {
    case .text(let wanted):
      return text.hasPrefix(wanted) && match(rest, text.dropFirst(wanted.count), &values)
    case .value(let name):
      guard !text.isEmpty else { return false }
      // Up to the next literal piece, or to the end.
      var end = text.endIndex
      if case .text(let next)? = rest.first {
        guard let found = text.firstRange(of: next) else { return false }
        end = found.lowerBound
      }
      let value = String(text[..<end])
      values[name] = JSONPointer.percentDecode(value) ?? value
      return match(rest, text[end...], &values)
    }
  }
}

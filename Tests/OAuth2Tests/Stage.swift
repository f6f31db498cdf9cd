import EndpointCurl
import EndpointKit
import EndpointTesting
import Foundation

@testable import EndpointKit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A server on a loopback port, a handler that knows a token, and a session that it signs for.
final class Stage: Sendable {
  let server: LoopbackServer
  let store: any TokenStore
  let handler: OAuth2Handler
  let session: Session
  let events = Collected<OAuth2Event>()
  let monitor = Recorder()
  private let writer = Written()

  /// Sets the stage.
  ///
  /// - Parameters:
  ///   - start: the token in the store at the beginning.
  ///   - store: where tokens are kept.
  ///   - adjust: changes the settings.
  ///   - token: answers requests to `/token`.
  ///   - resource: answers all others.
  init(
    start: OAuth2Token? = OAuth2Token(accessToken: "A1".secret, refreshToken: "R1".secret),
    store: any TokenStore = MemoryTokenStore(),
    adjust: (inout OAuth2Settings) -> Void = { _ in },
    token: @escaping LoopbackServer.Handler,
    resource: @escaping LoopbackServer.Handler
  ) async throws {
    server = LoopbackServer { request in
      request.path == "/token" ? await token(request) : await resource(request)
    }
    let url = try server.start()
    var settings = OAuth2Settings(clientID: "client", clientSecret: "client".secret)
    settings.tokenURL = "\(url)/token"
    settings.authorizationURL = "\(url)/authorize"
    settings.refreshPause = .milliseconds(10)
    settings.onEvent = { [events] in events.append($0) }
    adjust(&settings)
    let transport = CurlTransport()
    self.store = store
    handler = OAuth2Handler(settings, store: store, transport: transport)
    if var start {
      start.revision = 1
      try await store.save(start, for: handler.key)
    }
    session = Session(
      server: Server(url),
      transport: transport,
      signers: ["oauth": handler],
      monitors: [monitor] + writer.monitors
    )
  }

  /// A call to a path.
  func call(_ path: String, _ method: HTTPMethod = .get, scopes: [String] = []) -> Endpoint {
    var endpoint = Endpoint(method, path, id: path)
    endpoint.security = Security([
      .init(requirements: [.init(scheme: "oauth", scopes: scopes)])
    ])
    return endpoint
  }

  func get(_ path: String = "/item", scopes: [String] = []) async -> Response<Data> {
    let response = await session.response(for: call(path, scopes: scopes))
    writer.write([response, response.error?.underlying as Any, handler])
    return response
  }

  /// Makes calls side by side and gives their responses in the order of their numbers.
  func get(times count: Int, _ path: @escaping @Sendable (Int) -> String = { _ in "/item" })
    async -> [Response<Data>]
  {
    await withTaskGroup(of: (Int, Response<Data>).self) { group in
      for index in 0..<count {
        group.addTask { (index, await self.get(path(index))) }
      }
      return await group.reduce(into: [(Int, Response<Data>)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  /// The requests that the token endpoint has seen.
  var tokenRequests: [ServerRequest] { server.requests.filter { $0.path == "/token" } }

  /// The requests that everything else has seen.
  var resourceRequests: [ServerRequest] { server.requests.filter { $0.path != "/token" } }
}

extension String {
  /// The text as a secret: what a run prints and writes is searched for this mark.
  var secret: String { "\(self).\(AuthorizationServer.secretMark)" }
}

/// Writes everything a program could write about its calls, where a folder for it is given: logs,
/// commands, descriptions and dumps. Afterwards `Tests/Secrets/check` looks for secrets in it.
struct Written: Sendable {
  static let folder = Environment.variables["WRITTEN_FOLDER"]
  /// One file a process, since the tests of a run start others.
  private static let file = Locked(folder.flatMap { open("\($0)/oauth2-\(getpid()).log") })

  private static func open(_ path: String) -> FileHandle? {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return FileHandle(forWritingAtPath: path)
  }

  private static func append(_ text: String) {
    file.withLock { try? $0?.write(contentsOf: Data("\(text)\n".utf8)) }
  }

  /// Monitors that write every detail.
  var monitors: [any EventMonitor] {
    guard Self.folder != nil else { return [] }
    return [
      RequestLogger(.fields, write: Self.append), RequestLogger(.commands, write: Self.append),
    ]
  }

  /// Writes values in every form that Swift can print them in.
  func write(_ values: [Any]) {
    guard Self.folder != nil else { return }
    Self.append(Self.everything(values))
  }

  /// Everything a program could print about values.
  static func everything(_ values: [Any]) -> String {
    var text = ""
    for value in values {
      text += "\(value)\n" + String(reflecting: value) + "\n"
      dump(value, to: &text)
    }
    return text
  }
}

/// Things collected from any task.
final class Collected<Element: Sendable>: Sendable {
  private let elements = Locked<[Element]>([])
  func append(_ element: Element) { elements.withLock { $0.append(element) } }
  var all: [Element] { elements.withLock { $0 } }
}

/// Counts from 1.
final class Counter: Sendable {
  private let value = Locked(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// Holds requests until a number of them has come, so that a load on the machine changes nothing.
final class Gate: Sendable {
  private let state: Locked<(missing: Int, waiting: [CheckedContinuation<Void, Never>])>

  init(_ count: Int) { state = Locked((count, [])) }

  func pass() async {
    await withCheckedContinuation { continuation in
      let opened = state.withLock { state -> [CheckedContinuation<Void, Never>] in
        state.missing -= 1
        state.waiting.append(continuation)
        guard state.missing <= 0 else { return [] }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in opened { continuation.resume() }
    }
  }
}

/// What a session did, in order.
final class Recorder: EventMonitor {
  enum Entry: Sendable, Equatable {
    case sent(UInt64, path: String, token: String?)
    case received(UInt64, status: Int)
  }

  private let entries = Collected<Entry>()

  func willSend(_ request: HTTPRequest, _ context: RequestContext) {
    entries.append(
      .sent(context.id, path: request.url.path, token: request.fields["Authorization"])
    )
  }

  func didReceiveHead(_ response: HTTPResponse, _ context: RequestContext) {
    entries.append(.received(context.id, status: response.status))
  }

  var all: [Entry] { entries.all }
}

extension ServerRequest {
  var bearer: String? { fields["Authorization"].map { String($0.dropFirst("Bearer ".count)) } }
}

extension ServerResponse {
  static func token(
    _ access: String,
    refresh: String? = nil,
    expiresIn: String? = nil,
    delay: Duration = .zero
  ) -> ServerResponse {
    var text = "{\"access_token\":\"\(access)\",\"token_type\":\"bearer\""
    if let refresh { text += ",\"refresh_token\":\"\(refresh)\"" }
    if let expiresIn { text += ",\"expires_in\":\(expiresIn)" }
    var response = ServerResponse.json(text + "}")
    response.delay = delay
    return response
  }

  static let invalidToken = ServerResponse.status(
    401,
    fields: ["WWW-Authenticate": "Bearer error=\"invalid_token\""]
  )
}

extension Response {
  /// The OAuth 2 error underneath, where the call failed for one.
  var oauthError: OAuth2Error? { error?.underlying as? OAuth2Error }
}

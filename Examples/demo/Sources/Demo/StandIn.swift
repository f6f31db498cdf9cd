import EndpointKit
import EndpointTesting
import Synchronization

/// A small stand-in for GitHub on this machine: it checks tokens, refreshes them, and answers a
/// handful of calls.
final class StandIn: Sendable {
  private struct State {
    var token = "token-1"
    var refreshToken = "refresh-1"
    var refreshes = 0
    var refusals = 0
    var served = 0
    var issues: [JSONValue] = (1...5).map { StandIn.issue($0, "Issue number \($0)") }
  }

  private let state = Mutex(State())
  private let server: Mutex<LoopbackServer?> = Mutex(nil)

  /// What happened so far.
  var counts: (served: Int, refusals: Int, refreshes: Int) {
    state.withLock { ($0.served, $0.refusals, $0.refreshes) }
  }

  /// Starts to listen.
  ///
  /// - Returns: the URL to reach the service at.
  func start() throws -> String {
    let server = LoopbackServer { [self] request in answer(request) }
    self.server.withLock { $0 = server }
    return try server.start()
  }

  func stop() async {
    await server.withLock { $0 }?.stop()
  }

  /// Lets the access token expire, as it would after eight hours.
  func expireToken() { state.withLock { $0.token = "expired" } }

  private func answer(_ request: ServerRequest) -> ServerResponse {
    if request.path == "/login/oauth/access_token" { return refresh(request) }
    let isKnown = state.withLock { state in
      let isKnown = request.fields["Authorization"] == "Bearer \(state.token)"
      if isKnown { state.served += 1 } else { state.refusals += 1 }
      return isKnown
    }
    guard isKnown else {
      return ServerResponse.json(#"{"message": "Bad credentials"}"#, status: 401)
        .field("WWW-Authenticate", #"Bearer realm="GitHub", error="invalid_token""#)
    }
    return route(request)
  }

  /// Exchanges the refresh token, which works once, for a new pair.
  private func refresh(_ request: ServerRequest) -> ServerResponse {
    state.withLock { state in
      guard request.formValue("refresh_token") == state.refreshToken else {
        return .json(#"{"error": "invalid_grant"}"#, status: 400)
      }
      state.refreshes += 1
      state.token = "token-\(state.refreshes + 1)"
      state.refreshToken = "refresh-\(state.refreshes + 1)"
      let answer: JSONValue = [
        "access_token": .string(state.token), "refresh_token": .string(state.refreshToken),
        "token_type": "bearer", "expires_in": 28800,
      ]
      return .json(answer.description)
    }
  }

  private func route(_ request: ServerRequest) -> ServerResponse {
    let issues = "/repos/octocat/hello-world/issues"
    switch (request.method, request.path) {
    case (.get, "/user"):
      return .json(Self.user.description)
    case (.get, issues):
      return page(request, path: issues)
    case (.post, issues):
      return create(request)
    default:
      let problem =
        #"{"message": "Not Found", "documentation_url": "https://docs.github.com/rest"}"#
      return .json(problem, status: 404)
    }
  }

  /// Two issues a page, with a link to the next.
  private func page(_ request: ServerRequest, path: String) -> ServerResponse {
    let number = request.queryValue("page").flatMap { Int($0) } ?? 1
    let all = state.withLock { $0.issues }
    let start = min((number - 1) * 2, all.count)
    let items = Array(all[start..<min(start + 2, all.count)])
    let response = ServerResponse.json(JSONValue.array(items).description)
    guard start + 2 < all.count else { return response }
    return response.field("Link", "<\(path)?page=\(number + 1)>; rel=\"next\"")
  }

  private func create(_ request: ServerRequest) -> ServerResponse {
    guard let body = try? JSONValue(jsonData: request.body), let title = body["title"]?.string
    else {
      return .json(#"{"message": "Validation Failed"}"#, status: 422)
    }
    return state.withLock { state in
      let issue = Self.issue(state.issues.count + 1, title)
      state.issues.append(issue)
      return .json(issue.description, status: 201)
    }
  }
}

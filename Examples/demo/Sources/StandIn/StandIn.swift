public import EndpointKit
public import EndpointTesting
import Synchronization

/// A small stand-in for GitHub on this machine: it signs people in, checks and refreshes tokens,
/// and answers a handful of calls.
public final class StandIn: Sendable {
  /// The part that issues tokens.
  public let authorization: AuthorizationServer
  private let issues: Mutex<[JSONValue]>
  private let server: Mutex<LoopbackServer?> = Mutex(nil)

  /// Makes a service with five issues.
  public init() {
    var configuration = AuthorizationServer.Configuration()
    configuration.accessTokenLifetime = .seconds(28800)
    configuration.deviceInterval = .milliseconds(100)
    configuration.decide = { _ in .approve(user: "octocat") }
    configuration.realm = "GitHub"
    authorization = AuthorizationServer(configuration)
    issues = Mutex((1...5).map { StandIn.issue($0, "Issue number \($0)") })
  }

  /// Starts to listen.
  ///
  /// - Returns: the URL to reach the service at.
  public func start() throws -> String {
    let server = LoopbackServer(
      handler: authorization.handler { [self] request in route(request) }
    )
    self.server.withLock { $0 = server }
    return try server.start()
  }

  /// Stops listening.
  public func stop() async {
    await server.withLock { $0 }?.stop()
  }

  /// Settings of a client that signs in here in place of the real service.
  ///
  /// - Parameter url: what ``start()`` returned.
  public func settings(at url: String) -> OAuth2Settings {
    var settings = OAuth2Settings(clientID: "demo")
    settings.authorizationURL = url + "/authorize"
    settings.tokenURL = url + "/token"
    settings.refreshURL = settings.tokenURL
    settings.deviceAuthorizationURL = url + "/device_authorization"
    settings.revocationURL = url + "/revoke"
    return settings
  }

  /// Lets every access token end, as it would after eight hours.
  public func expireTokens() { authorization.revokeAccessTokens() }

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
    let all = issues.withLock { $0 }
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
    return issues.withLock { issues in
      let issue = Self.issue(issues.count + 1, title)
      issues.append(issue)
      return .json(issue.description, status: 201)
    }
  }
}

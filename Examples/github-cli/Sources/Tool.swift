import EndpointCurl
import EndpointKit
import GitHub

/// What the commands do, whichever service they talk to.
struct Tool: Sendable {
  let github: GitHub
  let handler: OAuth2Handler
  private let tokens: String

  /// Makes the tool.
  ///
  /// - Parameters:
  ///   - server: where the service is.
  ///   - settings: the client that signs in.
  ///   - tokens: the file to keep the token in.
  ///   - isVerbose: whether each request is shown, as a command for curl without its secrets.
  init(
    server: Server = GitHub.Servers.gitHubCom,
    settings: OAuth2Settings,
    tokens: String,
    isVerbose: Bool
  ) throws {
    var settings = settings
    settings.scopes = [GitHub.Scopes.repo, GitHub.Scopes.readUser]
    self.tokens = tokens
    let session = GitHub.session(
      server: server,
      transport: .curl,
      oauth2: settings,
      store: .file(tokens),
      monitors: isVerbose ? [RequestLogger(.commands)] : []
    )
    github = GitHub(session: session)
    guard let handler = session.signers["oauth2"] as? OAuth2Handler else {
      throw Failure("the document has no scheme oauth2")
    }
    self.handler = handler
  }

  // MARK: Commands

  /// Signs in by a code that the person enters somewhere else (RFC 8628).
  ///
  /// - Parameter shown: runs once the code is on the screen.
  func loginOnDevice(shown: @Sendable (DeviceAuthorization) -> Void = { _ in }) async throws {
    try await handler.signInOnDevice { device in
      print("Open \(device.verificationURI) and enter \(device.userCode)")
      shown(device)
    }
    try await greet()
  }

  /// Signs in with a browser that comes back to a port of this machine (RFC 8252).
  ///
  /// - Parameter open: opens the page; where it is left out the person does.
  func loginInBrowser(open: @escaping @Sendable (String) async throws -> Void = { _ in })
    async throws
  {
    try await handler.signInInBrowser { url in
      // The place alone: what follows belongs to this one sign-in.
      print("Opening \(url.prefix { $0 != "?" })")
      try await open(url)
    }
    try await greet()
  }

  func whoami() async throws {
    let user = try await github.users.getAuthenticated().value
    print("\(user.login) at \(github.session.server)")
  }

  /// Lists the open issues of `OWNER/REPO`.
  func issues(of repository: String) async throws {
    let parts = repository.split(separator: "/").map(String.init)
    guard parts.count == 2 else { throw Failure("'\(repository)' is not OWNER/REPO") }
    for try await issue in github.issues.listForRepo(owner: parts[0], repo: parts[1]).items {
      print("#\(issue.number) \(issue.title)")
    }
  }

  func logout() async throws {
    try await handler.signOut()
    print("Signed out")
  }

  private func greet() async throws {
    let user = try await github.users.getAuthenticated().value
    print("Signed in as \(user.login); the token is in \(tokens)")
  }
}

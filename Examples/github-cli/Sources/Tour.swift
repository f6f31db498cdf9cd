import EndpointCurl
import EndpointKit
import Foundation
import GitHub
import StandIn

/// Every command against a stand-in for GitHub in this process, with a person who always agrees.
enum Tour {
  static func run(isVerbose: Bool) async throws {
    let service = StandIn()
    let url = try service.start()
    let folder = "\(FileManager.default.temporaryDirectory.path())github-cli-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // A new one is what the next run of the program would be.
    func tool() throws -> Tool {
      try Tool(
        server: Server(url),
        settings: service.settings(at: url),
        tokens: "\(folder)/tokens.json",
        isVerbose: isVerbose
      )
    }

    title("login")
    let authorization = service.authorization
    try await tool().loginOnDevice { device in
      authorization.decideDevice(device.userCode, user: "octocat")
      print("   … the person agrees")
    }

    title("whoami, issues octocat/hello-world: other runs, the same token")
    try await tool().whoami()
    try await tool().issues(of: "octocat/hello-world")
    let created = try await tool().github.issues.create(
      owner: "octocat",
      repo: "hello-world",
      body: .init(title: "Write less by hand")
    ).value
    print("created #\(created.number) \(created.title)")

    title("200 calls at once with a token that has just ended")
    try await storm(try tool(), service)

    title("logout")
    try await tool().logout()
    do {
      try await tool().whoami()
      throw Failure("a call was answered after signing out")
    } catch let error as ClientError where error.kind == .authorization {
      print("whoami: \(error.reason)")
    }

    title("login --browser")
    try await tool().loginInBrowser { url in try await browse(url) }
    try await tool().logout()
    await service.stop()
  }

  /// Ends the token, makes 200 calls at once and counts.
  private static func storm(_ tool: Tool, _ service: StandIn) async throws {
    // The first call reads the token; the storm is not about that.
    try await tool.whoami()
    service.expireTokens()
    let before = service.authorization.statistics
    let answered = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await tool.github.users.getAuthenticated().response.value?.login == "octocat"
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    let after = service.authorization.statistics
    let refreshes = after.refreshes - before.refreshes
    print("answered \(answered), refused and repeated \(after.refusals - before.refusals)")
    print("refreshes \(refreshes), used refresh tokens sent again \(after.reuses)")
    guard answered == 200, refreshes == 1, after.reuses == 0 else {
      throw Failure("200 calls should be answered after one refresh")
    }
  }

  /// A browser whose person has agreed already: it follows redirects, back to this program too.
  private static func browse(_ url: String) async throws {
    let transport = CurlTransport()
    var next = HTTPURL(url)
    while let url = next {
      let response = try await transport.send(HTTPRequest(.get, url), options: .init())
      next = response.head.fields["Location"].flatMap { url.resolving($0) }
    }
  }

  private static func title(_ text: String) { print("\n── \(text)") }
}

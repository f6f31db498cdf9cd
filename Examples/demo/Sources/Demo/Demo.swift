import EndpointCurl
import EndpointKit
import GitHub
import StandIn

/// Calls the generated client against a stand-in for GitHub on this machine.
@main
struct Demo {
  static func main() async throws {
    let service = StandIn()
    let url = try service.start()
    say("A stand-in for GitHub listens at \(url)")

    // What a user of the generated client writes, but for the address and the token.
    let session = GitHub.session(
      server: Server(url),
      transport: .curl,
      oauth2: service.settings(at: url)
    )
    let github = GitHub(session: session)
    if let handler = session.signers["oauth2"] as? OAuth2Handler {
      await handler.signIn(service.authorization.issueToken(clientID: "demo"))
    }

    do {
      try await showCalls(github)
      try await showRefresh(github, service)
      await showErrors(github)
    } catch {
      say("Failed: \(error)")
      await service.stop()
      throw error
    }
    await service.stop()
    say("Done. Now point it at your own document: gen-client your.yaml")
  }

  private static func showCalls(_ github: GitHub) async throws {
    title("Typed calls")
    let user = try await github.users.getAuthenticated().value
    show("github.users.getAuthenticated()", "signed in as \(user.login)")

    let issues = github.issues.listForRepo(owner: "octocat", repo: "hello-world", perPage: 2)
    var pages = 0
    for try await page in issues.pages {
      pages += 1
      show("page \(pages)", page.map { "#\($0.number) \($0.title)" }.joined(separator: ", "))
    }
    let third = try await issues.items.first { $0.number == 3 }
    if let third { show("an unknown state is kept", "\(third.state)") }

    let created = await github.issues.create(
      owner: "octocat",
      repo: "hello-world",
      body: .init(title: "Write less by hand")
    ).response
    let number = try created.get().number
    show("github.issues.create(…)", "\(created.status ?? 0), issue #\(number)")
  }

  private static func showRefresh(_ github: GitHub, _ service: StandIn) async throws {
    title("200 calls with a token that has just expired")
    service.expireTokens()
    let before = service.authorization.statistics
    let start = ContinuousClock.now
    let logins = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<200 {
        group.addTask { try await github.users.getAuthenticated().value.login }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    let after = service.authorization.statistics
    show("answered", "\(logins["octocat"] ?? 0) of 200, in \(ContinuousClock.now - start)")
    show("refused with 401 and replayed", "\(after.refusals - before.refusals)")
    show("refreshes", "\(after.refreshes - before.refreshes)")
  }

  private static func showErrors(_ github: GitHub) async {
    title("One error type")
    let response = await github.issues.get(owner: "octocat", repo: "no-such", issueNumber: 1)
      .response
    if let error = response.error {
      show("error", "\(error)")
      if let body = error.body(as: GitHub.BasicError.self) {
        show("its documented body", body.message ?? "")
      }
    }
  }

  // MARK: Printing

  private static func say(_ text: String) { print("\n" + text) }

  private static func title(_ text: String) { print("\n── \(text)") }

  private static func show(_ what: String, _ result: String) {
    print("   " + what + String(repeating: " ", count: max(1, 34 - what.count)) + result)
  }
}

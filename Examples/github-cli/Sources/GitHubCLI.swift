import EndpointCurl
import EndpointKit
import Foundation
import GitHub

/// A command line tool over the generated client: signs in once, keeps the token in a file, and
/// calls GitHub with it.
@main
struct GitHubCLI {
  static let usage = """
    usage: github-cli [--verbose] COMMAND

      login             sign in by entering a code on any device
      login --browser   sign in with the browser of this machine
      whoami            show who is signed in
      issues OWNER/REPO list the open issues of a repository
      logout            forget the token, here and at the server
      tour              all of it against a stand-in for GitHub on this machine

    GITHUB_CLIENT_ID is the client id of your OAuth app (Settings, Developer settings); switch on
    "Device Flow" there. GITHUB_CLI_TOKENS is where the token is kept, by default
    ~/.config/github-cli/tokens.json.
    """

  static func main() async {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let isVerbose = arguments.first == "--verbose"
    if isVerbose { arguments.removeFirst() }
    do {
      switch (arguments.first, arguments.count) {
      case ("login", 1): try await tool(isVerbose).loginOnDevice()
      case ("login", 2) where arguments[1] == "--browser":
        try await tool(isVerbose).loginInBrowser()
      case ("whoami", 1): try await tool(isVerbose).whoami()
      case ("issues", 2): try await tool(isVerbose).issues(of: arguments[1])
      case ("logout", 1): try await tool(isVerbose).logout()
      case ("tour", 1): try await Tour.run(isVerbose: isVerbose)
      default:
        print(usage)
        exit(2)
      }
    } catch {
      // One line that says what to do, whatever failed; there is no secret in it.
      FileHandle.standardError.write(Data("github-cli: \(error)\n".utf8))
      exit(1)
    }
  }

  /// The tool as it works with the real service.
  private static func tool(_ isVerbose: Bool) throws -> Tool {
    let environment = ProcessInfo.processInfo.environment
    guard let id = environment["GITHUB_CLIENT_ID"], !id.isEmpty else {
      throw Failure("GITHUB_CLIENT_ID is not set; or try `github-cli tour`")
    }
    // Where codes and tokens are got comes from the document; the place for devices is new in
    // OpenAPI 3.2, and the document is older.
    var settings = OAuth2Settings(clientID: id)
    settings.deviceAuthorizationURL = "https://github.com/login/device/code"
    let home = environment["HOME"] ?? "."
    return try Tool(
      settings: settings,
      tokens: environment["GITHUB_CLI_TOKENS"] ?? "\(home)/.config/github-cli/tokens.json",
      isVerbose: isVerbose
    )
  }
}

/// Something that the person has to change.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

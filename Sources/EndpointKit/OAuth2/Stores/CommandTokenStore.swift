/// Keeps tokens with the help of another program, as Git does with credential helpers.
///
/// The program is run with `get`, `store` or `erase` as its last argument and reads lines
/// `name=value` from its standard input: `server`, `client_id`, `account` where there is one, and
/// for `store` the `token` as one line of JSON. For `get` it writes a line `token=` with what it
/// was given, or nothing where it has none. Any other exit status than 0 is an error, and what it
/// wrote to its standard error is shown to people as it is.
public final class CommandTokenStore: TokenStore {
  private let command: [String]
  private let timeout: Duration
  private let turn = AsyncTurn()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - command: the program, looked up in `PATH`, and its arguments.
  ///   - timeout: how long it may take.
  public init(_ command: [String], timeout: Duration = .seconds(30)) {
    self.command = command
    self.timeout = timeout
  }

  public func token(for key: TokenKey) async throws -> OAuth2Token? {
    let output = try await run("get", lines(key))
    for line in output.split(separator: "\n") where line.hasPrefix("token=") {
      guard let value = try? JSONReader.decode(JSONValue.self, from: String(line.dropFirst(6)))
      else { throw OAuth2Error(.store, "the helper's token is no JSON") }
      return OAuth2Token(storedForm: value)
    }
    return nil
  }

  public func save(_ token: OAuth2Token, for key: TokenKey) async throws {
    let form = try JSONWriter.text(token.storedForm)
    _ = try await run("store", lines(key) + ["token=\(form)"])
  }

  public func removeToken(for key: TokenKey) async throws {
    _ = try await run("erase", lines(key))
  }

  public func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await turn.take(body) }

  private func lines(_ key: TokenKey) -> [String] {
    var lines = ["server=\(key.server)", "client_id=\(key.clientID)"]
    if !key.account.isEmpty { lines.append("account=\(key.account)") }
    return lines
  }

  private func run(_ action: String, _ lines: [String]) async throws -> String {
    let program = ChildProgram(arguments: command + [action])
    let input = lines.joined(separator: "\n") + "\n\n"
    let (status, output) = try await program.run(input: input, timeout: timeout)
    guard status == 0 else {
      let name = command.first ?? ""
      throw OAuth2Error(.store, "\(name) \(action) ended with status \(status)")
    }
    return output
  }
}

extension TokenStore where Self == CommandTokenStore {
  /// Keeps tokens with the help of another program.
  ///
  /// - Parameter command: the program, looked up in `PATH`, and its arguments.
  public static func command(_ command: String...) -> CommandTokenStore {
    CommandTokenStore(command)
  }
}

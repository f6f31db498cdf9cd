/// Keeps tokens between runs of a program, and between programs.
///
/// A store may hold the tokens of several clients and accounts; the ``TokenKey`` tells them apart.
/// Errors are never fatal: what cannot be kept stays in memory, and the handler reports it.
public protocol TokenStore: Sendable {
  /// Reads the token of a key.
  ///
  /// - Parameter key: whose token.
  /// - Returns: the token; `nil` where there is none.
  func token(for key: TokenKey) async throws -> OAuth2Token?

  /// Keeps a token in place of the one before.
  ///
  /// When this returns the token survives a crash, as far as the store can do that.
  ///
  /// - Parameters:
  ///   - token: the token.
  ///   - key: whose token.
  func save(_ token: OAuth2Token, for key: TokenKey) async throws

  /// Forgets the token of a key.
  ///
  /// - Parameter key: whose token.
  func removeToken(for key: TokenKey) async throws

  /// Runs a refresh while no other user of the store, in this or another process, runs one.
  ///
  /// - Parameters:
  ///   - key: whose token.
  ///   - body: reads, refreshes and saves.
  /// - Returns: what `body` returned.
  func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result
}

extension TokenStore {
  /// Runs the closure at once: right for stores that nobody else uses.
  public func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await body() }
}

/// Tells whose token is meant: server, client and account.
public struct TokenKey: Hashable, Sendable, CustomStringConvertible {
  /// The origin of the server that issued it, or its issuer name.
  public var server: String
  /// The client it was issued to.
  public var clientID: String
  /// The account, where a program has several.
  public var account: String

  public init(server: String, clientID: String, account: String = "") {
    self.server = server
    self.clientID = clientID
    self.account = account
  }

  /// One line that stands for the key, the same on every machine.
  public var description: String {
    account.isEmpty ? "\(clientID) at \(server)" : "\(account) of \(clientID) at \(server)"
  }
}

/// Keeps tokens in memory: they end with the program.
public final class MemoryTokenStore: TokenStore {
  private let tokens = Locked<[TokenKey: OAuth2Token]>([:])
  private let turn = AsyncTurn()

  /// Makes an empty store.
  public init() {}

  public func token(for key: TokenKey) async throws -> OAuth2Token? {
    tokens.withLock { $0[key] }
  }

  public func save(_ token: OAuth2Token, for key: TokenKey) async throws {
    tokens.withLock { $0[key] = token }
  }

  public func removeToken(for key: TokenKey) async throws {
    tokens.withLock { $0[key] = nil }
  }

  public func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await turn.take(body) }
}

extension TokenStore where Self == MemoryTokenStore {
  /// Keeps tokens in memory: they end with the program.
  public static var memory: MemoryTokenStore { MemoryTokenStore() }
}

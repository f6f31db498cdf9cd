#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// Keeps tokens in a file that only its owner can read.
///
/// - The file has mode 0600, and one that others can read or write is refused, not mended: the
///   tokens in it are known to whoever looked.
/// - It is replaced whole: written beside, flushed to disk, renamed. A crash at any moment leaves
///   the old file or the new one.
/// - Several processes can share it: a lock on a file beside it (`flock` on the path with `.lock`)
///   lets one of them refresh, and the others find the new token when it is their turn. The system
///   frees the lock of a process that dies.
/// - Its form is versioned JSON with times as absolute seconds.
public final class FileTokenStore: TokenStore {
  /// Where the file is.
  public let path: String
  /// How long to wait for another process that refreshes.
  public let patience: Duration
  private let turn = AsyncTurn()

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - path: where the file is or will be; its folder is made where it is missing.
  ///   - patience: how long to wait for another process that refreshes.
  public init(path: String, patience: Duration = .seconds(90)) {
    self.path = path
    self.patience = patience
  }

  public func token(for key: TokenKey) async throws -> OAuth2Token? {
    try TokenFile(path: path).read().token(for: key)
  }

  public func save(_ token: OAuth2Token, for key: TokenKey) async throws {
    try await changing { $0.set(token, for: key) }
  }

  public func removeToken(for key: TokenKey) async throws {
    try await changing { $0.set(nil, for: key) }
  }

  public func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    try await turn.take {
      let lock = try await FileLock.take(self.path + ".lock", patience: self.patience)
      defer { lock.release() }
      return try await body()
    }
  }

  /// Changes the file; a lock of its own keeps two writers from losing each other's entries.
  private func changing(_ change: @Sendable (inout TokenFile.Contents) -> Void) async throws {
    let lock = try await FileLock.take(path + ".write", patience: .seconds(10))
    defer { lock.release() }
    let file = TokenFile(path: path)
    var contents = try file.read()
    change(&contents)
    try file.write(contents)
  }
}

extension TokenStore where Self == FileTokenStore {
  /// Keeps tokens in a file that only its owner can read.
  ///
  /// - Parameter path: where the file is or will be.
  public static func file(_ path: String) -> FileTokenStore { FileTokenStore(path: path) }
}

/// An advisory lock that goes with the process.
struct FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock, waiting without blocking a thread.
  static func take(_ path: String, patience: Duration) async throws -> FileLock {
    try TokenFile.makeFolder(of: path)
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileFailure("could not open \(path)") }
    let deadline = ContinuousClock.now + patience
    var pause = Duration.milliseconds(2)
    do {
      while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
        guard errno == EWOULDBLOCK || errno == EINTR else {
          throw FileFailure("could not lock \(path)")
        }
        guard ContinuousClock.now < deadline else {
          throw OAuth2Error(.unavailable, "another process holds \(path) for too long")
        }
        try await Task.sleep(for: pause)
        pause = min(pause * 2, .milliseconds(50))
      }
    } catch {
      close(descriptor)
      throw error
    }
    return FileLock(descriptor: descriptor)
  }

  func release() { close(descriptor) }
}

import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite struct StoreTests {
  static let key = TokenKey(server: "https://id.example", clientID: "app")
  static let other = TokenKey(server: "https://id.example", clientID: "app", account: "second")

  static func token(_ name: String) -> OAuth2Token {
    OAuth2Token(
      accessToken: name,
      refreshToken: "r-\(name)",
      issuedAt: Date(timeIntervalSince1970: 1_700_000_000),
      expiresAt: Date(timeIntervalSince1970: 1_700_003_600),
      scopes: ["a"],
      revision: 7
    )
  }

  /// A script that keeps one token a server and account in a folder, as a helper would.
  static func helper(in folder: String) throws -> CommandTokenStore {
    let path = "\(folder)/helper"
    try Data(
      """
      #!/bin/sh
      while IFS= read -r line && [ -n "$line" ]; do
        case $line in
          account=*) account=${line#account=} ;;
          token=*) token=$line ;;
        esac
      done
      file="\(folder)/kept-$account"
      case $1 in
        get) [ ! -f "$file" ] || cat "$file" ;;
        store) printf '%s\\n' "$token" > "$file" ;;
        erase) rm -f "$file" ;;
        *) exit 3 ;;
      esac
      """.utf8
    ).write(to: URL(filePath: path))
    chmod(path, 0o700)
    return CommandTokenStore([path])
  }

  @Test(arguments: ["memory", "file", "command"])
  func keepsTokensApartByKey(kind: String) async throws {
    let folder = temporaryFolder()
    let store: any TokenStore =
      switch kind {
      case "file": .file("\(folder)/deeper/tokens.json")
      case "command": try Self.helper(in: folder)
      default: .memory
      }
    #expect(try await store.token(for: Self.key) == nil)
    try await store.save(Self.token("one"), for: Self.key)
    try await store.save(Self.token("two"), for: Self.other)
    try await store.save(Self.token("three"), for: Self.key)
    #expect(try await store.token(for: Self.key) == Self.token("three"))
    #expect(try await store.token(for: Self.other) == Self.token("two"))
    try await store.removeToken(for: Self.key)
    try await store.removeToken(for: Self.key)
    #expect(try await store.token(for: Self.key) == nil)
    #expect(try await store.token(for: Self.other) == Self.token("two"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func theFileIsForItsOwnerAlone() async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    let old = umask(0)
    defer { umask(old) }
    let store = FileTokenStore(path: path)
    try await store.save(Self.token("one"), for: Self.key)
    var facts = stat()
    #expect(stat(path, &facts) == 0)
    #expect(facts.st_mode & 0o777 == 0o600)
    for mode: mode_t in [0o640, 0o604, 0o620, 0o666] {
      chmod(path, mode)
      let error = await #expect(throws: OAuth2Error.self) { try await store.token(for: Self.key) }
      #expect(error?.kind == .store)
      #expect(error?.reason.contains(path) == true)
      await #expect(throws: OAuth2Error.self) {
        try await store.save(Self.token("two"), for: Self.key)
      }
    }
    chmod(path, 0o600)
    #expect(try await store.token(for: Self.key) == Self.token("one"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test(arguments: ["{", "[]", "{\"version\":2,\"tokens\":{}}", "{\"version\":1}", "\u{0}"])
  func aDamagedFileIsReportedAndNotOverwritten(text: String) async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    try Data(text.utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    let store = FileTokenStore(path: path)
    let error = await #expect(throws: OAuth2Error.self) { try await store.token(for: Self.key) }
    #expect(error?.kind == .store)
    await #expect(throws: OAuth2Error.self) {
      try await store.save(Self.token("one"), for: Self.key)
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == Data(text.utf8))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func whatACrashLeftBehindIsCleanedUp() async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    try Data("half a tok".utf8).write(to: URL(filePath: path + ".new"))
    let store = FileTokenStore(path: path)
    #expect(try await store.token(for: Self.key) == nil)
    try await store.save(Self.token("one"), for: Self.key)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains("tokens.json.new"))
    #expect(try await store.token(for: Self.key) == Self.token("one"))
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test(arguments: ["memory", "file"])
  func refreshesTakeTurns(kind: String) async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    let memory = MemoryTokenStore()
    let inside = Locked((now: 0, most: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          // Stores of their own, as two programs have them; one in memory cannot be shared so.
          let store: any TokenStore = kind == "file" ? FileTokenStore(path: path) : memory
          try? await store.withExclusiveAccess(to: Self.key) {
            inside.withLock { inside in
              inside.now += 1
              inside.most = max(inside.most, inside.now)
            }
            try? await Task.sleep(for: .milliseconds(1))
            inside.withLock { $0.now -= 1 }
          }
        }
      }
    }
    #expect(inside.withLock { $0.most } == 1)
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func waitingForATurnCanBeCancelled() async throws {
    let folder = temporaryFolder()
    let path = "\(folder)/tokens.json"
    let held = Gate(2)
    let holder = Task {
      try await FileTokenStore(path: path).withExclusiveAccess(to: Self.key) { await held.pass() }
    }
    while !FileManager.default.fileExists(atPath: path + ".lock") { await Task.yield() }
    try await Task.sleep(for: .milliseconds(20))
    let waiting = Task {
      try await FileTokenStore(path: path).withExclusiveAccess(to: Self.key) {}
    }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let impatient = FileTokenStore(path: path, patience: .milliseconds(10))
    let error = await #expect(throws: OAuth2Error.self) {
      try await impatient.withExclusiveAccess(to: Self.key) {}
    }
    #expect(error?.kind == .unavailable)
    await held.pass()
    try await holder.value
    try FileManager.default.removeItem(atPath: folder)
  }

  @Test func aHelperThatFailsIsReported() async throws {
    for command in [["/nonexistent/helper"], ["false"], ["sh", "-c", "exit 7"], []] {
      let error = await #expect(throws: OAuth2Error.self) {
        try await CommandTokenStore(command).token(for: Self.key)
      }
      #expect(error?.kind == .store)
    }
    let slow = CommandTokenStore(["sh", "-c", "exec sleep 20"], timeout: .milliseconds(50))
    await #expect(throws: OAuth2Error.self) { try await slow.token(for: Self.key) }
    // One that does not read its input must not end this process by a signal.
    let deaf = CommandTokenStore(["sh", "-c", "exec <&-; sleep 0.05"])
    try await deaf.save(Self.token("one"), for: Self.key)
  }

  // MARK: With a handler

  /// A store that fails.
  struct Broken: TokenStore {
    struct Failure: Error {}
    var canLoad = true
    func token(for key: TokenKey) async throws -> OAuth2Token? {
      if canLoad { return nil }
      throw Failure()
    }
    func save(_ token: OAuth2Token, for key: TokenKey) async throws { throw Failure() }
    func removeToken(for key: TokenKey) async throws { throw Failure() }
  }

  @Test func aTokenThatCannotBeKeptStaysInUse() async throws {
    let count = Counter()
    let stage = try await Stage(start: nil, store: Broken()) { _ in
      .token("A\(count.next() + 1)".secret, refresh: "R2".secret)
    } resource: { request in
      request.bearer == "A2".secret ? .json("{}") : .invalidToken
    }
    await stage.handler.signIn(OAuth2Token(accessToken: "A1".secret, refreshToken: "R1".secret))
    #expect(await stage.get().status == 200)
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.count == 1)
    let failures = stage.events.all.count { if case .storeFailed = $0 { true } else { false } }
    #expect(failures == 2)
    await stage.server.stop()
  }

  @Test func aStoreThatCannotBeReadFailsCallsAndSaysSo() async throws {
    let stage = try await Stage(start: nil, store: Broken(canLoad: false)) { _ in
      .token("A2".secret)
    } resource: { _ in
      .json("{}")
    }
    let response = await stage.get()
    #expect(response.error?.kind == .authorization)
    #expect(response.oauthError?.kind == .store)
    await stage.server.stop()
  }
}

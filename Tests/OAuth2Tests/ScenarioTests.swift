import EndpointTesting
import Testing

@testable import EndpointKit

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cases that public bug reports of other libraries gave us, over real connections.
@Suite struct ScenarioTests {
  /// r01: ten calls fail at once; one refresh, all repeated in the order in which they failed.
  ///
  /// `OAUTH2_ROUNDS` makes it more often.
  @Test(
    .serialized,
    arguments: 0..<(Environment.variables["OAUTH2_ROUNDS"].flatMap { UInt64($0) } ?? 20)
  )
  func manyRefusalsRefreshOnceAndRepeatInOrder(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let order = (0..<10).map { "/\($0)" }.shuffled(using: &random)
    let gate = Gate(10)
    // One at a time the order is that of the server; else it is that of signing.
    let limit = seed % 2 == 0 ? 1 : nil
    // Each refusal is sent when the one before it has been parked, the token when all have been.
    let handler = Locked<OAuth2Handler?>(nil)
    let parked = { @Sendable (count: Int) async in
      while handler.withLock({ $0 })?.core.withLock({ $0.state.parkedCount }) ?? 0 < count {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    let stage = try await Stage {
      $0.maximumConcurrentReplays = limit
    } token: { _ in
      await parked(10)
      return .token("A2".secret, refresh: "R2".secret, expiresIn: "3600")
    } resource: { request in
      guard request.bearer == "A1".secret else { return .json("{}") }
      await gate.pass()
      await parked(order.firstIndex(of: request.path) ?? 0)
      return .invalidToken
    }
    handler.withLock { $0 = stage.handler }
    let responses = await stage.get(times: 10) { "/\($0)" }
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(stage.tokenRequests.count == 1)
    #expect(stage.tokenRequests.first?.formValue("refresh_token") == "R1".secret)
    let repeated = stage.resourceRequests.filter { $0.bearer == "A2".secret }.map(\.path)
    #expect(Set(repeated) == Set(order))
    #expect(repeated.count == 10)
    if limit != nil { #expect(repeated == order) }
    #expect(try await stage.store.token(for: stage.handler.key)?.refreshToken == "R2".secret)
    await stage.server.stop()
  }

  /// r01, as they were made: the order at the server too, one at a time.
  @Test func repeatsInTheOrderOfCreationOneAtATime() async throws {
    let gate = Gate(10)
    let stage = try await Stage {
      $0.replayOrder = .creation
      $0.maximumConcurrentReplays = 1
    } token: { _ in
      .token("A2".secret, delay: .milliseconds(200))
    } resource: { request in
      guard request.bearer == "A1".secret else {
        var response = ServerResponse.json("{}")
        response.delay = .milliseconds(2)
        return response
      }
      await gate.pass()
      var response = ServerResponse.invalidToken
      response.delay = .milliseconds(60 - 6 * (Int(request.path.dropFirst()) ?? 0))
      return response
    }
    // Started one after another, so that the order of creation is known.
    let calls = await withTaskGroup(of: Response<Data>.self) { group in
      for index in 0..<10 {
        group.addTask { await stage.get("/\(index)") }
        await stage.server.requests(count: index + 1)
      }
      return await group.reduce(into: [Response<Data>]()) { $0.append($1) }
    }
    #expect(calls.allSatisfy { $0.status == 200 })
    let replayed = stage.resourceRequests.filter { $0.bearer == "A2".secret }.map(\.path)
    #expect(replayed == (0..<10).map { "/\($0)" })
    await stage.server.stop()
  }

  /// r02: the refresh is refused while calls wait.
  @Test func aRefusedGrantEndsTheSessionOnceAndTellsEveryone() async throws {
    let gate = Gate(5)
    let stage = try await Stage { _ in
      var response = ServerResponse.json(
        "{\"error\":\"invalid_grant\",\"error_description\":\"Token was revoked\"}",
        status: 400
      )
      response.delay = .milliseconds(30)
      return response
    } resource: { _ in
      await gate.pass()
      return .status(401)
    }
    let responses = await stage.get(times: 5)
    for response in responses {
      #expect(response.error?.kind == .authorization)
      #expect(response.error?.status == 401)
      #expect(response.oauthError?.kind == .invalidGrant)
      #expect(response.oauthError?.code == "invalid_grant")
      #expect(response.oauthError?.serverDescription == "Token was revoked")
    }
    let ends = stage.events.all.count { if case .sessionEnded = $0 { true } else { false } }
    #expect(ends == 1)
    #expect(stage.handler.token == nil)
    #expect(try await stage.store.token(for: stage.handler.key) == nil)

    let later = await stage.get()
    #expect(later.oauthError?.kind == .signInRequired)
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  /// r03: the server refuses fresh tokens too.
  @Test func aServerThatAlwaysRefusesIsNotAskedForEver() async throws {
    let issued = Counter()
    let stage = try await Stage { _ in
      .token("fresh\(issued.next())".secret, refresh: "R1".secret, expiresIn: "3600")
    } resource: { _ in
      .status(401)
    }
    let first = await stage.get()
    #expect(first.oauthError?.kind == .refusedAfterRefresh)
    #expect(first.error?.status == 401)
    #expect(first.history.count == 2)
    #expect(stage.tokenRequests.count == 1)
    var kinds: [OAuth2Error.Kind?] = []
    for _ in 0..<10 { kinds.append(await stage.get().oauthError?.kind) }
    #expect(stage.tokenRequests.count == 3)
    #expect(kinds.prefix(2).allSatisfy { $0 == .refusedAfterRefresh })
    #expect(kinds.dropFirst(2).allSatisfy { $0 == .refreshBudgetSpent })
    await stage.server.stop()
  }

  /// r04: neither refresh token nor lifetime in the response, other letter case of the type.
  @Test func aRefreshWithoutRefreshTokenKeepsTheOldOne() async throws {
    let tokens = Counter()
    let uses = Counter()
    let stage = try await Stage { request in
      guard request.formValue("refresh_token") == "R1".secret else { return .status(400) }
      return tokens.next() == 1
        ? .json("{\"access_token\":\"\("A2".secret)\",\"token_type\":\"BEARER\"}")
        : .json("{\"access_token\":\"\("A3".secret)\"}")
    } resource: { request in
      switch request.bearer {
      case "A2".secret where uses.next() == 1, "A3".secret: .json("{}")
      default: .status(401)
      }
    }
    #expect(await stage.get().status == 200)
    #expect(stage.handler.token?.expiresAt == nil)
    #expect(await stage.get().status == 200)
    #expect(
      stage.tokenRequests.map { $0.formValue("refresh_token") } == ["R1".secret, "R1".secret]
    )
    #expect(stage.handler.token?.refreshToken == "R1".secret)
    await stage.server.stop()
  }

  /// r05: the body of a repetition is sent whole, a file read again.
  @Test func bodiesAreSentAgainWhole() async throws {
    let path = "\(temporaryFolder())/photo"
    let photo = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    try photo.write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let tokens = Counter()
    let stage = try await Stage { _ in
      .token("A\(tokens.next() + 1)".secret, refresh: "R2".secret)
    } resource: { request in
      let wanted = request.path == "/json" ? "A3".secret : "A2".secret
      return request.bearer == wanted ? .json("{}", status: 201) : .status(401)
    }
    let progress = Collected<Int64>()
    var upload = stage.call("/photos", .post)
    upload.multipart(parts: [.file("photo", FilePart(path: path))])
    let response = await stage.session.call(upload, as: .data)
      .onUploadProgress { sent, _ in progress.append(sent) }.response
    #expect(response.status == 201)
    let bodies = stage.resourceRequests.map(\.body)
    #expect(bodies.count == 2)
    #expect(bodies.first == bodies.last)
    #expect(bodies.first?.count ?? 0 > photo.count)
    let lengths = stage.resourceRequests.map { $0.fields["Content-Length"] }
    #expect(lengths.allSatisfy { $0 == "\(bodies.first?.count ?? 0)" })
    // Progress begins anew with the second try.
    let falls = zip(progress.all, progress.all.dropFirst()).count { $0 > $1 }
    #expect(falls == 1)

    var note = stage.call("/json", .post)
    note.json(JSONValue.object(["a": 1]))
    #expect(await stage.session.response(for: note).status == 201)
    let notes = stage.resourceRequests.filter { $0.path == "/json" }
    #expect(notes.map { String(decoding: $0.body, as: UTF8.self) } == ["{\"a\":1}", "{\"a\":1}"])
    #expect(notes.map { $0.fields["Content-Length"] } == ["7", "7"])
    await stage.server.stop()
  }

  @Test func aBodyThatCanBeSentOnlyOnceFailsWithItsOwnError() async throws {
    let stage = try await Stage { _ in
      .token("A2".secret)
    } resource: { request in
      request.bearer == "A2".secret ? .json("{}") : .status(401)
    }
    let pieces = Locked([Data("once".utf8)])
    var upload = stage.call("/once", .post)
    upload.upload(
      .stream(BodyStream(next: { pieces.withLock { $0.popLast() } })),
      contentType: "text/plain"
    )
    let response = await stage.session.response(for: upload)
    #expect(response.error?.kind == .bodyNotReplayable)
    // The token is new even so: the program's own second try succeeds.
    #expect(stage.resourceRequests.count == 1)
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  /// r06: the token endpoint is on the same host and answers 401 itself.
  @Test(.timeLimit(.minutes(1)))
  func theTokenRequestGoesPastTheHandler() async throws {
    let stage = try await Stage { _ in
      .json(
        "{\"error\":\"invalid_client\"}",
        status: 401,
        fields: ["WWW-Authenticate": "Basic"]
      )
    } resource: { _ in
      .status(401)
    }
    let responses = await stage.get(times: 3)
    for response in responses {
      #expect(response.error?.kind == .authorization)
      #expect(response.oauthError?.kind == .invalidClient)
    }
    #expect(stage.tokenRequests.count == 1)
    #expect(stage.tokenRequests.first?.fields["Authorization"]?.hasPrefix("Basic ") == true)
    #expect(stage.handler.token?.accessToken == "A1".secret)
    await stage.server.stop()
  }

  struct SecretForm: Sendable {
    var id: String
    var secret: String?
    var isInBody: Bool?
    var authorization: String?
    var body: [String: String]
  }

  /// r07: id and secret with characters that mean something elsewhere.
  @Test(arguments: [
    SecretForm(
      id: "a:b c",
      secret: "p+q&r%s/é",
      isInBody: false,
      authorization: "Basic " + Array("a%3Ab+c:p%2Bq%26r%25s%2F%C3%A9".utf8).base64Text,
      body: ["grant_type": "client_credentials"]
    ),
    SecretForm(
      id: "a:b c",
      secret: "p+q&r%s/é",
      isInBody: true,
      body: [
        "grant_type": "client_credentials", "client_id": "a:b c", "client_secret": "p+q&r%s/é",
      ]
    ),
    SecretForm(id: "pub", body: ["grant_type": "client_credentials", "client_id": "pub"]),
  ])
  func theClientProvesItselfInOneWay(_ form: SecretForm) async throws {
    let stage = try await Stage(start: nil) { settings in
      settings.clientID = form.id
      settings.clientSecret = form.secret
      settings.grant = .clientCredentials
      if let isInBody = form.isInBody {
        settings.clientAuthentication = isInBody ? .post : .basic
      }
    } token: { _ in
      .token("A", expiresIn: "\"3600\"")
    } resource: { request in
      request.bearer == "A" ? .json("{}") : .status(401)
    }
    #expect(await stage.get().status == 200)
    let request = try #require(stage.tokenRequests.first)
    #expect(request.fields["Authorization"] == form.authorization)
    let sent = Dictionary(request.formItems.map { ($0.name, $0.value) }) { first, _ in first }
    #expect(sent == form.body)
    #expect(stage.handler.token?.expiresAt != nil)
    await stage.server.stop()
  }

  /// r23: calls made while a refresh runs wait for it.
  @Test func callsMadeDuringARefreshWaitForIt() async throws {
    let stage = try await Stage {
      $0.maximumConcurrentReplays = 1
    } token: { _ in
      .token("A2".secret, refresh: "R2".secret, delay: .milliseconds(600))
    } resource: { request in
      request.bearer == "A2".secret ? .json("{}") : .status(401)
    }
    let responses = await Self.firstAndLate(stage)
    #expect(responses.allSatisfy { $0.status == 200 })
    #expect(stage.resourceRequests.filter { $0.bearer == "A1".secret }.map(\.path) == ["/first"])
    #expect(stage.resourceRequests.filter { $0.bearer == "A2".secret }.count == 6)
    let senders = stage.monitor.all.compactMap { entry in
      if case .sent(_, let path, "Bearer A2".secret) = entry { path } else { nil }
    }
    #expect(senders.first == "/first")
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  /// r23 with a failed refresh: what was held is never sent.
  @Test func callsHeldDuringAFailedRefreshAreNeverSent() async throws {
    let stage = try await Stage { _ in
      var response = ServerResponse.json("{\"error\":\"invalid_grant\"}", status: 400)
      response.delay = .milliseconds(600)
      return response
    } resource: { _ in
      .status(401)
    }
    let responses = await Self.firstAndLate(stage)
    #expect(responses.allSatisfy { $0.oauthError?.kind == .invalidGrant })
    #expect(stage.resourceRequests.map(\.path) == ["/first"])
    await stage.server.stop()
  }

  private static func firstAndLate(_ stage: Stage) async -> [Response<Data>] {
    await withTaskGroup(of: Response<Data>.self) { group in
      group.addTask { await stage.get("/first") }
      // The token request is under way.
      await stage.server.requests(count: 2)
      for index in 0..<5 { group.addTask { await stage.get("/late/\(index)") } }
      return await group.reduce(into: [Response<Data>]()) { $0.append($1) }
    }
  }

  /// r24: a refusal that only its body tells.
  @Test func aRefusalCanBeToldByItsBody() async throws {
    let stage = try await Stage {
      $0.isRefusal = { _, error in
        guard error.status == 400, let body = error.body,
          let value = try? JSONValue(jsonData: body)
        else { return false }
        return value["code"] == "token_expired"
      }
    } token: { _ in
      .token("A2".secret, refresh: "R2".secret)
    } resource: { request in
      request.bearer == "A2".secret
        ? .json("{}") : .json("{\"code\":\"token_expired\"}", status: 400)
    }
    #expect(await stage.get().status == 200)
    #expect(stage.tokenRequests.count == 1)
    await stage.server.stop()
  }

  /// n33: an empty list of security, optional security, mandatory security.
  @Test func onlyWhatTheOperationAsksForIsSigned() async throws {
    let stage = try await Stage { _ in
      .status(500)
    } resource: { _ in
      .status(204)
    }
    var login = stage.call("/login", .post)
    login.security = .none
    var feed = stage.call("/feed")
    feed.security = .optional(.scheme("oauth", "read"))
    _ = await stage.session.response(for: login, as: .empty)
    _ = await stage.session.response(for: feed, as: .empty)
    _ = await stage.session.response(for: stage.call("/me", scopes: ["read"]), as: .empty)
    #expect(stage.resourceRequests.map(\.path) == ["/login", "/feed", "/me"])
    #expect(stage.resourceRequests.map(\.bearer) == [nil, "A1".secret, "A1".secret])
    await stage.server.stop()
  }

  @Test func optionalSecurityGoesWithoutWhereThereIsNoToken() async throws {
    let stage = try await Stage(start: nil) { _ in
      .status(500)
    } resource: { _ in
      .status(204)
    }
    var feed = stage.call("/feed")
    feed.security = .optional(.scheme("oauth", "read"))
    #expect(await stage.session.response(for: feed, as: .empty).status == 204)
    #expect(stage.resourceRequests.map(\.bearer) == [nil])
    let me = await stage.get("/me")
    #expect(me.oauthError?.kind == .signInRequired)
    #expect(stage.server.requests.count == 1)
    await stage.server.stop()
  }
}

/// A new folder that goes when the test's process does not need it any more.
func temporaryFolder() -> String {
  let path =
    "\(FileManager.default.temporaryDirectory.path())/oauth2-\(UInt64.random(in: 0...UInt64.max))"
  try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  return path
}

import Foundation
import Testing

@testable import EndpointKit

struct Item: Model, EmptyTestable {
  var a: Int
  init(a: Int) { self.a = a }
  static var coding: ValueCoding { fields(.init("a", \.a)) }
}
protocol EmptyTestable {}

struct Problem: Model {
  var message: String
  static var coding: ValueCoding { fields(.init("message", \.message)) }
}

struct SessionTests {
  static func endpoint(_ method: HTTPMethod = .get, _ path: String = "/e") -> Endpoint {
    var endpoint = Endpoint(method, path, id: "op")
    endpoint.accept("application/json")
    endpoint.failure(404, Problem.self)
    endpoint.failure(.range(4), [Int].self)
    endpoint.failure(.default, String.self)
    return endpoint
  }

  @Test(arguments: [true, false])
  func aValueIsDecodedAndFieldsAreSent(_ cancelsGroups: Bool) async throws {
    let transport = ScriptedTransport(cancelsGroups: cancelsGroups) { _, _ in .json(#"{"a":1}"#) }
    let session = Session.test(transport) { $0.fields = ["X-Default": "1", "X-Other": "2"] }
    let call = Call<Item>(session, Self.endpoint()).header("x-other", "3").query("q", "a b")
      .query("l", [1, 2]).timeout(.seconds(7))
    #expect(try await call.value == Item(a: 1))
    let request = try #require(transport.requests.first)
    #expect(request.url.description == "https://api.test/v1/e?q=a%20b&l=1&l=2")
    #expect(
      request.fields.map(\.description) == [
        "User-Agent: EndpointKit/0.1", "X-Default: 1", "Accept: application/json", "x-other: 3",
      ]
    )
    #expect(transport.options.first?.timeout == .seconds(7))
    #expect(session.activeCalls == 0)
  }

  @Test func serversOfSessionOperationAndCall() async throws {
    let transport = ScriptedTransport(.json("1"))
    let session = Session.test(
      transport,
      server: Server(
        "https://{region}.test:{port}/{base}",
        variables: ["region": "eu", "port": "8443", "base": "v2"]
      )
    )
    var endpoint = Self.endpoint()
    _ = try await session.value(of: endpoint, as: .json)
    endpoint.server = Server("https://uploads.test")
    _ = try await session.value(of: endpoint, as: .json)
    _ = try await Call<Int>(session, endpoint).server("/v3").value
    #expect(
      transport.requests.map(\.url.description) == [
        "https://eu.test:8443/v2/e", "https://uploads.test/e", "https://eu.test:8443/v3/e",
      ]
    )
  }

  @Test(arguments: ["/v1", "ftp://x/", "", "api.test", "https://{region}.test/"])
  func aServerThatIsNoURLFailsEveryCall(_ server: String) async {
    let transport = ScriptedTransport(.json("1"))
    let session = Session.test(transport, server: Server(server))
    let error = await session.response(for: Self.endpoint()).error
    #expect(error?.kind == .requestEncoding)
    #expect(error?.operationID == "op")
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: ["https://bücher.test/v1", "https://xn--bcher-kva.test/v1"])
  func hostNamesAreASCIIOrAskedToBe(_ server: String) async {
    let transport = ScriptedTransport(.json("1"))
    let endpoints = [Self.endpoint(), Self.endpoint()]
    for (isCall, endpoint) in zip([true, false], endpoints) {
      let session = Session.test(transport, server: isCall ? "https://api.test" : Server(server))
      let call = Call<Int>(session, endpoint)
      let error = await failure(of: isCall ? call.server(server) : call)
      let isPlain = server.contains("xn--")
      #expect((error == nil) == isPlain)
      #expect((error?.reason.contains("Punycode") ?? false) == !isPlain)
    }
  }

  @Test func problemsOfTheEndpointAreReportedBeforeSending() async {
    let transport = ScriptedTransport(.json("1"))
    var endpoint = Endpoint(.get, "/keys/{key}/", id: "get")
    endpoint.path("key", "")
    let error = await Session.test(transport).response(for: endpoint).error
    #expect(error?.kind == .requestEncoding)
    #expect(error?.description.contains("'key' is empty") == true)
    #expect(transport.requests.isEmpty)
  }

  @Test(arguments: [
    (404, #"{"message":"gone"}"#, "application/json"), (422, "[1,2]", "application/json"),
    (500, "broken", "text/plain"), (404, "not json", "application/json"),
    (404, "", "application/json"),
  ])
  func documentedFailuresArriveDecoded(_ status: Int, _ body: String, _ type: String) async {
    let transport = ScriptedTransport(.make(status, ["Content-Type": type], body))
    let response = await Call<Item>(Session.test(transport), Self.endpoint()).response
    let error = response.error
    #expect(error?.kind == .unacceptableStatus)
    #expect(error?.status == status)
    #expect(error?.body == Data(body.utf8))
    #expect(error?.body(as: Problem.self)?.message == (body.contains("gone") ? "gone" : nil))
    #expect(error?.body(as: [Int].self) == (status == 422 ? [1, 2] : nil))
    #expect(error?.body(as: String.self) == (status == 500 ? "broken" : nil))
    #expect(response.history.map(\.status) == [status])
  }

  @Test func noBytesAreAText() async {
    var endpoint = Endpoint(.get, "/", id: "op")
    endpoint.failure(500, String.self, as: .text)
    let session = Session.test(ScriptedTransport(.make(500, ["Content-Type": "text/plain"], "")))
    #expect(await Call<Item>(session, endpoint).response.error?.body(as: String.self) == "")
  }

  @Test func errorsCarryAtMost64KBOfTheBody() async {
    let transport = ScriptedTransport(
      .make(404, [:], #"{"message":"\#(String(repeating: "x", count: 100_000))"}"#)
    )
    let error = await failure(of: Call<Item>(Session.test(transport), Self.endpoint()))
    #expect(error?.body?.count == 64 << 10)
    #expect(error?.body(as: Problem.self)?.message.count == 100_000)
  }

  // MARK: Empty bodies

  @Test(arguments: [
    (200, ""), (204, ""), (204, "ignored"), (205, ""),
  ])
  func responsesWithoutContentAreNilWhereTheTypeAllows(_ status: Int, _ body: String) async throws {
    let transport = ScriptedTransport(.json(body, status: status))
    let session = Session.test(transport)
    #expect(try await Call<Item?>(session, Self.endpoint()).value == nil)
    let error = await failure(of: Call<Item>(session, Self.endpoint()))
    #expect(error?.kind == .emptyBody)
    #expect(error?.status == status)
  }

  @Test func anOptionalValueIsReadWhereThereIsOne() async throws {
    let session = Session.test(ScriptedTransport(.json(#"{"a":2}"#)))
    #expect(try await Call<Item?>(session, Self.endpoint()).value == Item(a: 2))
  }

  @Test func callsWithoutContentSucceedWithAnyBody() async throws {
    let session = Session.test(ScriptedTransport(.make(200, ["Content-Type": "text/plain"], "OK")))
    try await Call<Void>(session, Self.endpoint(.delete)).value
  }

  @Test func headNeverReadsABody() async throws {
    let fields: HTTPFields = ["Content-Length": "10", "X-Total": "7", "Content-Type": "text/html"]
    let session = Session.test(ScriptedTransport(.make(200, fields)))
    let response = await Call<Item?>(session, Self.endpoint(.head)).response
    #expect(try response.get() == nil)
    #expect(response.head?.fields.decode("x-total") == 7)
  }

  // MARK: Content types

  @Test(arguments: [
    "Application/JSON;Charset=UTF-8", "application/vnd.acme.v2+json", "application/json", "",
  ])
  func jsonOfAnyNameIsDecoded(_ type: String) async throws {
    let fields: HTTPFields = type.isEmpty ? [:] : ["Content-Type": type]
    let session = Session.test(ScriptedTransport(.make(200, fields, #"{"a":1}"#)))
    #expect(try await Call<Item>(session, Self.endpoint()).value == Item(a: 1))
    #expect(try await Call<Item>(session, Endpoint(.get, "/")).value == Item(a: 1))
  }

  @Test func aPageWhereJSONIsDueIsToldByItsType() async throws {
    let session = Session.test(
      ScriptedTransport(.make(200, ["Content-Type": "text/html"], "<html>"))
    )
    let call = Call<Item>(session, Self.endpoint())
    let error = await failure(of: call)
    #expect(error?.kind == .unacceptableContentType)
    #expect(error?.description.contains("text/html") == true)
    #expect(await failure(of: call.validate(.none))?.kind == .decoding)
    let text = await call.validate(contentTypes: "text/*").response(as: .string)
    #expect(try text.get() == "<html>")
  }

  @Test func acceptIsWhatTheCallReadsWhereTheOperationDoesNotSay() async throws {
    let transport = ScriptedTransport(.json("1"))
    let session = Session.test(transport)
    let endpoint = Endpoint(.get, "/")
    _ = try await Call<Int>(session, endpoint).value
    _ = await session.response(for: endpoint, as: .data)
    #expect(transport.requests.map { $0.fields["Accept"] } == ["application/json", nil])
  }

  @Test func decodingFailuresTellWhere() async throws {
    let session = Session.test(ScriptedTransport(.json(#"{"a":"x"}"#)))
    let error = try #require(await failure(of: Call<Item>(session, Self.endpoint())))
    #expect(error.kind == .decoding)
    #expect(error.underlying is JSONDecodingError)
    #expect(error.reason.contains("Item"))
    #expect(error.reason.contains("a"))
    #expect(error.body == Data(#"{"a":"x"}"#.utf8))
    #expect(error.operationID == "op")
  }

  // MARK: Several success types

  enum Report: StatusUnion {
    case ok(Item), accepted(Problem), noContent, image(Data)
    case undocumented(status: Int, body: Data)
    static let statuses = StatusVariants<Report>(
      .init(200, Self.ok),
      .init(200, mediaType: "image/*", as: .data, Self.image),
      .init(202, Self.accepted),
      .init(204, Self.noContent),
      undocumented: Self.undocumented
    )
  }

  @Test func theStatusDecidesTheCase() async throws {
    func report(_ response: TransportResponse) async throws -> Report {
      var endpoint = Endpoint(.get, "/report")
      endpoint.success(200, 202, 204)
      endpoint.failure(500, Problem.self)
      endpoint.accept("application/json", "image/*")
      return try await Call<Report>(Session.test(ScriptedTransport(response)), endpoint).value
    }
    guard case .ok(let item) = try await report(.json(#"{"a":1}"#)), item.a == 1,
      case .accepted = try await report(.json(#"{"message":"t"}"#, status: 202)),
      case .noContent = try await report(.json("", status: 204)),
      case .image(let data) = try await report(.make(200, ["Content-Type": "image/png"], "PNG")),
      data.count == 3, case .undocumented(203, _) = try await report(.json("x", status: 203))
    else {
      Issue.record("a status led to another case")
      return
    }
    await #expect(throws: ClientError.self) { try await report(.json("{}", status: 500)) }
  }

  @Test func statusesCanBeAllowedAndForbidden() async throws {
    let transport = ScriptedTransport(.json("1", status: 409))
    let call = Call<Int>(Session.test(transport), Self.endpoint())
    #expect(try await call.validate(statuses: [409]).value == 1)
    var endpoint = Self.endpoint()
    endpoint.success(409)
    #expect(try await Call<Int>(Session.test(transport), endpoint).value == 1)
    let ok = Call<Int>(Session.test(ScriptedTransport(.json("1"))), Self.endpoint())
    #expect(await failure(of: ok.validate(statuses: 201..<300))?.kind == .unacceptableStatus)
  }

  @Test func ownChecksJudgeAcceptableResponses() async throws {
    struct TooSmall: Error {}
    let call = Call<Int>(Session.test(ScriptedTransport(.json("1"))), Self.endpoint())
    let error = await failure(
      of: call.validate { _, _, body in if body.count < 5 { throw TooSmall() } }
    )
    #expect(error?.kind == .unacceptableStatus)
    #expect(error?.underlying is TooSmall)
    #expect(try await call.validate { _, _, _ in }.value == 1)
  }

  @Test func malformedFieldsOfAnyOriginStopTheRequest() async {
    let transport = ScriptedTransport(.json("1"))
    let session = Session.test(transport)
    let bad = Call<Int>(session, Self.endpoint()).header("X", "a\r\nb")
    #expect(await failure(of: bad)?.kind == .requestEncoding)
    let adapter = Interceptor(adapt: { request, _ in request.fields["Y"] = "a\nb" })
    let adapted = Call<Int>(session, Self.endpoint()).interceptor(adapter)
    #expect(await failure(of: adapted)?.kind == .adaptation)
    #expect(transport.requests.isEmpty)
  }

  @Test func callersCannotFrameTheRequest() async throws {
    let transport = ScriptedTransport(.json("1"))
    var endpoint = Self.endpoint(.post)
    endpoint.header("Content-Length", 3)
    endpoint.json("body")
    let call = Call<Int>(Session.test(transport), endpoint).header("Transfer-Encoding", "chunked")
    _ = try await call.value
    let request = try #require(transport.requests.first)
    #expect(!request.fields.contains("Content-Length"))
    #expect(!request.fields.contains("Transfer-Encoding"))
    #expect(try await bodyText(request) == "\"body\"")
  }

  @Test func progressObserversAndLimitsReachTheTransport() async throws {
    let transport = ScriptedTransport(.json("1"))
    let seen = Locked<[Int64]>([])
    let call = Call<Int>(Session.test(transport), Self.endpoint())
      .onUploadProgress { sent, _ in seen.withLock { $0.append(sent) } }
      .onDownloadProgress { received, _ in seen.withLock { $0.append(received) } }
      .maximumBodySize(10).timeout(nil)
    _ = try await call.value
    let options = try #require(transport.options.first)
    options.uploadProgress?(1, 2)
    options.downloadProgress?(3, 4)
    #expect(seen.withLock { $0 } == [1, 3])
    #expect(options.maximumBodySize == 10)
    #expect(options.timeout == nil)
    #expect(options.target is Endpoint)
  }

  @Test func transportErrorsOfAnyTypeAreWrapped() async {
    struct Odd: Error {}
    let transport = ScriptedTransport { _, number in
      if number == 1 { throw Odd() }
      throw CancellationError()
    }
    let call = Call<Int>(Session.test(transport), Self.endpoint())
    let first = await failure(of: call)
    #expect(first?.kind == .network)
    #expect(first?.underlying is Odd)
    #expect(first?.request?.url.path == "/v1/e")
    #expect(await failure(of: call)?.kind == .cancelled)
  }
}

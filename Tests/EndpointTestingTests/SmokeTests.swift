import EndpointKit
import EndpointTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct SmokeTests {
  struct Pet: Model, Equatable {
    var id: Int
    var name: String?
    static var coding: ValueCoding { fields(.init("id", \.id), .init("name", \.name)) }
  }

  struct Problem: Model {
    var title: String
    static var coding: ValueCoding { fields(.init("title", \.title)) }
  }

  /// An operation that gets a pet, answered by a response.
  private func operation(_ status: Int, _ body: String) -> SmokeOperation {
    SmokeOperation(
      "GET /pets/{id}",
      id: "getPet",
      minimal: #"{"path":{"id":7}}"#,
      full: #"{"path":{"id":8},"query":{"tags":["a","b"]}}"#,
      response: SampleResponse(status: status, contentType: "application/json", body: body)
    ) { session, arguments in
      var endpoint = Endpoint(.get, "/pets/{id}", id: "getPet")
      let id: Int = try arguments.value("path", "id")
      let tags: [String]? = try arguments.optional("query", "tags")
      endpoint.path("id", id)
      endpoint.query("tags", tags)
      endpoint.failure(404, Problem.self)
      return Call<Pet>(session, endpoint)
    }
  }

  private func reports(
    _ operation: SmokeOperation,
    environment: [String: String] = [:]
  ) async -> [SmokeReport] {
    let run = SmokeRun([[operation]], environment: environment) { StubTransport.never }
    return await run.reports(of: operation)
  }

  @Test func `calls with minimal and full arguments and tells what became of it`() async {
    let reports = await reports(operation(200, #"{"id":7,"name":"Rex"}"#))
    #expect(
      reports.map(\.line) == [
        #"{"operation":"getPet","route":"GET /pets/{id}","set":"minimal","request":"GET /pets/7","status":200,"decoded":true,"equal":true}"#,
        #"{"operation":"getPet","route":"GET /pets/{id}","set":"full","request":"GET /pets/8?tags=a&tags=b","status":200,"decoded":true,"equal":true}"#,
      ]
    )
    #expect(reports.map(\.outcome.isGood) == [true, true])
  }

  @Test(arguments: [
    (200, #"{"id":"seven"}"#, "decoding"), (200, #"{"id":7,"tail":1}"#, "$.tail, which is gone"),
    (404, #"{"detail":"none"}"#, "unacceptableStatus"), (500, "{}", "unacceptableStatus"),
  ])
  func `what the document does not say is wrong`(
    _ status: Int,
    _ body: String,
    _ reason: String
  ) async {
    for report in await reports(operation(status, body)) {
      #expect(!report.outcome.isGood)
      #expect(report.outcome.status == status)
      #expect([report.outcome.error, report.outcome.difference].contains(reason))
    }
  }

  @Test func `a documented error is right too`() async {
    for report in await reports(operation(404, #"{"title":"No such pet"}"#)) {
      #expect(report.outcome.isGood)
      #expect(report.outcome.failureType == "Problem")
      #expect(!report.outcome.isDecoded)
    }
  }

  @Test func `calls of a file take the place of the samples`() async throws {
    let folder = FileManager.default.temporaryDirectory.path
    let calls = "\(folder)/calls-\(UUID()).jsonl"
    let output = "\(folder)/reports-\(UUID()).jsonl"
    defer {
      try? FileManager.default.removeItem(atPath: calls)
      try? FileManager.default.removeItem(atPath: output)
    }
    try Data(
      """
      {"route": "GET /pets/{id}", "set": "third", "call": "c3", "arguments": {"path": {"id": 3}}}
      {"route": "GET /pets/{id}", "set": "none", "arguments": {}}
      {"route": "GET /cats", "set": "other", "arguments": {}}

      """.utf8
    ).write(to: URL(filePath: calls))
    let reports = await reports(
      operation(200, #"{"id":3}"#),
      environment: ["GENCLIENT_SMOKE_CALLS": calls, "GENCLIENT_SMOKE_REPORT": output]
    )
    #expect(reports.map(\.set) == ["third", "none"])
    #expect(reports.map(\.call) == ["c3", nil])
    #expect(reports.map(\.outcome.isGood) == [true, false])
    #expect(reports.last?.outcome.message == "the path parameter 'id' has no sample")
    let written = try String(contentsOfFile: output, encoding: .utf8)
    #expect(written == reports.map { $0.line + "\n" }.joined())
  }

  @Test func `a server and credentials come from the environment`() async throws {
    let transport = StubTransport.json(#"{"id":7}"#)
    let run = SmokeRun(
      [
        [
          SmokeOperation(
            "GET /pets/{id}",
            id: "getPet",
            minimal: "{}",
            full: "{}",
            response: SampleResponse()
          ) { session, _ in
            var endpoint = Endpoint(.get, "/pets/7", id: "getPet")
            endpoint.security = .any(.all(.scheme("key"), .scheme("login"), .scheme("tls")))
            endpoint.server = Server("https://elsewhere.example.com")
            return Call<Pet>(session, endpoint)
          }
        ]
      ],
      credentials: ["key": .apiKey(.query, "k"), "login": .basic, "tls": .mutualTLS],
      environment: [
        "GENCLIENT_SMOKE_URL": "http://localhost:1/base",
        "GENCLIENT_SMOKE_CREDENTIALS": #"{"key":"s3","login":"ada:pw"}"#,
      ]
    ) { transport }
    for operation in run.operations { _ = await run.reports(of: operation) }
    let request = try #require(transport.requests.first)
    #expect(request.url.description == "http://localhost:1/base/pets/7?k=s3")
    #expect(request.fields["Authorization"] == "Basic YWRhOnB3")
    #expect(transport.requests.count == 2)
  }

  @Test func `content is read as its type, bytes from base64`() throws {
    let arguments = try SmokeArguments(
      json: #"""
        {"body": {"contentType": "text/csv", "base64": "AAE=", "value": {"id": 1, "name": {"$base64": "aGk="}}}}
        """#
    )
    #expect(try arguments.body() == Pet(id: 1, name: "aGk="))
    guard case .data(let data) = try arguments.upload().source else {
      Issue.record("an upload is in memory")
      return
    }
    #expect(data == Data([0, 1]))
    #expect(try arguments.bodyType(among: ["application/json", "text/*"]) == "text/*")
    #expect(try arguments.bodyType(among: ["application/octet-stream"]) != nil)
    #expect(throws: SmokeFault.self) { try arguments.bodyType(among: ["application/json"]) }
    let none = try SmokeArguments(json: "{}")
    #expect(try none.bodyType(among: ["application/json"]) == nil)
    #expect(try none.optionalBody() as Pet? == nil)
    #expect(none.contentType() == "application/octet-stream")
    #expect(try none.nullableBody() as Nullable<Pet> == .absent)
    let null = try SmokeArguments(json: #"{"body": {"contentType": "image/png", "value": null}}"#)
    #expect(null.contentType() == "image/png")
    #expect(try null.nullableBody() as Nullable<Pet> == .null)
    #expect(try arguments.nullableBody() == .value(Pet(id: 1, name: "aGk=")))
    #expect(throws: SmokeFault.self) { try none.body() as Pet }
    #expect(try arguments.parts().map(\.name) == ["id", "name"])
  }
}

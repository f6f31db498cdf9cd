import Foundation
import Testing

@testable import EndpointKit

struct ResponseTests {
  struct Oops: Error {}

  static func response(_ transportResponse: TransportResponse = .json("3")) async -> Response<Int> {
    await Call<Int>(Session.test(ScriptedTransport(transportResponse)), Endpoint(.get, "/a"))
      .response
  }

  @Test func valuesAreMapped() async throws {
    let response = await Self.response()
    #expect(try response.map { $0 * 2 }.get() == 6)
    #expect(try response.tryMap { $0 + 1 }.get() == 4)
    #expect(try response.flatMap { .success("\($0)") }.get() == "3")
    let failed = response.tryMap { _ -> Int in throw Oops() }
    #expect(failed.error?.kind == .serialization)
    #expect(failed.error?.underlying is Oops)
    #expect(failed.error?.body == Data("3".utf8))
    #expect(failed.head?.status == 200)
    let refused = response.flatMap { _ -> Result<Int, ClientError> in .failure(.init(.file, "f")) }
    #expect(refused.error?.kind == .file)
    #expect(response.mapError { _ in .init(.file, "f") }.value == 3)
  }

  @Test func errorsAreMapped() async {
    let response = await Self.response(.json("", status: 500))
    #expect(response.map { $0 * 2 }.error?.status == 500)
    #expect(response.mapError { _ in .init(.file, "f") }.error?.kind == .file)
    #expect(response.tryMapError { _ in Oops() }.error?.underlying is Oops)
    #expect(response.tryMapError { _ in throw Oops() }.error?.underlying is Oops)
    #expect(throws: ClientError.self) { try response.get() }
    #expect(response.value == nil)
    #expect(response.description.contains("status 500"))
  }

  @Test func resultsCarryTheErrorToo() async {
    let call = Call<Int>(Session.test(ScriptedTransport(.json("x"))), Endpoint(.get, "/"))
    let result = await call.result
    guard case .failure(let error) = result else {
      Issue.record("an unreadable body succeeded")
      return
    }
    #expect(error.kind == .decoding)
  }

  @Test func copiesOfErrorsChangeApart() {
    let first = ClientError(.network, "a")
    var second = first
    second.kind = .timeout
    second.operationID = "op"
    #expect(first.kind == .network)
    #expect(first.operationID == nil)
    #expect(second.reason == "a")
  }
}

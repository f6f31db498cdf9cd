import EndpointKit
import EndpointTesting
import Foundation
import GoldenNamesClash
import GoldenNamesReserved
import GoldenPetstore
import GoldenResponsesSeveral
import GoldenStreamingSse
import Testing

/// Clients that are generated with the responses that their documents show.
struct SampleTests {
  private func petstore(_ transport: StubTransport) async -> Petstore {
    let session = Petstore.session(
      transport: transport,
      signIn: OAuth2Settings(clientID: "test")
    )
    if let handler = session.signers["signIn"] as? OAuth2Handler {
      await handler.signIn(OAuth2Token(accessToken: "test"))
    }
    return Petstore(session: session)
  }

  @Test func callsAreAnsweredAsTheDocumentShows() async throws {
    let transport = StubTransport.samples()
    let petstore = await petstore(transport)
    let list = try await petstore.pets.listPets().value
    #expect(list.pets.count == 2)
    let pet = try await petstore.pets.getPet(petID: 1).value
    guard case .cat(let cat) = pet else {
      Issue.record("read as \(pet)")
      return
    }
    #expect(cat.name == "Mia")
    try await petstore.pets.removePet(petID: 1).value
    #expect(transport.exchanges.map(\.target?.endpoint.id) == ["listPets", "getPet", "removePet"])
  }

  @Test func errorsAreSamplesToo() async throws {
    let target = Petstore.PetsTarget.getPet(petID: 1)
    #expect(target.sample?.status == 200)
    #expect(target.sample(status: 404)?.contentType == "application/problem+json")
    #expect(target.sample(status: 403) == nil)
    let petstore = await petstore(StubTransport { try .sample(of: $0.target, status: 404) })
    let error = await petstore.pets.getPet(petID: 1).response.error
    #expect(error?.status == 404)
    #expect(error?.body(as: Petstore.Problem.self)?.title == "No such pet")
  }

  @Test func streamsAreSamplesOfTheirMediaType() async throws {
    let body = StreamingSse.ChatChatBody(prompt: "Hi")
    let targets: [StreamingSse.ChatTarget] = [.chat(body: body), .chatStream(body: body)]
    #expect(
      targets.map { $0.sample?.contentType } == ["application/json", "text/event-stream"]
    )
    let sse = StreamingSse(session: StreamingSse.session(transport: StubTransport.samples()))
    var count = 0
    for try await _ in sse.ticks.ticks().stream { count += 1 }
    #expect(count == 3)
  }

  @Test func everyJSONBodyIsAsItWas() throws {
    for samples in [
      NamesClash.samples, NamesReserved.samples, Petstore.samples, ResponsesSeveral.samples,
      StreamingSse.samples,
    ] {
      #expect("\(samples)".contains("status"))
      #expect(samples.responses(of: "none").isEmpty)
    }
    let body = try #require(Petstore.samples.responses(of: "addPet").first?.body)
    let value = try JSONValue(jsonData: Data(body.utf8))
    #expect(value["name"] == "Bello")
  }
}

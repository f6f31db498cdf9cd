import EndpointKit
import EndpointTesting
import GoldenBodiesForm
import GoldenBodiesMultipart
import GoldenEnums
import GoldenFormatsDates
import GoldenHeadersCookies
import GoldenNullability30
import GoldenParametersPath
import GoldenParametersQueryStyles
import GoldenSecuritySchemes
import GoldenServers
import Testing

struct RequestTests {
  @Test func scalarsAreWrittenPlainly() {
    let target = ParametersQueryStyles.ScalarsTarget.scalars(
      text: "a b&c+d",
      flag: true,
      big: 9_007_199_254_740_993,
      ratio: 0.1
    )
    let query = target.endpoint.query
    #expect(query.contains("text=a%20b%26c%2Bd"))
    #expect(query.contains("flag=true"))
    #expect(query.contains("big=9007199254740993"))
    #expect(query.contains("ratio=0.1"))
  }

  @Test(arguments: [
    (Nullable<Nullability30.Person>.absent, String?.none),
    (.null, "null"),
    (.value(.init(name: "A")), #"{"name":"A"}"#),
  ])
  func noBodyNullAndAValueAreThreeThings(
    _ driver: Nullable<Nullability30.Person>,
    _ text: String?
  ) {
    let endpoint = Nullability30.CarsTarget.setDriver(plate: "HH-1", body: driver).endpoint
    #expect(Self.text(of: endpoint) == text)
    #expect(endpoint.fields["Content-Type"] == text.map { _ in "application/json" })
  }

  @Test func aRequiredBodyThatIsNilIsNull() {
    let endpoint = Nullability30.CarsTarget.replaceDriver(plate: "HH-1", body: nil).endpoint
    #expect(Self.text(of: endpoint) == "null")
  }

  private static func text(of endpoint: Endpoint) -> String? {
    guard case .data(let data)? = endpoint.body?.source else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  @Test func listsHaveTheirStyles() {
    let words = ["x", "y,z"]
    let endpoint = ParametersQueryStyles.ListsTarget.lists(
      form: words,
      formx: words,
      spaces: words,
      pipes: words
    ).endpoint
    #expect(endpoint.problem == nil)
    #expect(
      endpoint.query == "form=x,y%2Cz&formx=x&formx=y%2Cz&spaces=x%20y%2Cz&pipes=x%7Cy%2Cz"
    )
  }

  @Test func objectsHaveTheirStyles() {
    let point = ParametersQueryStyles.Point(x: 1, y: 2)
    let endpoint = ParametersQueryStyles.ObjectsTarget.objects(
      form: point,
      formx: point,
      deep: .init(name: "n", min: 3)
    ).endpoint
    #expect(endpoint.query == "form=x,1,y,2&x=1&y=2&deep%5Bname%5D=n&deep%5Bmin%5D=3")
  }

  @Test func aClientCertificateIsAnArgumentOfTheSession() async {
    let transport = StubTransport { _ in .status(204) }
    let bare = SecuritySchemes.session(transport: transport)
    let refused = await SecuritySchemes(session: bare).odd.odd().response
    #expect(refused.error?.kind == .authorization)
    #expect(transport.requests.isEmpty)
    let session = SecuritySchemes.session(transport: transport, mutual: MutualTLS())
    let response = await SecuritySchemes(session: session).odd.odd().response
    #expect(response.status == 204)
  }

  @Test func pathValuesCannotEscapeTheirPlace() {
    let endpoint = ParametersPath.KeysTarget.getKey(key: "a/b?c%20é#").endpoint
    #expect(endpoint.problem == nil)
    #expect(endpoint.path.contains("a%2Fb%3Fc%2520%C3%A9%23"))
    #expect(ParametersPath.KeysTarget.getKey(key: "").endpoint.problem != nil)
    // A dot segment would be taken out on the way: it is refused before anything is sent.
    #expect(ParametersPath.KeysTarget.getKey(key: "..").endpoint.problem != nil)
  }

  @Test func signsSurviveAQuery() {
    #expect(Enums.VotesTarget.listVotes(opinion: .plus1).endpoint.query == "opinion=%2B1")
    #expect(Enums.VotesTarget.listVotes(opinion: .minus1).endpoint.query == "opinion=-1")
  }

  @Test func instantsBytesAndNumbersHaveOneSpelling() throws {
    let blob = EndpointKit.Data([0xFB, 0xFF])
    let endpoint = ParametersQueryStyles.ScalarsTarget.scalars(
      text: "",
      blob: blob,
      level: .value2
    ).endpoint
    #expect(endpoint.query.contains("blob=%2B%2F8%3D"))
    #expect(endpoint.query.contains("level=2"))
    let since = EndpointKit.Date(timeIntervalSince1970: 1_714_557_600)
    let events = FormatsDates.EventsTarget.listEvents(since: since).endpoint
    #expect(events.query == "since=2024-05-01T10%3A00%3A00Z")
  }

  @Test func pathValuesGoByNameInTheOrderOfThePath() {
    let endpoint = ParametersPath.ReposTarget.getFile(owner: "o", repo: "r", number: 5).endpoint
    #expect(endpoint.path == "/repos/o/r/files/5")
    #expect(
      ParametersPath.FilesTarget.getFileByName(name: "a.b", ext: .tarGz).endpoint.path
        == "/files/a.b.tar.gz"
    )
  }

  @Test func theSlashAtTheEndStays() {
    let endpoint = ParametersPath.KeysTarget.getKey(key: "a/b?c&d%20\u{e9}#").endpoint
    #expect(
      ["/keys/a%2Fb%3Fc%26d%2520%C3%A9%23/", "/keys/a%2Fb%3Fc&d%2520%C3%A9%23/"]
        .contains(endpoint.path)
    )
  }

  @Test func cookiesShareOneHeader() async throws {
    let transport = StubTransport.json("{}")
    let client = HeadersCookies(session: HeadersCookies.session(transport: transport))
    _ = try await client.thing.getThing(xRequestID: .init(), session: "a b", ids: [1, 2]).value
    let fields = try #require(transport.requests.first?.fields)
    #expect(fields["Cookie"] == "session=a%20b; ids=1,2")
  }

  @Test func formsRepeatListsAndLeaveOutWhatIsNotThere() async throws {
    let body = BodiesForm.ChargeChargeForm(
      amount: 5,
      live: true,
      tags: ["a", "b"],
      ids: [1, 2],
      meta: ["k": "v w"]
    )
    let transport = StubTransport.response(.status(204))
    let client = BodiesForm(session: BodiesForm.session(transport: transport))
    try await client.charge.charge(body: body).value
    let exchange = try #require(transport.exchanges.first)
    #expect(
      String(decoding: exchange.body, as: UTF8.self)
        == "amount=5&live=true&tags=a&tags=b&ids=1,2&meta%5Bk%5D=v+w"
    )
    #expect(exchange.request.fields["Content-Type"] == "application/x-www-form-urlencoded")
  }

  @Test func filesAreNamedAndTypedAndWhatIsNotThereIsNoPart() async throws {
    let transport = StubTransport.response(.status(201))
    let client = BodiesMultipart(session: BodiesMultipart.session(transport: transport))
    let photo = FilePart(data: EndpointKit.Data("png".utf8), filename: "a\"b\r\n.png")
    try await client.photos.uploadPhoto(body: .init(title: "t", photo: photo)).value
    try await client.photos.uploadPhoto(body: .init(photo: photo)).value
    let bodies = transport.exchanges.map { String(decoding: $0.body, as: UTF8.self) }
    let file =
      "Content-Disposition: form-data; name=\"photo\"; filename=\"a%22b%0D%0A.png\"\r\n"
      + "Content-Type: image/png\r\n\r\npng"
    #expect(bodies.allSatisfy { $0.contains(file) })
    #expect(bodies[0].contains("Content-Disposition: form-data; name=\"title\"\r\n"))
    #expect(bodies[1].split(separator: "Content-Disposition").count == 2)
  }
}

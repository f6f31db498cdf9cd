import EndpointKit
import EndpointTesting
import Foundation
import Testing

@testable import EndpointXML

#if canImport(FoundationXML)
import FoundationXML
#endif

struct XMLSerializerTests {
  static let feed = """
    <?xml version="1.0"?>
    <?style x?>
    <!-- by hand -->
    <feed xmlns="urn:feed" xmlns:m="urn:meta" updated="2024" m:page='1 &lt; 2'>
      <entry m:id="7"><title>A &amp; B &#8364;</title><m:note><![CDATA[a < b]]></m:note></entry>
      <entry/>
    </feed>
    """

  static func session(_ body: String, status: Int = 200) -> Session {
    let answer = StubResponse.text(body, status: status, contentType: "application/xml")
    return Session(server: "http://stub.test", transport: StubTransport.response(answer))
  }

  static func received(_ body: Data, _ method: HTTPMethod = .get) -> ReceivedResponse {
    let url = HTTPURL("http://stub.test/")!
    return ReceivedResponse(
      request: HTTPRequest(method, url),
      head: HTTPResponse(status: 200, fields: ["Content-Type": "application/xml"], url: url),
      body: body
    )
  }

  @Test func callsAreReadAsDocuments() async throws {
    let session = Self.session(Self.feed)
    let call = session.call(Endpoint(.get, "/feed"), as: .data)
    let response = await call.response(as: .xml)
    let root = try #require(try response.result.get().document.rootElement())
    #expect(root.name == "feed")
    #expect(root.uri == "urn:feed")
    let attributes = root.attributes?.map { "\($0.name ?? "")=\($0.stringValue ?? "")" }
    #expect(attributes.map(Set.init) == ["updated=2024", "m:page=1 < 2"])
    #expect(root.elements(forName: "entry").count == 2)
    let entry = try #require(root.elements(forName: "entry").first)
    #expect(entry.elements(forName: "title").first?.stringValue == "A & B €")
    #expect(entry.elements(forName: "m:note").first?.stringValue == "a < b")
    #expect(response.request?.fields["Accept"] == "application/xml")
  }

  @Test func functionsGoOnWithTheDocument() async throws {
    let session = Self.session("<a><b>1</b><b>2</b></a>")
    let endpoint = Endpoint(.get, "/")
    let texts = try await session.value(
      of: endpoint,
      as: XMLSerializer { try $0.nodes(forXPath: "/a/b").compactMap(\.stringValue) }
    )
    #expect(texts == ["1", "2"])
    let call = session.call(endpoint, as: .data)
    let mapped = try await call.reading(as: .xml.map { content in "\(content)" }).value
    #expect(mapped.contains("<a><b>1</b><b>2</b></a>"))
  }

  @Test func copiesAreTheCallersOwn() async throws {
    let content = try await Self.session("<a><b/></a>").value(of: Endpoint(.get, "/"), as: .xml)
    let first = content.document
    first.rootElement()?.name = "changed"
    #expect(content.document.rootElement()?.name == "a")
    #expect(content.read { $0.rootElement()?.name } == "a")
    let names = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<64 { group.addTask { content.document.rootElement()?.name } }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(names == ["a"])
    #expect(XMLContent(copying: first).read { $0.rootElement()?.name } == "changed")
  }

  /// What is malformed ends in an error, and never in a crash.
  @Test(
    arguments: [
      ("<a><b>1</a>", 1, ["a", "b"]), ("<a>\n <b c=1/></a>", 2, ["a"]), ("plain", 1, []),
      ("<a/><b/>", 1, []), ("<a>\u{0}</a>", 1, ["a"]), ("<a>&nope;</a>", 1, ["a"]),
      ("<x:a/>", 1, []), ("<a><b>", 1, ["a", "b"]), ("<a><b/>", 1, ["a"]),
      ("<a b='1' b='2'/>", 1, []),
      ("<!-- only -->", nil, []), ("   ", nil, []), ("<", nil, []), ("<a", nil, []),
      ("<?xml version=\"1.0\" encoding=\"ebcdic-nope\"?><a/>", 1, []),
    ] as [(String, Int?, [String])]
  )
  func malformedTextIsADecodingError(_ text: String, _ line: Int?, _ path: [String]) async throws {
    let response = await Self.session(text).response(for: Endpoint(.get, "/"), as: .xml)
    let error = try #require(response.error)
    #expect(error.kind == .decoding)
    #expect(error.body == Data(text.utf8))
    let fault = try #require(error.underlying as? XMLDecodingError)
    #expect(fault.line == line, "\(fault)")
    #expect(fault.path == path, "\(fault)")
  }

  @Test func everyCutOfADocumentIsAnErrorOrADocument() throws {
    let bytes = Data(Self.feed.utf8)
    for count in 1..<bytes.count {
      let cut = bytes.prefix(count)
      #expect(throws: ClientError.self) { try XMLSerializer().serialize(Self.received(cut)) }
    }
    _ = try XMLSerializer().serialize(Self.received(bytes))
  }

  @Test(
    arguments: [
      #"<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>"#,
      #"<?xml version="1.0"?><!-- c --><!DOCTYPE a [<!ENTITY x "lol">]><a>&x;</a>"#,
      #"<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:1/"> %x;]><a/>"#,
      #"<?xml version="1.0" encoding="UTF-7"?><!-- +AC0ALQA+- <!DOCTYPE a []> --><a/>"#,
      "<!-- -->+ADwAIQ-DOCTYPE a []+AD4-<a/>",
    ]
  )
  func entitiesAreRefused(_ text: String) throws {
    for data in [Data(text.utf8), try #require(text.data(using: .utf16))] {
      let error = #expect(throws: ClientError.self) {
        try XMLSerializer().serialize(Self.received(data))
      }
      #expect(error?.kind == .decoding)
      #expect(error?.reason.contains("entities") == true)
    }
  }

  @Test(
    arguments: [
      #"<!DOCTYPE a SYSTEM "http://127.0.0.1:1/none.dtd"><a>é</a>"#,
      "<!-- [<!ENTITY>] --><?style <!DOCTYPE?><a>é</a>",
      "<a><![CDATA[é]]><b x='&lt;!ENTITY ['/></a>",
    ],
    [String.Encoding.utf8, .utf16]
  )
  func otherDeclarationsAndCharsetsAreFine(_ text: String, _ encoding: String.Encoding) throws {
    let data = try #require(text.data(using: encoding))
    let content = try XMLSerializer().serialize(Self.received(data))
    #expect(content.document.rootElement()?.stringValue == "é")
  }

  @Test func depthIsLimited() throws {
    func nested(_ depth: Int) -> Data {
      Data((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
    }
    _ = try XMLSerializer().serialize(Self.received(nested(XMLCheck.depthLimit)))
    for depth in [XMLCheck.depthLimit + 1, 100_000] {
      let error = #expect(throws: ClientError.self) {
        try XMLSerializer().serialize(Self.received(nested(depth)))
      }
      #expect(error?.reason.contains("nested deeper") == true)
    }
  }

  @Test func emptyBodiesAndOtherTypesAreTold() async {
    let empty = #expect(throws: ClientError.self) {
      try XMLSerializer().serialize(Self.received(Data()))
    }
    #expect(empty?.kind == .emptyBody)
    let refused = await Self.session("<a/>", status: 500).response(
      for: Endpoint(.get, "/"),
      as: .xml
    )
    #expect(refused.error?.kind == .unacceptableStatus)
    struct Odd: Error {}
    let odd = await Self.session("<a/>").response(
      for: Endpoint(.get, "/"),
      as: XMLSerializer { _ -> Int in throw Odd() }
    )
    #expect(odd.error?.kind == .serialization)
    #expect(odd.error?.underlying is Odd)
  }
}

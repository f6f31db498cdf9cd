import Foundation
import Testing

@testable import EndpointKit

struct SerializerTests {
  static func received(
    _ body: Data,
    _ type: String? = nil,
    status: Int = 200,
    _ method: HTTPMethod = .get
  ) -> ReceivedResponse {
    let url = HTTPURL("https://api.test/")!
    let fields: HTTPFields = type.map { ["Content-Type": $0] } ?? [:]
    return ReceivedResponse(
      request: HTTPRequest(method, url),
      head: HTTPResponse(status: status, fields: fields, url: url),
      body: body
    )
  }

  @Test(
    arguments: [
      ([0x68, 0xC3, 0xA9], nil, "h\u{e9}"),
      ([0xEF, 0xBB, 0xBF, 0x61], "text/plain; charset=latin1", "a"),
      ([0xE9], "text/plain; charset=ISO-8859-1", "\u{e9}"),
      ([0x80, 0x93], "text/plain; charset=\"windows-1252\"", "\u{20ac}\u{201c}"),
      ([0xFF, 0xFE, 0xE9, 0x00], "text/plain", "\u{e9}"),
      ([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00], nil, "\u{1F600}"),
      ([0x61, 0x00], "text/plain; charset=utf-16", "a"),
      ([0x00, 0x61], "text/plain; charset=UTF-16BE", "a"), ([], "text/plain", ""),
    ] as [([UInt8], String?, String)]
  )
  func textIsReadInItsCharset(_ bytes: [UInt8], _ type: String?, _ text: String) throws {
    #expect(try StringSerializer().serialize(Self.received(Data(bytes), type)) == text)
  }

  @Test(
    arguments: [
      ([0xFF], nil), ([0x61, 0x62, 0x63], "text/plain; charset=utf-16"),
      ([0x61], "text/plain; charset=ebcdic"), ([0xC3], "text/plain; charset=utf-8"),
    ] as [([UInt8], String?)]
  )
  func unreadableTextIsASerializationError(_ bytes: [UInt8], _ type: String?) {
    #expect(throws: ClientError.self) {
      try StringSerializer().serialize(Self.received(Data(bytes), type))
    }
  }

  struct Plain: Decodable, Equatable { var a: Int }

  @Test func decodablesAreReadWithAnyDecoder() throws {
    let json = Self.received(Data(#"{"a":1}"#.utf8))
    #expect(
      try DecodableSerializer(Plain.self, decoder: JSONDecoder()).serialize(json) == Plain(a: 1)
    )
    let list = try PropertyListEncoder().encode(["a": 2])
    let serializer = DecodableSerializer(Plain.self, decoder: PropertyListDecoder())
    #expect(try serializer.serialize(Self.received(list)) == Plain(a: 2))
  }

  @Test func decodableFailuresTellThePath() {
    let serializer = DecodableSerializer([String: [Plain]].self, decoder: JSONDecoder())
    let error = #expect(throws: ClientError.self) {
      try serializer.serialize(Self.received(Data(#"{"x":[{"a":"s"}]}"#.utf8)))
    }
    #expect(error?.kind == .decoding)
    #expect(error?.reason.contains("'x.[0].a'") == true)
  }

  @Test func prefixesAreStripped() throws {
    let serializer = JSONSerializer<JSONValue>().preprocessed(by: .stripping())
    #expect(try serializer.serialize(Self.received(Data(")]}',\n{\"a\":1}".utf8)))["a"] == 1)
    #expect(try serializer.serialize(Self.received(Data("{\"a\":1}".utf8)))["a"] == 1)
  }

  @Test func serializersAreComposed() throws {
    let length = StringSerializer().map { $0.count }
    #expect(try length.serialize(Self.received(Data("abc".utf8))) == 3)
    let custom = ClosureSerializer { response in response.head.status }
    #expect(try custom.serialize(Self.received(Data(), status: 201)) == 201)
    #expect(JSONSerializer<Int>().map { $0 }.accept == "application/json")
  }

  @Test(arguments: [(204, HTTPMethod.get), (205, .get), (200, .head), (304, .get)])
  func bodiesThatDoNotCountAreNotRead(_ status: Int, _ method: HTTPMethod) throws {
    let response = Self.received(Data("{".utf8), status: status, method)
    #expect(response.isEmpty)
    #expect(try JSONSerializer<Int?>().serialize(response) == nil)
    #expect(try StringSerializer().serialize(response) == "")
    let error = #expect(throws: ClientError.self) { try JSONSerializer<Int>().serialize(response) }
    #expect(error?.kind == .emptyBody)
  }

  @Test func shorthandsNameTheSerializers() async throws {
    let session = Session.test(ScriptedTransport(.json("[1]")))
    let endpoint = Endpoint(.get, "/")
    #expect(try await session.value(of: endpoint, as: .data) == Data("[1]".utf8))
    #expect(try await session.value(of: endpoint, as: .string) == "[1]")
    let json = try await session.value(of: endpoint, as: .json)
    #expect(json[0] == 1)
    #expect(try await session.value(of: endpoint, as: .model([Int].self)) == [1])
    #expect(try await session.value(of: endpoint, as: .decodable([Int].self)) == [1])
    let length = try await session.value(of: endpoint, as: ClosureSerializer { $0.body.count })
    #expect(length == 3)
    try await session.value(of: endpoint, as: .empty)
    #expect(try await session.call(endpoint, as: .text).value == "[1]")
    #expect(try await session.value(of: MultiTarget(endpoint), as: .text) == "[1]")
  }

  @Test func headersAreTyped() {
    let fields: HTTPFields = [
      "X-Int": "7", "X-Text": "7", "X-List": "a, b", "X-Numbers": "1,2", "X-Flag": "true",
      "X-Object": "a,3", "X-Exploded": "a=3", "X-Bad": "x",
    ]
    #expect(fields.decode("x-int") == 7)
    #expect(fields.decode("x-text") == "7")
    #expect(fields.decode("x-list") == ["a", "b"])
    #expect(fields.decode("x-numbers") == [1, 2])
    #expect(fields.decode("x-flag") == true)
    #expect(fields.decode("x-object") == Item(a: 3))
    #expect(fields.decode("x-exploded", explode: true) == Item(a: 3))
    #expect((fields.decode("x-bad") as Int?) == nil)
    #expect((fields.decode("x-missing") as String?) == nil)
  }
}

import Foundation
import Testing

@testable import EndpointKit

struct MultipartTests {
  static func text(_ body: HTTPBody?) async throws -> String {
    var data = Data()
    for try await piece in try await #require(body).openStream() { data.append(piece) }
    return String(decoding: data, as: UTF8.self)
  }

  static func boundary(_ endpoint: Endpoint) throws -> String {
    let type = try #require(endpoint.fields["Content-Type"].flatMap { MediaType($0) })
    #expect(type.essence == "multipart/form-data")
    return try #require(type[parameter: "boundary"])
  }

  @Test func namesAreEscapedAsBrowsersDo() async throws {
    var endpoint = Endpoint(.post, "/photos")
    endpoint.multipart(parts: [
      .text("ti\"tle", "t"),
      .file("photo", FilePart(data: Data("x".utf8), filename: "a\"b\r\n\u{e9}.png")),
    ])
    let boundary = try Self.boundary(endpoint)
    let expected = """
      --\(boundary)\r
      Content-Disposition: form-data; name="ti%22tle"\r
      \r
      t\r
      --\(boundary)\r
      Content-Disposition: form-data; name="photo"; filename="a%22b%0D%0A\u{e9}.png"\r
      Content-Type: image/png\r
      \r
      x\r
      --\(boundary)--\r

      """
    #expect(try await Self.text(endpoint.body) == expected)
    #expect(endpoint.body?.length == Int64(expected.utf8.count))
    guard case .data = endpoint.body?.source else {
      Issue.record("a small body is one piece in memory")
      return
    }
  }

  @Test(arguments: [
    ("a.PNG", "image/png"), ("x.tar.gz", "application/gzip"), ("noext", "application/octet-stream"),
    ("data.json", "application/json"), ("a.unknownext", "application/octet-stream"),
  ])
  func typesFollowFromNames(_ name: String, _ type: String) {
    #expect(MultipartPart.file("f", FilePart(data: Data(), filename: name)).contentType == type)
    let own = FilePart(data: Data(), filename: name, contentType: "x/y")
    #expect(MultipartPart.file("f", own).contentType == "x/y")
  }

  struct Upload: Model {
    var picture: FilePart
    static var coding: ValueCoding { fields(.init("picture", \.picture)) }
  }

  @Test(arguments: [
    ("file", nil, "image/png"), ("a.jpg", nil, "image/jpeg"), ("a.pdf", nil, "image/png"),
    ("file", "image/webp", "image/webp"),
  ])
  func ofSeveralTypesAFileTakesItsOwn(_ name: String, _ own: String?, _ type: String) async throws {
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(
      Upload(picture: FilePart(data: Data("x".utf8), filename: name, contentType: own)),
      encoding: ["picture": .init(contentType: "image/png, image/jpeg")]
    )
    #expect(try await Self.text(endpoint.body).contains("\r\nContent-Type: \(type)\r\n"))
  }

  struct Report: Model {
    var meta: JSONValue
    static var coding: ValueCoding { fields(.init("meta", \.meta)) }
  }

  @Test(arguments: [
    (
      #"{"a":"x<&>","n":1.50,"on":true,"none":null,"l":[1,{"b":"é"}],"o":{}}"#,
      "<meta><a>x&lt;&amp;&gt;</a><n>1.50</n><on>true</on><l>1</l><l><b>é</b></l><o></o></meta>"
    ),
    (#""<ready/>""#, "<ready/>"),
    (#"{"1":2}"#, nil),
    (#"{"a":"\u0001"}"#, nil),
  ])
  func objectsAreXMLWhereTheirEncodingSaysSo(_ json: String, _ xml: String?) async throws {
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(
      Report(meta: try JSONReader.decode(JSONValue.self, from: json)),
      encoding: ["meta": .init(contentType: "application/xml")]
    )
    #expect((endpoint.problem == nil) == (xml != nil))
    guard let xml else { return }
    let text = try await Self.text(endpoint.body)
    #expect(text.contains("\r\nContent-Type: application/xml\r\n\r\n\(xml)\r\n--"))
  }

  struct Labels: Model {
    var name: String
    var additionalProperties: [String: String]
    static var coding: ValueCoding {
      fields(
        .init("name", \.name),
        additional: \.additionalProperties
      )
    }
  }

  @Test func additionalKeysArePartsToo() async throws {
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(Labels(name: "n", additionalProperties: ["b": "2", "a": "1"]))
    let names = try await Self.text(endpoint.body).split(separator: "\r\n").compactMap { line in
      line.firstMatch(of: #/name="(\w+)"/#).map { String($0.1) }
    }
    #expect(names == ["name", "a", "b"])
  }

  @Test func filesAreReadFromDiskAtEveryTry() async throws {
    let path = NSTemporaryDirectory() + "multipart-\(UUID().uuidString).bin"
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try bytes.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(parts: [.text("a", "1"), .file("f", FilePart(path: path))])
    let body = try #require(endpoint.body)
    #expect(body.isReplayable)
    var tries: [Data] = []
    for _ in 0..<2 {
      var data = Data()
      for try await piece in try await body.openStream() { data.append(piece) }
      tries.append(data)
    }
    #expect(tries[0] == tries[1])
    #expect(Int64(tries[0].count) == body.length)
    #expect(tries[0].range(of: bytes) != nil)
  }

  @Test func aMissingFileFailsWhenItIsSent() async throws {
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(parts: [.file("f", FilePart(path: "/nonexistent/file.bin"))])
    let body = try #require(endpoint.body)
    #expect(body.length == nil)
    await #expect(throws: FileFailure.self) {
      for try await _ in try await body.openStream() {}
    }
  }

  @Test func aOneShotStreamMakesTheWholeOneShot() {
    let stream = HTTPBody.stream(BodyStream(next: { nil }))
    var endpoint = Endpoint(.post, "/")
    endpoint.multipart(parts: [
      .text("a", "1"), .file("f", FilePart(stream: stream, filename: "f")),
    ])
    #expect(endpoint.body?.isReplayable == false)
  }

  @Test func boundariesDiffer() {
    #expect(Set((0..<100).map { _ in MultipartBody.makeBoundary() }).count == 100)
  }
}

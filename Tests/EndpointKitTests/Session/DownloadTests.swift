import Foundation
import Testing

@testable import EndpointKit

struct DownloadTests {
  static let content = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) })

  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "download-\(UUID().uuidString)/"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  func read(_ name: String) -> Data? { FileManager.default.contents(atPath: folder + name) }
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  static func fields(_ more: HTTPFields = [:]) -> HTTPFields {
    var fields: HTTPFields = ["Content-Length": "1000", "ETag": "\"v1\"", "Accept-Ranges": "bytes"]
    fields.merge(more)
    return fields
  }

  static let broken: ClientError = {
    var error = ClientError(.network, "reset")
    error.networkCondition = .connectionLost
    return error
  }()

  static func call(_ transport: any Transport) -> Call<Data> {
    Call(Session.test(transport), Endpoint(.get, "/files/report.bin", id: "get"), as: .data)
  }

  @Test func aFileAppearsWhenItIsComplete() async throws {
    let transport = PieceTransport(.init(fields: Self.fields(), pieces: Self.content.pieces(300)))
    let progress = Locked<[Int64]>([])
    let file = try await Self.call(transport)
      .onDownloadProgress { received, total in
        #expect(total == 1000)
        progress.withLock { $0.append(received) }
      }
      .download(to: folder + "deep/er/a.bin")
    #expect(file.byteCount == 1000)
    #expect(file.resumedBytes == 0)
    #expect(read("deep/er/a.bin") == Self.content)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "deep/er") == ["a.bin"])
    #expect(progress.withLock { $0 } == [300, 600, 900, 1000])
    #expect(transport.requests.first?.fields["Accept-Encoding"] == "identity")
  }

  @Test(
    arguments: [
      (["Content-Disposition": "attachment; filename=\"../../e vil.txt\""], "e vil.txt"),
      (
        ["Content-Disposition": "attachment; filename=a.txt; filename*=UTF-8''n%C3%A9w.txt"],
        "n\u{e9}w.txt"
      ),
      (["Content-Disposition": "inline"], "report.bin"), ([:], "report.bin"),
      (["Content-Disposition": "attachment; filename=\"..\""], "report.bin"),
    ] as [(HTTPFields, String)]
  )
  func inAFolderTheServerNamesTheFile(_ fields: HTTPFields, _ name: String) async throws {
    let transport = PieceTransport(.init(fields: fields, pieces: [Data("x".utf8)]))
    let file = try await Self.call(transport).download(to: folder)
    #expect(file.path == folder + name)
    #expect(names == [name])
  }

  @Test func aBrokenDownloadGoesOnWhereItStopped() async throws {
    let transport = PieceTransport(
      .init(fields: Self.fields(), pieces: [Data(Self.content[..<400])], failure: Self.broken),
      .init(
        status: 206,
        fields: Self.fields(["Content-Range": "bytes 400-999/1000", "Content-Length": "600"]),
        pieces: [Data(Self.content[400..<700])],
        failure: Self.broken
      ),
      .init(
        status: 206,
        fields: Self.fields(["Content-Range": "bytes 700-999/1000", "Content-Length": "300"]),
        pieces: [Data(Self.content[700...])]
      )
    )
    let file = try await Self.call(transport).download(to: folder + "a")
    #expect(read("a") == Self.content)
    #expect(file.resumedBytes == 700)
    #expect(transport.requests.map { $0.fields["Range"] } == [nil, "bytes=400-", "bytes=700-"])
    #expect(transport.requests.map { $0.fields["If-Range"] } == [nil, "\"v1\"", "\"v1\""])
  }

  @Test func aChangedFileStartsFromTheBeginning() async throws {
    let other = Data(repeating: 9, count: 500)
    let transport = PieceTransport(
      .init(fields: Self.fields(), pieces: [Data(Self.content[..<400])], failure: Self.broken),
      .init(fields: ["Content-Length": "500", "ETag": "\"v2\""], pieces: [other])
    )
    let file = try await Self.call(transport).download(to: folder + "a")
    #expect(read("a") == other)
    #expect(file.resumedBytes == 0)
  }

  @Test func aRangeFromAnotherPlaceIsNotTrusted() async throws {
    let transport = PieceTransport(
      .init(fields: Self.fields(), pieces: [Data(Self.content[..<400])], failure: Self.broken),
      .init(
        status: 206,
        fields: Self.fields(["Content-Range": "bytes 300-999/1000"]),
        pieces: [Data(Self.content[300...])]
      ),
      .init(fields: Self.fields(), pieces: [Self.content])
    )
    _ = try await Self.call(transport).download(to: folder + "a")
    #expect(read("a") == Self.content)
    #expect(transport.requests.last?.fields.contains("Range") == false)
  }

  @Test func aBodyThatEndsEarlyIsNoFile() async {
    let transport = PieceTransport(
      .init(fields: ["Content-Length": "1000"], pieces: [Data(Self.content[..<10])])
    )
    let response = await Self.call(transport).downloadResponse(to: folder + "a")
    #expect(response.error?.networkCondition == .connectionLost)
    #expect(response.error?.operationID == "get")
    #expect(names.isEmpty)
  }

  @Test func withoutAValidatorNothingIsResumed() async {
    let transport = PieceTransport(
      .init(
        fields: ["Content-Length": "1000", "ETag": "W/\"weak\""],
        pieces: [Data(Self.content[..<400])],
        failure: Self.broken
      )
    )
    let response = await Self.call(transport).downloadResponse(to: folder + "a")
    #expect(response.error?.kind == .network)
    #expect(transport.requests.count == 1)
    #expect(names.isEmpty)
  }

  @Test func aPartialFileIsTakenUpByTheNextDownload() async throws {
    var options = DownloadOptions()
    options.keepsPartialFile = true
    options.resumptions = 0
    let first = PieceTransport(
      .init(fields: Self.fields(), pieces: [Data(Self.content[..<400])], failure: Self.broken)
    )
    let failed = await Self.call(first).downloadResponse(to: folder + "a", options: options)
    #expect(failed.error != nil)
    #expect(names == ["a.partial", "a.partial-info"])
    let second = PieceTransport(
      .init(
        status: 206,
        fields: Self.fields(["Content-Range": "bytes 400-999/1000"]),
        pieces: [Data(Self.content[400...])]
      )
    )
    let file = try await Self.call(second).download(to: folder + "a", options: options)
    #expect(second.requests.first?.fields["Range"] == "bytes=400-")
    #expect(file.resumedBytes == 400)
    #expect(read("a") == Self.content)
    #expect(names == ["a"])
  }

  @Test func aPartialFileThatWasCompleteNeedsNoMore() async throws {
    var options = DownloadOptions()
    options.keepsPartialFile = true
    try Self.content.write(to: URL(fileURLWithPath: folder + "a.partial"))
    try Data("\"v1\"\n1000\nhttps://api.test/v1/files/report.bin\n".utf8).write(
      to: URL(fileURLWithPath: folder + "a.partial-info")
    )
    let transport = PieceTransport(
      .init(status: 416, fields: ["Content-Range": "bytes */1000"], pieces: [])
    )
    let file = try await Self.call(transport).download(to: folder + "a", options: options)
    #expect(file.byteCount == 1000)
    #expect(read("a") == Self.content)
  }

  @Test func anExistingFileIsKeptIfSoWished() async throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: folder + "a"))
    var options = DownloadOptions()
    options.replacesExisting = false
    let transport = PieceTransport(.init(fields: [:], pieces: [Self.content]))
    let kept = await Self.call(transport).downloadResponse(to: folder + "a", options: options)
    #expect(kept.error?.kind == .file)
    #expect(transport.requests.isEmpty)
    #expect(read("a") == Data("old".utf8))
    _ = try await Self.call(transport).download(to: folder + "a")
    #expect(read("a") == Self.content)
    #expect(names == ["a"])
  }

  @Test func placesThatCannotBeWrittenAreFileErrors() async {
    let transport = PieceTransport(.init(fields: [:], pieces: [Self.content]))
    let response = await Self.call(transport).downloadResponse(to: "/proc/nowhere/a")
    #expect(response.error?.kind == .file)
    #expect(response.error?.underlying is FileFailure)
  }

  @Test func failuresOfTheServerLeaveNothing() async {
    var endpoint = Endpoint(.get, "/f")
    endpoint.failure(404, Problem.self)
    let transport = PieceTransport(
      .init(status: 404, fields: [:], pieces: [Data(#"{"message":"m"}"#.utf8)])
    )
    let call = Call<Data>(Session.test(transport), endpoint, as: .data)
    let response = await call.downloadResponse(to: folder + "a")
    #expect(response.error?.body(as: Problem.self)?.message == "m")
    #expect(names.isEmpty)
  }

  @Test(
    arguments: [
      ("bytes 0-99/200", 0, 99, 200), ("Bytes 5-5/*", 5, 5, nil),
    ] as [(String, Int64, Int64, Int64?)]
  )
  func rangesAreRead(_ text: String, _ first: Int64, _ last: Int64, _ total: Int64?) {
    let range = ContentRange(text)
    #expect(range?.first == first)
    #expect(range?.last == last)
    #expect(range?.total == total)
  }

  @Test(arguments: ["", "bytes */200", "bytes 9-1/20", "items 0-1/2", "bytes 0-1"])
  func otherRangesAreNone(_ text: String) { #expect(ContentRange(text) == nil) }
}

import BenchmarkSupport
import Foundation

/// What is compared with what.
struct Plan {
  let server: WebServer
  let folder: URL
  let rounds: Int
  let scale: Int

  private static let bodies = [("12 B", "small.json"), ("13.5 KB", "issue.json")]

  private func count(_ requests: Int) -> String { "\(max(500, requests * scale / 100))" }

  /// The comparisons of every run.
  var comparisons: [Comparison] {
    var result: [Comparison] = []
    for (size, file) in Plan.bodies {
      for inFlight in [1, 8, 32, 256] {
        result.append(
          versusC("HTTP/1.1, \(size), \(inFlight) in flight", server.plain, file, inFlight)
        )
      }
      for inFlight in [1, 8, 32, 256] {
        guard let secure = server.secure else { break }
        result.append(
          versusC("HTTP/2 and TLS, \(size), \(inFlight) in flight", secure, file, inFlight)
        )
      }
      result.append(
        versusFoundation("HTTP/1.1, \(size), 32 in flight", file, "session", "urlsession")
      )
    }
    result.append(
      versusFoundation(
        "HTTP/1.1, 13.5 KB decoded, 32 in flight",
        "issue.json",
        "session-model",
        "urlsession-model"
      )
    )
    return result
  }

  private func versusC(
    _ name: String,
    _ base: String,
    _ file: String,
    _ inFlight: Int
  ) -> Comparison {
    let requests = count(inFlight == 1 ? 15_000 : 40_000)
    var load = ["\(base)/\(file)", "\(inFlight)", requests]
    if base == server.secure { load.append(server.authorities) }
    var ours = [
      ("Session", Client.swift("session", load)),
      ("Session, own executor", Client.swift("session-executor", load)),
    ]
    if inFlight == 32 {
      ours.append(("CurlTransport", Client.swift("transport", load)))
      ours.append(("CurlTransport, own executor", Client.swift("transport-executor", load)))
    }
    return Comparison(
      name: name,
      ours: ours,
      baseline: .c(load),
      rounds: rounds,
      unit: "requests per CPU-second"
    ) { (Double(requests) ?? 0) / $0.cpu }
  }

  /// Foundation is some twenty times slower, so it gets fewer requests.
  private func versusFoundation(
    _ name: String,
    _ file: String,
    _ ours: String,
    _ theirs: String
  ) -> Comparison {
    let (many, few) = (count(40_000), count(3_000))
    let url = "\(server.plain)/\(file)"
    return Comparison(
      name: name,
      ours: [("Session", .swift(ours, [url, "32", many]))],
      baseline: .swift(theirs, [url, "32", few], name: "URLSession"),
      rounds: max(3, rounds / 2),
      unit: "requests per CPU-second",
      figure: { (Double(many) ?? 0) / $0.cpu },
      baselineFigure: { (Double(few) ?? 0) / $0.cpu }
    )
  }

  /// What takes long: memory over a million requests, and streams.
  var longComparisons: [Comparison] {
    let url = "\(server.plain)/small.json"
    let file = folder.appendingPathComponent("upload")
    _ = FileManager.default.createFile(atPath: file.path, contents: nil)
    let bytes = 2_147_483_648
    try? FileHandle(forWritingTo: file).truncate(atOffset: UInt64(bytes))
    let megabytes: (Client.Result) -> Double = { Double(bytes) / 1e6 / $0.wall }
    let (download, upload) = ("\(server.streaming)/stream", "\(server.streaming)/upload")
    return [
      Comparison(
        name: "peak memory",
        ours: [("after 1,000,000 requests", .swift("session", [url, "32", "1000000"]))],
        baseline: .swift("session", [url, "32", "20000"], name: "after 20,000 requests"),
        rounds: 1,
        unit: "KB"
      ) { $0.peakKilobytes },
      Comparison(
        name: "2 GB download",
        ours: [("stream", .swift("download", [download]))],
        baseline: .curl([download]),
        rounds: 3,
        unit: "MB/s",
        figure: megabytes
      ),
      Comparison(
        name: "2 GB upload",
        ours: [("file", .swift("upload", [upload, file.path]))],
        baseline: .curl(["-T", file.path, upload]),
        rounds: 3,
        unit: "MB/s",
        figure: megabytes
      ),
      Comparison(
        name: "peak memory",
        ours: [
          ("2 GB download", .swift("download", [download])),
          ("2 GB upload", .swift("upload", [upload, file.path])),
        ],
        baseline: .swift("session", [url, "1", "1"], name: "after one request"),
        rounds: 1,
        unit: "KB"
      ) { $0.peakKilobytes },
    ]
  }
}

/// Several clients of ours and a baseline, run in turn.
struct Comparison {
  let name: String
  let ours: [(name: String, client: Client)]
  let baseline: Client
  let rounds: Int
  let unit: String
  let figure: (Client.Result) -> Double
  let baselineFigure: (Client.Result) -> Double

  init(
    name: String,
    ours: [(String, Client)],
    baseline: Client,
    rounds: Int,
    unit: String,
    figure: @escaping (Client.Result) -> Double,
    baselineFigure: ((Client.Result) -> Double)? = nil
  ) {
    self.name = name
    self.ours = ours
    self.baseline = baseline
    self.rounds = rounds
    self.unit = unit
    self.figure = figure
    self.baselineFigure = baselineFigure ?? figure
  }

  /// Runs everything and gives the medians.
  func rows() throws -> [Row] {
    var theirs: [Double] = []
    var figures = ours.map { _ in [Double]() }
    for _ in 0..<rounds {
      theirs.append(baselineFigure(try baseline.run()))
      for (index, one) in ours.enumerated() { figures[index].append(figure(try one.client.run())) }
    }
    return zip(ours, figures).map { one, figures in
      Row(
        name: "\(name): \(one.name)",
        ours: median(figures),
        baseline: median(theirs),
        baselineName: baseline.name,
        unit: unit
      )
    }
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}

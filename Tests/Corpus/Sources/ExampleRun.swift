import ClientModel
import Diagnostics
import Foundation
import Lowering
import OpenAPI

/// Sends the documents' examples through generated models: read, write, compare.
struct ExampleRun {
  let options: Options
  private(set) var total = 0
  private(set) var passed = 0
  private var invalid = 0
  private var untyped = 0
  private var fixtures = 0
  private var failures = 0
  private var documents = 0
  /// Whether nothing changed, and every program ran.
  var isPassed: Bool { failures == 0 }

  init(options: Options) { self.options = options }

  /// The bytes of source that one program is made of.
  private static let batchSize = 2_500_000

  /// What one program tries.
  private struct Batch {
    var files: [String] = []
    var examples: [ExampleValue] = []
    var size = 0
  }

  mutating func run(_ results: [Result]) {
    var batch = Batch()
    for result in results where result.isGenerated && result.failure == nil {
      let examples = examples(of: result.item)
      if examples.isEmpty { continue }
      documents += 1
      let models = Self.internal(Sources.text(of: result.item, options, folder: "Models"))
      let file = "\(options.output)/probes/\(result.item.id).swift"
      writeFile(models + Data("\nenum \(result.item.id) {}\n".utf8), to: file)
      batch.files.append(file)
      batch.examples += examples
      batch.size += models.count
      if batch.size > Self.batchSize {
        probe(batch)
        batch = Batch()
      }
    }
    probe(batch)
  }

  func printResults() {
    say("\n\(total) examples of \(documents) documents, \(fixtures) of them published payloads")
    say("left out: \(invalid) that are not valid, \(untyped) of schemas without their own type")
    say("\(total - passed) failed, or changed in a round trip")
  }

  // MARK: Examples

  private mutating func examples(of item: Item) -> [ExampleValue] {
    let sink = DiagnosticSink()
    guard let document = try? Document.load(item.path, sink: sink) else { return [] }
    var lowering = LoweringOptions()
    lowering.clientName = item.id
    lowering.tracksSchemas = true
    let result = lower(document, options: lowering, sink: sink)
    var finder = ExampleFinder(
      document: document,
      client: item.id,
      types: result.types,
      sentTypes: result.sentTypes
    )
    finder.find()
    invalid += finder.invalid
    untyped += finder.untyped
    let fixtures = try? Fixtures.values(of: item, options, document) { schema in
      result.types[schema].map(finder.spelled)
    }
    self.fixtures += fixtures?.count ?? 0
    return finder.found + (fixtures ?? [])
  }

  /// Sources without `public`: of a whole module that hides everything, the compiler makes code
  /// for what is used only, which takes a fraction of the time.
  private static func `internal`(_ source: Data) -> Data {
    let lines = String(decoding: source, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { line -> Substring in
        guard let range = line.firstRange(of: "public "),
          line[..<range.lowerBound].allSatisfy({ $0 == " " || $0 == "@" || $0.isLetter })
        else { return line }
        return line[..<range.lowerBound] + line[range.upperBound...]
      }
    return Data(lines.joined(separator: "\n").utf8)
  }

  // MARK: Programs

  /// Tells at once, since a whole run takes a while.
  private mutating func fail(_ text: String) {
    failures += 1
    say("CHANGED \(text)")
  }

  /// A copy of what the smoke tests compare JSON by. Generated sources import the library without an
  /// access level, and all sources of one module have to do alike.
  private func comparison(in folder: String) -> String {
    let path = folder + "/JSONDifference.swift"
    let source = "Sources/EndpointTesting/Smoke/JSONDifference.swift"
    let text = (try? String(contentsOfFile: source, encoding: .utf8)) ?? ""
    writeFile(Data(text.replacing("internal import", with: "import").utf8), to: path)
    return path
  }

  private mutating func probe(_ batch: Batch) {
    if batch.examples.isEmpty { return }
    total += batch.examples.count
    let folder = options.output + "/probes"
    let types = Array(Set(batch.examples.map(\.type))).sorted()
    let numbers = Dictionary(uniqueKeysWithValues: types.enumerated().map { ($1, $0) })
    let table =
      "import EndpointKit\n\nlet probes: [Probe] = [\n"
      + types.map { "  Probe(\($0).self),\n" }.joined() + "]\n"
    writeFile(Data(table.utf8), to: folder + "/Table.swift")
    let lines = batch.examples.map {
      "\(numbers[$0.type] ?? 0)\t\($0.isReadOnly ? "r" : "rw")\t\($0.json)"
    }
    writeFile(Data(lines.joined(separator: "\n").utf8 + [0x0A]), to: folder + "/examples.txt")
    let program = folder + "/probe"
    let objects = objectFiles()
    let sources = ["Tests/Corpus/Probe/main.swift", comparison(in: folder)]
    let compiled = execute(
      ["swiftc", "-Onone", "-wmo", "-swift-version", "6", "-module-name", "Probes"]
        + ["-I", options.runtime + "/Modules", "-o", program]
        + sources + [folder + "/Table.swift"] + batch.files + objects,
      limit: 3600,
      log: options.output + "/logs/probe-build.txt"
    )
    guard compiled.code == 0 else {
      fail("a program does not compile: \(compiled.output.prefix(2000))")
      return
    }
    let ran = execute(
      [program, folder + "/examples.txt"],
      limit: 600,
      log: options.output + "/logs/probe.txt"
    )
    passed += batch.examples.count
    for line in ran.output.split(separator: "\n") {
      let words = line.split(separator: "\t", maxSplits: 1)
      guard words.count == 2, let index = Int(words[0]), index < batch.examples.count else {
        continue
      }
      passed -= 1
      let example = batch.examples[index]
      fail("\(example.place): \(example.type): \(words[1])")
    }
    if ran.code != 0 {
      passed -= batch.examples.count
      fail("a program ended with \(ran.code): \(ran.output.suffix(500))")
    }
  }

  private func objectFiles() -> [String] {
    let folder = options.runtime + "/EndpointKit.build"
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".o") }.sorted().map { "\(folder)/\($0)" }
  }
}

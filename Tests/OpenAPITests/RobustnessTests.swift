import Diagnostics
import OpenAPI
import SpecTree
import Testing

/// Documents that are wrong in ways nobody thought of.
@Suite struct RobustnessTests {
  static let documents = [
    "Specs/Golden/swagger2.yaml", "Specs/Golden/openapi32.yaml",
    "Specs/Golden/security-schemes.yaml",
    "Specs/Golden/schemas-31.yaml", "Specs/Golden/bodies-multipart.yaml",
  ]

  /// Puts each kind of value in place of each value of a document, one at a time.
  ///
  /// Whatever that breaks, the load ends, and ends with a document or with a place.
  @Test(arguments: documents)
  func anyValueInAnyPlaceIsReadOrReported(path: String) throws {
    let file = Repository.root.appendingPathComponent(path).path
    let sink = DiagnosticSink()
    let root = try SpecTree.parse(
      SourceFile(path: file, bytes: FileReader.disk.read(file)),
      sink: sink
    )
    let places = everyPlace(in: root)
    #expect(places.count > 20)
    // Each place once, the kinds of values in turn.
    for (number, place) in places.enumerated() {
      let replacement = replacements(at: place)[number % 7]
      let mutant = copy(of: root, with: replacement, at: place).build()
      let sink = DiagnosticSink()
      do {
        _ = try Document.load(mutant, path: file, sink: sink)
      } catch {
        #expect(error.diagnostics.contains { $0.severity == .error && $0.location != nil })
      }
    }
  }

  /// Takes each member away, one at a time.
  @Test(arguments: documents)
  func anyMemberMayBeMissing(path: String) throws {
    let file = Repository.root.appendingPathComponent(path).path
    let root = try SpecTree.parse(
      SourceFile(path: file, bytes: FileReader.disk.read(file)),
      sink: DiagnosticSink()
    )
    for place in everyPlace(in: root) where place.parent?.kind == .mapping {
      let mutant = copy(of: root, with: nil, at: place).build()
      do {
        _ = try Document.load(mutant, path: file, sink: DiagnosticSink())
      } catch {
        #expect(error.diagnostics.contains { $0.severity == .error && $0.location != nil })
      }
    }
  }

  private func everyPlace(in root: Node) -> [Node] {
    var places: [Node] = []
    var stack = [root]
    while let node = stack.popLast() {
      places.append(node)
      stack += node.elements
      stack += node.entries.map(\.value)
    }
    return places
  }

  private func replacements(at place: Node) -> [NodeSketch] {
    [
      .null(at: place), .string("text", at: place), .int(-1, at: place), .bool(true, at: place),
      .sequence([], at: place), .mapping([], at: place),
      .mapping([.init("$ref", .string("#/nowhere", at: place))], at: place),
    ]
  }

  /// The tree with another value, or none, at a place.
  private func copy(of node: Node, with replacement: NodeSketch?, at place: Node) -> NodeSketch {
    if node == place, let replacement { return replacement }
    switch node.kind {
    case .mapping:
      let entries = node.entries.filter { replacement != nil || $0.value != place }
      return .mapping(
        entries.map { .init($0, value: copy(of: $0.value, with: replacement, at: place)) },
        at: node
      )
    case .sequence:
      return .sequence(
        node.elements.map { copy(of: $0, with: replacement, at: place) },
        at: node
      )
    default: return .node(node)
    }
  }
}

import Diagnostics
import SpecTree

/// Reads nodes into the typed document.
///
/// One reader makes one document. Its parts are in extensions, by kind of object. It reports what
/// it finds and goes on; whoever called it decides at the end whether there is a document.
final class DocumentReader {
  let disk: FileReader
  let options: LoadOptions
  let files: FileTable
  let root: LoadedFile
  let generation: Document.Version.Generation

  var faults = FaultLog()
  var schemas = SchemaTable()
  /// What references led to, read once each.
  var shared = SharedObjects()
  /// Nodes with a `$ref` that leads nowhere, so that each is reported once.
  var brokenReferences: Set<Node> = []
  /// Ids seen so far and where.
  var operationIDs: [String: Node] = [:]
  /// The names of the schemes that requirements may use.
  var securitySchemes: Set<String> = []
  /// Swagger 2.0: what operations send and return that say nothing themselves.
  var defaultConsumes: [MediaRange] = []
  var defaultProduces: [MediaRange] = []
  /// Media types read so far.
  var mediaRanges: [String: MediaRange.Reading] = [:]
  /// The schema of parameters that are used and not declared.
  var inferredString: SchemaID?

  private var current: LoadedFile

  init(
    root: LoadedFile,
    files: FileTable,
    generation: Document.Version.Generation,
    disk: FileReader,
    options: LoadOptions
  ) {
    self.root = root
    self.files = files
    self.generation = generation
    self.disk = disk
    self.options = options
    current = root
  }

  /// Whether the document is a Swagger 2.0 one.
  var isSwagger: Bool { generation == .swagger2 }

  /// The file a node belongs to.
  func file(of node: Node) -> LoadedFile {
    let tree = node.treeID
    if tree != current.tree, let file = files.file(of: tree) { current = file }
    return current
  }

  /// The members of an object with their keywords.
  func fields(of node: Node) -> Fields {
    Fields(node.entries, keywords: file(of: node).keywords)
  }
}

// MARK: - Faults

extension DocumentReader {
  func report(
    _ severity: Diagnostic.Severity,
    _ code: Diagnostic.Code,
    _ message: String,
    at node: Node,
    notes: [Diagnostic.Note] = [],
    fix: String? = nil
  ) {
    faults.add(node.diagnostic(severity, code, message, notes: notes, fix: fix))
  }

  func report(
    _ severity: Diagnostic.Severity,
    _ code: Diagnostic.Code,
    _ message: String,
    at entry: Node.Entry,
    notes: [Diagnostic.Note] = [],
    fix: String? = nil
  ) {
    faults.add(entry.diagnostic(severity, code, message, notes: notes, fix: fix))
  }

  /// Reports a finding about a part of a key, where the source spells it as it is.
  func report(
    _ severity: Diagnostic.Severity,
    _ code: Diagnostic.Code,
    _ message: String,
    within entry: Node.Entry,
    _ part: String
  ) {
    var diagnostic = entry.diagnostic(severity, code, message)
    let file = entry.keyFile
    let start = entry.keyOffset
    let window = file.bytes[start..<min(start + entry.key.utf8.count + 2, file.bytes.count)]
    if let range = window.firstRange(of: part.utf8) {
      diagnostic.location = file.location(at: range.lowerBound)
      diagnostic.length = part.unicodeScalars.count
    }
    faults.add(diagnostic)
  }

  /// Keeps an `x-…` member, and reports one that the kind of object does not have.
  func other(_ field: Field, in kind: ObjectKind, _ extensions: inout Extensions) {
    if field.isVendor {
      extensions.append(field.key, field.value)
    } else {
      reportUnknown(field, in: kind)
    }
  }

  /// Reports a member that the kind of object does not have.
  func reportUnknown(_ field: Field, in kind: ObjectKind) {
    if field.isVendor || kind.keywords.contains(field.keyword) { return }
    let suggestion = Suggestion.nearest(to: field.key, in: kind.keywords.lazy.map(\.rawValue))
    report(
      .notice,
      .unknownKeyword,
      "\(kind.name) has no keyword `\(field.key)`; it is ignored",
      at: field.entry,
      fix: suggestion.map { "did you mean `\($0)`?" }
    )
  }

  /// Reports a value of the wrong kind that is left out.
  func reportShape(
    _ field: Field,
    expected: String,
    severity: Diagnostic.Severity = .warning,
    consequence: String = "it is ignored"
  ) {
    report(
      severity,
      .wrongShape,
      "`\(field.key)` should be \(expected), not \(Self.describe(field.value)); \(consequence)",
      at: field.value
    )
  }

  /// What a node holds, with its article.
  static func describe(_ node: Node) -> String {
    switch node.kind {
    case .null: "null"
    case .bool: "a Boolean"
    case .int, .float: "a number"
    case .string: "text"
    case .sequence: "a list"
    case .mapping: "an object"
    }
  }
}

/// Collects the findings of one load.
struct FaultLog {
  private var seen: Set<Diagnostic> = []
  private(set) var diagnostics: [Diagnostic] = []

  /// Adds a finding, unless the very same was there: shared parts may be read more than once.
  mutating func add(_ diagnostic: Diagnostic) {
    if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
  }

  /// The findings file by file, each file's from top to bottom.
  func sorted(files: [SourceFile]) -> [Diagnostic] {
    var order: [String: Int] = [:]
    for (position, file) in files.enumerated() where order[file.path] == nil {
      order[file.path] = position
    }
    func key(_ diagnostic: Diagnostic) -> (Int, Int) {
      guard let location = diagnostic.location else { return (-1, 0) }
      return (order[location.file] ?? .max, location.offset)
    }
    return diagnostics.enumerated().sorted { left, right in
      let (first, second) = (key(left.element), key(right.element))
      return first == second ? left.offset < right.offset : first < second
    }.map(\.element)
  }
}

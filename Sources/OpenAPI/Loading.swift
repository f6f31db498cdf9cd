import Diagnostics
import SpecTree

/// What a load may read, and from where.
public struct LoadOptions: Sendable {
  /// The folder that no reference may leave, symbolic links followed; `nil` for no limit.
  public var root: String?
  /// URL prefixes and the folders that stand for them; the longest prefix that fits counts.
  public var referenceMap: [(prefix: String, folder: String)] = []

  public init() {}
}

extension Document {
  /// Reads a document and all it refers to.
  ///
  /// Small faults are repaired and reported, and reading goes on, so that one run names all of
  /// them. Findings are reported file by file, from top to bottom.
  ///
  /// - Parameters:
  ///   - path: The root file.
  ///   - files: Reads files.
  ///   - options: What may be read.
  ///   - sink: Receives all findings; those that are thrown are not reported there.
  /// - Returns: The document.
  /// - Throws: A `DiagnosticError` with all findings, where one of them is an error.
  public static func load(
    _ path: String,
    files: FileReader = .disk,
    options: LoadOptions = LoadOptions(),
    sink: DiagnosticSink
  ) throws(DiagnosticError) -> Document {
    let bytes: [UInt8]
    do { bytes = try files.read(path) } catch {
      throw DiagnosticError(
        Diagnostic(.error, .missingFile, "cannot read `\(path)`: \(error)")
      )
    }
    let node = try SpecTree.parse(SourceFile(path: path, bytes: bytes), sink: sink)
    return try load(node, path: path, files: files, options: options, sink: sink)
  }

  /// Reads a document whose root is in memory, and all it refers to.
  ///
  /// - Parameters:
  ///   - root: The root, of a tree of its own.
  ///   - path: The path that references of the root are relative to.
  ///   - files: Reads files.
  ///   - options: What may be read.
  ///   - sink: Receives all findings; those that are thrown are not reported there.
  /// - Returns: The document.
  /// - Throws: A `DiagnosticError` with all findings, where one of them is an error.
  public static func load(
    _ root: Node,
    path: String,
    files: FileReader = .disk,
    options: LoadOptions = LoadOptions(),
    sink: DiagnosticSink
  ) throws(DiagnosticError) -> Document {
    let version = try Version.detect(root, sink: sink)
    let file = LoadedFile(root: root, path: path)
    let table = FileTable()
    table.add(file, canonicalPath: files.canonicalPath(path) ?? FilePath.normalize(path))
    let reader = DocumentReader(
      root: file,
      files: table,
      generation: version.generation,
      disk: files,
      options: options
    )
    let document = reader.read(version)
    let findings = reader.faults.sorted(files: document.files)
    if findings.contains(where: { $0.severity == .error }) { throw DiagnosticError(findings) }
    sink.report(contentsOf: findings)
    return document
  }
}

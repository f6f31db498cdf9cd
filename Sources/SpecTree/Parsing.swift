import Diagnostics

/// The notation of a document.
public enum DocumentFormat: Sendable, Hashable {
  /// JSON where the content is JSON, YAML otherwise; the file's name does not matter.
  case automatic
  /// JSON by RFC 8259, and nothing more.
  case json
  /// YAML by the 1.2 core schema.
  case yaml
}

/// Bounds that keep a hostile document from using up the machine.
public struct ParsingLimits: Sendable {
  /// How deep containers may be nested.
  public var depth = 500
  /// How many nodes aliases and merge keys may add, were they copied out.
  public var aliasedNodes = 500_000

  /// Bounds far beyond what published documents need.
  public init() {}
}

/// Reads a document into a tree of located nodes.
///
/// YAML scalars resolve by the YAML 1.2 core schema, aliases and merge keys are followed, and JSON
/// is recognized by its content. Warnings, such as a repeated key, are reported and reading goes on.
///
/// - Parameters:
///   - bytes: The document in UTF-8, with or without a byte order mark.
///   - path: The path to show in diagnostics.
///   - sink: Receives warnings; the error that is thrown is not reported there.
/// - Returns: The root.
/// - Throws: A `DiagnosticError` that says where the document cannot be read.
public func parse(bytes: [UInt8], file path: String, sink: DiagnosticSink) throws(DiagnosticError)
  -> Node
{
  try parse(SourceFile(path: path, bytes: bytes), sink: sink)
}

/// Reads a document into a tree of located nodes.
///
/// - Parameters:
///   - file: The document.
///   - format: The notation, if it is known.
///   - limits: Bounds on nesting and on aliases.
///   - sink: Receives warnings; the error that is thrown is not reported there.
/// - Returns: The root.
/// - Throws: A `DiagnosticError` that says where the document cannot be read.
public func parse(
  _ file: SourceFile,
  as format: DocumentFormat = .automatic,
  limits: ParsingLimits = ParsingLimits(),
  sink: DiagnosticSink
) throws(DiagnosticError) -> Node {
  let encoding = try EncodingCheck.check(file)
  switch format {
  case .json:
    return try JSONReader.read(file, encoding: encoding, limits: limits, sink: sink)
  case .yaml:
    return try YAMLReader.read(file, encoding: encoding, limits: limits, sink: sink)
  case .automatic:
    return try readEither(file, encoding, limits, sink)
  }
}

/// A flow mapping begins like a JSON object, so that only reading on tells the two apart.
private func readEither(
  _ file: SourceFile,
  _ encoding: EncodingCheck,
  _ limits: ParsingLimits,
  _ sink: DiagnosticSink
) throws(DiagnosticError) -> Node {
  guard JSONReader.looksLikeJSON(file, encoding) else {
    return try YAMLReader.read(file, encoding: encoding, limits: limits, sink: sink)
  }
  let warnings = DiagnosticSink()
  let failure: JSONReader.Failure
  do throws(JSONReader.Failure) {
    let node = try JSONReader.scan(file, encoding: encoding, limits: limits, sink: warnings)
    sink.report(contentsOf: warnings.diagnostics)
    return node
  } catch {
    failure = error
  }
  if failure.diagnostic.code == .nestingTooDeep { throw DiagnosticError(failure.diagnostic) }
  let attempt = DiagnosticSink()
  do throws(DiagnosticError) {
    let node = try YAMLReader.read(file, encoding: encoding, limits: limits, sink: attempt)
    // With not one value read, nothing suggests that JSON was meant.
    if failure.scalarsRead > 0 { sink.report(failure.asWarning) }
    sink.report(contentsOf: attempt.diagnostics)
    return node
  } catch {
    throw failure.scalarsRead > 0 ? DiagnosticError(failure.diagnostic) : error
  }
}

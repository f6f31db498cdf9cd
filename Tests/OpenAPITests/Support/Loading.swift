import Diagnostics
import OpenAPI
import SpecTree

/// What a load gave.
struct Outcome {
  var document: Document?
  var diagnostics: [Diagnostic]

  func codes(_ severity: Diagnostic.Severity) -> [Diagnostic.Code] {
    diagnostics.filter { $0.severity == severity }.map(\.code)
  }

  /// `line:column code`, without notices.
  var findings: [String] {
    diagnostics.filter { $0.severity > .notice }.map { diagnostic in
      let place = diagnostic.location.map { "\($0.line):\($0.column) " } ?? ""
      return place + diagnostic.code.rawValue
    }
  }
}

/// Loads documents from memory; the root is `api.yaml`.
func load(
  _ text: String,
  files: [String: String] = [:],
  options: LoadOptions = LoadOptions()
) -> Outcome {
  var all = files
  all["api.yaml"] = text
  return load(path: "api.yaml", files: .memory(all), options: options)
}

func load(
  path: String,
  files: FileReader = .disk,
  options: LoadOptions = LoadOptions()
) -> Outcome {
  let sink = DiagnosticSink()
  do {
    let document = try Document.load(path, files: files, options: options, sink: sink)
    return Outcome(document: document, diagnostics: sink.diagnostics)
  } catch {
    return Outcome(document: nil, diagnostics: sink.diagnostics + error.diagnostics)
  }
}

import Diagnostics
import Mustache
import SpecTree

/// The user's own templates.
final class TemplateFolder: Sendable {
  private let folder: String?
  private let read = Locked<[String: SourceFile]>([:])

  /// - Parameter folder: Where the templates are; `nil` for none.
  init(_ folder: String?) { self.folder = folder }

  /// Gives a template by name, for the emitter.
  var source: @Sendable (String) -> TemplateSource? {
    { name in
      self.file(name).map {
        TemplateSource(String(decoding: $0.bytes, as: UTF8.self), origin: $0.path)
      }
    }
  }

  /// The templates that were asked for and found, sorted by name.
  var used: [SourceFile] {
    read.withLock { files in files.keys.sorted().compactMap { files[$0] } }
  }

  private func file(_ name: String) -> SourceFile? {
    guard let folder else { return nil }
    if let known = read.withLock({ $0[name] }) { return known }
    let path = PathText.join(folder, name + ".mustache")
    guard let bytes = try? FileSystem.contents(of: path) else { return nil }
    let file = SourceFile(path: path, bytes: bytes)
    read.withLock { $0[name] = file }
    return file
  }

  /// An error of the template engine as a finding.
  static func diagnostic(of error: any Error) -> DiagnosticError {
    guard let error = error as? TemplateError else {
      return DiagnosticError(Diagnostic(.error, .template, "\(error)"))
    }
    func place(_ location: TemplateLocation) -> SourceLocation {
      SourceLocation(
        file: location.template,
        line: location.line,
        column: location.column,
        offset: 0
      )
    }
    return DiagnosticError(
      Diagnostic(
        .error,
        .template,
        error.message,
        at: place(error.location),
        notes: error.includedFrom.map { Diagnostic.Note("included from here", at: place($0)) },
        fix: error.help.isEmpty ? nil : error.help
      )
    )
  }
}

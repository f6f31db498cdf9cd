import Mustache

/// A template of the user's that makes files of its own.
///
/// Its first line may say in a comment for what it makes a file, and where:
/// `{{! emit group docs/{name}.md }}`. Without that it makes one file, named as the template is.
struct ExtraTemplate: Sendable {
  /// The template's name.
  let name: String
  let subject: Subject
  /// The path below the output folder; `{name}` stands for the subject's name.
  private let path: String

  /// What a file is made for.
  enum Subject: String, CaseIterable, Sendable {
    /// The client: one file.
    case client
    /// Each group of operations.
    case group
    /// Each type directly in the client.
    case type
  }

  /// Reads the first line of a template.
  ///
  /// - Throws: what is wrong with it.
  init(_ name: String, source: TemplateSource) throws(TemplateError) {
    self.name = name
    guard let words = Self.directive(source.text) else {
      subject = .client
      path = name
      return
    }
    func error(_ message: String) -> TemplateError {
      TemplateError(
        kind: .badDirective,
        location: TemplateLocation(template: source.origin ?? name, line: 1, column: 1),
        message: message,
        help: "write for example {{! emit group docs/{name}.md }}"
      )
    }
    guard words.count == 2, let subject = Subject(rawValue: words[0]) else {
      let known = Subject.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("behind \"emit\" comes one of \(known), then a path")
    }
    let segments = words[1].split(separator: "/", omittingEmptySubsequences: false)
    if segments.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
      throw error("the path \"\(words[1])\" leads out of the output folder")
    }
    if subject != .client, !words[1].contains("{name}") {
      throw error("files for each \(subject.rawValue) need {name} in their path")
    }
    self.subject = subject
    path = words[1]
  }

  /// The words behind `emit` in a comment on the first line.
  private static func directive(_ text: String) -> [String]? {
    let line = text.prefix { !$0.isNewline }
    guard line.hasPrefix("{{!"), let end = line.firstRange(of: "}}") else { return nil }
    let words = line[..<end.lowerBound].dropFirst(3).split(separator: " ").map(String.init)
    return words.first == "emit" ? Array(words.dropFirst()) : nil
  }

  /// The path of a subject's file.
  func path(for name: String) -> String { path.replacing("{name}", with: name) }
}

extension TemplateError.Kind {
  /// A first line that says wrongly what a template is for.
  public static let badDirective = Self("bad-directive")
}

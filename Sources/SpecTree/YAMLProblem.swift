internal import CLibYAML
import Diagnostics

/// What libyaml says when it gives up, in plain words.
struct YAMLProblem {
  private let failure: speclibyaml_problem

  init(_ failure: speclibyaml_problem) { self.failure = failure }

  /// The diagnostic, located where the problem is.
  func diagnostic(in file: SourceFile, _ offsets: inout CharacterOffsets) -> Diagnostic {
    let problem = failure.problem.map { String(cString: $0) } ?? "the document is malformed"
    let context = failure.context.map { String(cString: $0) }
    return Diagnostic(
      .error,
      .yamlSyntax,
      context.map { "\(problem) \($0)" } ?? problem,
      at: file.location(at: offsets.byte(failure.problem_index))
    )
  }
}

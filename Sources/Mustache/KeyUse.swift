/// A place where a template asks for a key.
public struct KeyUse: Hashable, Sendable {
  /// The name as written: `name`, `type.name`, or `.` for the current item.
  public var name: String
  /// What is done with the value.
  public var purpose: Purpose
  /// The sections around it, outermost first, those of including templates among them.
  public var scope: [String]
  /// The place of the tag.
  public var location: TemplateLocation

  /// What a template does with a value.
  public enum Purpose: String, Sendable {
    /// Writes it: `{{name}}`, `{{{name}}}`.
    case text
    /// Walks it, or tests it: `{{#name}}`.
    case section
    /// Tests that there is none: `{{^name}}`.
    case inverted
    /// Takes the name of a template from it: `{{>*name}}`, `{{<*name}}`.
    case templateName
  }
}

extension TemplateLibrary {
  /// The keys that a template and all that it includes ask for, in order.
  ///
  /// Targets of dynamic names are not followed: which they are is for the view model to say.
  ///
  /// - Throws: That there is no such template.
  public func keyUses(in name: String) throws(TemplateError) -> [KeyUse] {
    let template = try template(name)
    var collector = KeyUseCollector(library: template.library)
    collector.collect(template.index, scope: [])
    return collector.uses
  }
}

private struct KeyUseCollector {
  let library: TemplateLibrary
  var uses: [KeyUse] = []
  private var visited: Set<Visit> = []

  /// A template inside of the same sections asks for the same keys.
  private struct Visit: Hashable {
    var program: Int
    var scope: [String]
  }

  init(library: TemplateLibrary) {
    self.library = library
  }

  mutating func collect(_ index: Int, scope: [String]) {
    // A template that includes itself opens ever the same sections: the innermost two tell all.
    guard visited.insert(Visit(program: index, scope: scope.suffix(2))).inserted else { return }
    let program = library.programs[index]
    collect(program, program.code.indices, scope: scope)
  }

  private mutating func collect(_ program: Program, _ range: Range<Int>, scope: [String]) {
    var index = range.lowerBound
    while index < range.upperBound {
      var next = index + 1
      switch program.code[index] {
      case .text: break
      case .variable(let path, _):
        add(program, path, .text, scope, index)
      case .section(let path, let end, _):
        add(program, path, .section, scope, index)
        collect(program, next..<Int(end), scope: scope + [program.name(of: path)])
        next = Int(end)
      case .inverted(let path, let end):
        add(program, path, .inverted, scope, index)
        collect(program, next..<Int(end), scope: scope)
        next = Int(end)
      case .partial(let call):
        collect(program.calls[Int(call)], program, scope, index)
      case .parent(let call, let end):
        collect(program.calls[Int(call)], program, scope, index)
        collect(program, next..<Int(end), scope: scope)
        next = Int(end)
      case .block(_, let end):
        collect(program, next..<Int(end), scope: scope)
        next = Int(end)
      }
      index = next
    }
  }

  private mutating func collect(
    _ call: Call,
    _ program: Program,
    _ scope: [String],
    _ index: Int
  ) {
    switch call.target {
    case .program(let target): collect(target, scope: scope)
    case .dynamic(let path): add(program, path, .templateName, scope, index)
    case .named, .missing: break
    }
  }

  private mutating func add(
    _ program: Program,
    _ path: Path,
    _ purpose: KeyUse.Purpose,
    _ scope: [String],
    _ index: Int
  ) {
    uses.append(
      KeyUse(
        name: program.name(of: path),
        purpose: purpose,
        scope: scope,
        location: program.source.location(Int(program.offsets[index]))
      )
    )
  }
}

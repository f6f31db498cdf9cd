/// A compiled template.
///
/// ```swift
/// let greeting = try Template("Hello, {{name}}!")
/// let text = try greeting.render(["name": "world"])
/// ```
///
/// Everything in the Mustache specification works, inheritance, dynamic names and lambdas among it.
/// One liberty is taken: the indentation of a partial or block is written only where something
/// follows it on the line, so that empty lines stay empty. Directly inside a parent tag, where the
/// specification ignores text, tags other than blocks and comments are errors.
public struct Template: Sendable {
  /// Its name in its library.
  public let name: String
  let library: TemplateLibrary
  let index: Int

  init(name: String, library: TemplateLibrary, index: Int) {
    self.name = name
    self.library = library
    self.index = index
  }

  /// Compiles a template that stands for itself.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - name: What errors call it, and what it can call itself.
  ///   - options: How to treat text and mistakes.
  /// - Throws: The first defect of syntax; a partial of another name, when strict.
  public init(
    _ text: String,
    name: String = "template",
    options: TemplateOptions = .init()
  ) throws(TemplateError) {
    self = try TemplateLibrary([name: text], options: options).template(name)
  }

  /// Renders the template.
  ///
  /// - Parameter value: The bottom of the context stack: an object, as a rule.
  /// - Returns: The text.
  /// - Throws: A key or partial missing when strict, or inclusion without end.
  public func render(_ value: Value) throws(TemplateError) -> String {
    var output: [UInt8] = []
    try render(value, into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// Renders the template to the end of a buffer of UTF-8; on failure the buffer is as before.
  ///
  /// One buffer that is emptied and used again saves allocations where many files are rendered.
  public func render(_ value: Value, into output: inout [UInt8]) throws(TemplateError) {
    let count = output.count
    var renderer = Renderer(library: library, value: value)
    swap(&renderer.output, &output)
    let result = Result { () throws(TemplateError) in
      let program = library.programs[index]
      try renderer.run(program, program.code.indices)
    }
    swap(&renderer.output, &output)
    if case .failure(let error) = result {
      output.removeLast(output.count - count)
      throw error
    }
  }
}

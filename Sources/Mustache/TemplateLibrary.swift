/// The source of a template, and where it came from.
public struct TemplateSource: Sendable, ExpressibleByStringLiteral {
  /// The template.
  public var text: String
  /// What errors call it: a path, where it has one.
  public var origin: String?

  /// Makes a source.
  public init(_ text: String, origin: String? = nil) {
    self.text = text
    self.origin = origin
  }

  /// Makes a source without an origin.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}

/// Compiled templates that can use one another as partials and parents.
///
/// Sources come from layers. The first layer that has a name wins, so that a user's own templates
/// go before built-in ones. A template whose parent tag names the template itself extends the one
/// that it hides: `client` in the first layer may say `{{<client}}{{$header}}…{{/header}}
/// {{/client}}` to change one block of the built-in `client`.
///
/// A library is immutable once made and compiles each template once, so any number of threads can
/// render from it. Only the targets of dynamic names (`{{>*name}}`) that it was not told of are
/// compiled while rendering.
public struct TemplateLibrary: Sendable {
  /// Finds the source of a template, or nil where the layer has none of that name.
  public typealias Layer = @Sendable (_ name: String) -> TemplateSource?

  /// How its templates treat text and mistakes.
  public let options: TemplateOptions
  /// The partials and parents that no layer has; when strict, one of them is an error instead.
  public private(set) var missingPartials: [TemplateError] = []

  private let layers: [Layer]
  private(set) var programs: [Program] = []
  private var origins: [Origin] = []
  /// The sources of what is found but not compiled yet: the last of `origins`.
  private var queue: [TemplateSource] = []
  private var indexes: [Origin: Int] = [:]

  /// A name, and the layer it is found in or looked for from.
  private struct Origin: Hashable {
    var name: String
    var layer: Int
  }

  /// Compiles templates and all that they use.
  ///
  /// - Parameters:
  ///   - names: The templates that will be rendered, and the targets of dynamic names.
  ///   - layers: Where sources come from, the most important first.
  ///   - options: How to treat text and mistakes.
  /// - Throws: The first defect: of syntax, or a name that no layer has.
  public init(
    _ names: [String],
    layers: [Layer],
    options: TemplateOptions = .init()
  ) throws(TemplateError) {
    self.layers = layers
    self.options = options
    for name in names where try index(of: name) == nil {
      throw missing(name)
    }
  }

  /// Compiles templates given by name.
  public init(
    _ sources: [String: String],
    options: TemplateOptions = .init()
  ) throws(TemplateError) {
    let layer: Layer = { name in sources[name].map { TemplateSource($0) } }
    try self.init(sources.keys.sorted(), layers: [layer], options: options)
  }

  /// The names of all compiled templates, sorted.
  public var names: [String] {
    Set(origins.map(\.name)).sorted()
  }

  /// A template ready to be rendered.
  ///
  /// - Throws: That no layer has it, or its first defect if it was not compiled before.
  public func template(_ name: String) throws(TemplateError) -> Template {
    var library = self
    guard let index = try library.index(of: name) else { throw missing(name) }
    return Template(name: name, library: library, index: index)
  }

  /// Renders a template.
  ///
  /// - Parameters:
  ///   - name: The template.
  ///   - value: The bottom of the context stack: an object, as a rule.
  /// - Returns: The text.
  /// - Throws: That there is no such template, a key or partial missing when strict, or templates
  ///   that include one another without end.
  public func render(_ name: String, _ value: Value) throws(TemplateError) -> String {
    try template(name).render(value)
  }

  /// Renders a template to the end of a buffer of UTF-8; on failure the buffer is as before.
  public func render(
    _ name: String,
    _ value: Value,
    into output: inout [UInt8]
  ) throws(TemplateError) {
    try template(name).render(value, into: &output)
  }

  private func missing(_ name: String) -> TemplateError {
    let near = nearest(to: name, among: names)
    return TemplateError(
      kind: .missingTemplate,
      location: TemplateLocation(template: name, line: 1, column: 1),
      message: "there is no template named \"\(name)\"",
      help: near.isEmpty
        ? "add it to a template directory" : "did you mean \(quotedList(near))?"
    )
  }
}

/// Compiling and linking.
extension TemplateLibrary {
  /// The program of a name, compiled with all that it uses if need be.
  mutating func index(of name: String) throws(TemplateError) -> Int? {
    let index = find(name, from: 0)
    try compileFound()
    return index
  }

  /// Compiles text that is no template of its own: what a lambda returned.
  mutating func program(
    of source: TemplateText,
    delimiters: Delimiters
  ) throws(TemplateError) -> Program {
    let program = try Compiler.compile(source, delimiters: delimiters) {
      (call, offset) throws(TemplateError) in
      try link(call, offset: offset, in: source, from: nil)
    }
    try compileFound()
    return program
  }

  /// The index of a template; one not seen before is put in the queue for compilation.
  private mutating func find(_ name: String, from first: Int) -> Int? {
    let wanted = Origin(name: name, layer: first)
    if let index = indexes[wanted] { return index }
    for layer in layers.indices.dropFirst(first) {
      let found = Origin(name: name, layer: layer)
      if let index = indexes[found], origins[index] == found {
        indexes[wanted] = index
        return index
      }
      if let source = layers[layer](name) {
        origins.append(found)
        queue.append(source)
        indexes[found] = origins.count - 1
        indexes[wanted] = origins.count - 1
        return origins.count - 1
      }
    }
    return nil
  }

  private mutating func compileFound() throws(TemplateError) {
    while !queue.isEmpty {
      let origin = origins[programs.count]
      let source = queue.removeFirst()
      let text = TemplateText(
        name: source.origin ?? origin.name,
        bytes: Array(source.text.utf8)
      )
      let program = try Compiler.compile(text) { (call, offset) throws(TemplateError) in
        try link(call, offset: offset, in: text, from: origin)
      }
      programs.append(program)
    }
  }

  private mutating func link(
    _ call: Call,
    offset: Int,
    in source: TemplateText,
    from origin: Origin?
  ) throws(TemplateError) -> Call.Target {
    guard case .named(let name) = call.target else { return call.target }
    if call.isParent, let origin, origin.name == name,
      let hidden = find(name, from: origin.layer + 1)
    {
      return .program(hidden)
    }
    if let index = find(name, from: 0) { return .program(index) }
    let error = missingPartial(name, offset: offset, in: source)
    if options.isStrict { throw error }
    missingPartials.append(error)
    return .missing(name)
  }

  func missingPartial(_ name: String, offset: Int, in source: TemplateText) -> TemplateError {
    let near = nearest(to: name, among: names)
    return source.error(
      .missingPartial,
      at: offset,
      "there is no template named \"\(name)\"",
      help: near.isEmpty
        ? "add it to a template directory, or remove the tag"
        : "did you mean \(quotedList(near))?"
    )
  }
}

import ClientModel
import Mustache
import Templates

/// Writes a client model as Swift sources.
///
/// A pure function of the model, the header and the templates: the same input gives the same
/// bytes everywhere.
public struct SourceEmitter: Sendable {
  /// The names of the templates that are rendered as files of their own.
  public static let roots = ["client", "session", "models", "operations", "target", "webhooks"]
  /// The name of the built-in templates for smoke tests, which are asked for by it.
  public static let smokeTests = "smoke-tests"
  /// The name of the built-in template for sample responses, which is asked for by it.
  public static let samples = "samples"
  /// The names of built-in templates that are rendered only where they are asked for.
  public static let optionalNames: Set<String> = [smokeTests, samples]
  private static let optionalRoots = [smokeTests: [smokeTests, "smoke-calls"], samples: [samples]]

  private let library: TemplateLibrary
  private let extras: [ExtraTemplate]
  /// The keys that any template asks for, and those that each asks for that sees the client.
  private let keys: Set<String>
  private let clientKeys: [String: Set<String>]

  /// Prepares the templates.
  ///
  /// - Parameters:
  ///   - overrides: gives a template of the user's by name, which replaces the built-in one; `nil`
  ///     where the user has none.
  ///   - extras: names of templates of the user's that make further files.
  ///   - optional: those of ``optionalNames`` that are going to be rendered.
  /// - Throws: a `TemplateError` with the place of the first defect.
  public init(
    overrides: @escaping @Sendable (_ name: String) -> TemplateSource? = { _ in nil },
    extras: [String] = [],
    optional: [String] = []
  ) throws(TemplateError) {
    let builtIn = Dictionary(
      BuiltInTemplates.sources.map { ($0.name, $0.text) },
      uniquingKeysWith: { first, _ in first }
    )
    let library = try TemplateLibrary(
      Self.roots + extras + optional.flatMap { Self.optionalRoots[$0] ?? [] },
      layers: [overrides, { name in builtIn[name].map { TemplateSource($0) } }],
      options: TemplateOptions(escape: .none, isStrict: true)
    )
    self.library = library
    var templates: [ExtraTemplate] = []
    for name in extras {
      let source = overrides(name) ?? builtIn[name].map { TemplateSource($0) }
      templates.append(try ExtraTemplate(name, source: source ?? ""))
    }
    self.extras = templates
    var all: Set<String> = []
    var clientKeys: [String: Set<String>] = [:]
    for name in Self.roots + extras {
      var keys: Set<String> = []
      for use in try library.keyUses(in: name) {
        keys.formUnion(use.name.split(separator: ".").map(String.init))
        if use.purpose == .templateName { keys.insert(ViewModels.dynamicParts) }
      }
      all.formUnion(keys)
      clientKeys[name] = keys
    }
    keys = all
    self.clientKeys = clientKeys
  }

  /// Writes all files of a client.
  ///
  /// - Parameters:
  ///   - model: the client.
  ///   - header: the lines of the comment at the top of each file, without `//`.
  ///   - grouping: how types are put into files.
  /// - Returns: the files in a fixed order; no two paths differ in letter case alone.
  /// - Throws: a `TemplateError` where a template asks for what is not there.
  public func files(
    for model: Client,
    header: [String],
    grouping: TypeGrouping = .byFirstWord
  ) throws(TemplateError) -> [EmittedFile] {
    let views = ViewModels(model: model, header: header, keys: keys)
    var output = FileCollector()
    let name = model.name
    try render("client", views.client(for: clientKeys["client"] ?? []), "\(name).swift", &output)
    try render("session", views.session(), "\(name)+Session.swift", &output)
    let groups = extras.filter { $0.subject == .group }
    for group in model.groups {
      let view = views.file(about: group)
      try render("target", view, "Targets/\(group.targetName).swift", &output)
      try render("operations", view, "Operations/\(name)+\(group.name).swift", &output)
      for extra in groups {
        try render(extra.name, view, extra.path(for: group.name), &output)
      }
    }
    let types = extras.filter { $0.subject == .type }
    for group in grouping.files(of: model.types) {
      try render("models", views.file(about: group.types), "Models/\(group.name).swift", &output)
    }
    if !types.isEmpty {
      for type in model.types {
        let view = views.file(about: [type])
        for extra in types {
          try render(extra.name, view, extra.path(for: type.name.last), &output)
        }
      }
    }
    if !model.webhooks.isEmpty {
      try render("webhooks", views.webhooks(), "\(name)+Webhooks.swift", &output)
    }
    for extra in extras where extra.subject == .client {
      let view = views.client(for: clientKeys[extra.name] ?? [])
      try render(extra.name, view, extra.path(for: name), &output)
    }
    return output.files
  }

  /// Writes the test suite that calls every operation of a client.
  ///
  /// - Parameters:
  ///   - model: the client.
  ///   - header: the lines of the comment at the top of each file, without `//`.
  ///   - tests: what the tests need besides the client.
  /// - Returns: the files in a fixed order.
  /// - Throws: a `TemplateError` where a template asks for what is not there.
  public func smokeTests(
    for model: Client,
    header: [String],
    _ tests: SmokeTests
  ) throws(TemplateError) -> [EmittedFile] {
    let views = ViewModels(model: model, header: header, keys: [])
    var output = FileCollector()
    let suite = model.name + "SmokeTests"
    try render(Self.smokeTests, views.smokeSuite(tests), "\(suite).swift", &output)
    let groups = Dictionary(grouping: model.groups.filter { !$0.operations.isEmpty }) {
      TypeGrouping.firstWords(1, of: $0.name)
    }
    for (word, groups) in groups.sorted(by: { $0.key < $1.key }) {
      try render("smoke-calls", views.smokeFile(groups, tests), "\(suite)+\(word).swift", &output)
    }
    return output.files
  }

  /// Writes the responses that the document shows, for stubs.
  ///
  /// - Parameters:
  ///   - model: the client.
  ///   - header: the lines of the comment at the top of the file, without `//`.
  ///   - samples: the responses by method and path of the document.
  /// - Returns: the file.
  /// - Throws: a `TemplateError` where a template asks for what is not there.
  public func samples(
    for model: Client,
    header: [String],
    _ samples: [String: [ResponseSample]]
  ) throws(TemplateError) -> [EmittedFile] {
    let views = ViewModels(model: model, header: header, keys: [])
    var output = FileCollector()
    try render(Self.samples, views.samples(samples), "\(model.name)+Samples.swift", &output)
    return output.files
  }

  private func render(
    _ template: String,
    _ value: Value,
    _ path: String,
    _ output: inout FileCollector
  ) throws(TemplateError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4096)
    try library.render(template, value, into: &bytes)
    output.add(path, bytes)
  }
}

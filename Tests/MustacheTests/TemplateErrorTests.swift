import Mustache
import Testing

struct TemplateErrorTests {
  struct Defect: Sendable, CustomTestStringConvertible {
    var testDescription: String { template.debugDescription }
    var template: String
    var kind: TemplateError.Kind
    var line: Int
    var column: Int
    var message: String

    init(
      _ template: String,
      _ kind: TemplateError.Kind,
      _ line: Int,
      _ column: Int,
      _ message: String
    ) {
      self.template = template
      self.kind = kind
      self.line = line
      self.column = column
      self.message = message
    }
  }

  @Test(arguments: [
    Defect("a\n b {{name", .unclosedTag, 2, 4, "never closed"),
    Defect("{{{name}}", .unclosedTag, 1, 1, "never closed"),
    Defect("{{", .unclosedTag, 1, 1, "never closed"),
    Defect("ä{{! no end }", .unclosedTag, 1, 2, "never closed"),
    Defect("{{#a}}\n{{#b}}\n{{/b}}", .unclosedSection, 1, 1, "\"{{#a}}\" is never closed"),
    Defect("x\n  {{^b}}", .unclosedSection, 2, 3, "\"{{^b}}\" is never closed"),
    Defect("{{$b}}", .unclosedSection, 1, 1, "\"{{$b}}\" is never closed"),
    Defect("{{<*b}}", .unclosedSection, 1, 1, "\"{{<*b}}\" is never closed"),
    Defect("{{#a}}\n{{#b}}\n{{/a}}", .mismatchedClose, 3, 1, "opened at line 2, column 1"),
    Defect("{{<*b}}{{/b}}", .mismatchedClose, 1, 8, "\"{{/b}}\" does not close \"{{<*b}}\""),
    Defect("{{=| |=}}|#a||/b|", .mismatchedClose, 1, 14, "\"|/b|\" does not close \"|#a|\""),
    Defect("{{a}}{{/a}}", .strayClose, 1, 6, "\"{{/a}}\" closes nothing"),
    Defect("{{}}", .invalidName, 1, 1, "no name"),
    Defect("\n{{# }}", .invalidName, 2, 1, "no name"),
    Defect("{{>*}}", .invalidName, 1, 1, "no name"),
    Defect("{{a b}}", .invalidName, 1, 1, "\"a b\" contains white space"),
    Defect("{{a..b}}", .invalidName, 1, 1, "one side of a dot"),
    Defect("{{#.a}}{{/.a}}", .invalidName, 1, 1, "one side of a dot"),
    Defect("{{>*a.}}", .invalidName, 1, 1, "one side of a dot"),
    Defect("{{=<%=}}", .badDelimiters, 1, 1, "two delimiters"),
    Defect("{{=<% % >=}}", .badDelimiters, 1, 1, "two delimiters"),
    Defect("{{=<= =>=}}", .badDelimiters, 1, 1, "no \"=\""),
    Defect("a {{=<% %>}}", .badDelimiters, 1, 3, "does not end in \"=}}\""),
    Defect("{{<p}}\n {{name}}{{/p}}", .misplacedTag, 2, 2, "only blocks count"),
    Defect("{{<p}}{{#a}}{{/a}}{{/p}}", .misplacedTag, 1, 7, "only blocks count"),
    Defect("{{<p}}{{<q}}{{/q}}{{/p}}", .misplacedTag, 1, 7, "only blocks count"),
  ])
  func defectsAreFoundWhereTheyAre(_ defect: Defect) throws {
    let error = try #require(throws: TemplateError.self) {
      try Template(defect.template, name: "page.mustache")
    }
    #expect(error.kind == defect.kind)
    #expect(
      error.location
        == TemplateLocation(template: "page.mustache", line: defect.line, column: defect.column)
    )
    #expect(error.message.contains(defect.message), "\(error.message)")
    #expect(!error.help.isEmpty)
  }

  @Test func descriptionReadsLikeACompilersMessage() throws {
    let error = try #require(throws: TemplateError.self) {
      try Template("{{#a}}", name: "page.mustache")
    }
    #expect(
      error.description == """
        page.mustache:1:1: error: "{{#a}}" is never closed
        page.mustache:1:1: note: close it with "{{/a}}"
        """
    )
  }

  @Test func absurdNestingIsAnError() throws {
    let depth = 100_000
    let template =
      String(repeating: "{{#a}}", count: depth) + String(repeating: "{{/a}}", count: depth)
    let error = try #require(throws: TemplateError.self) { try Template(template) }
    #expect(error.kind == .tooDeep)
  }

  @Test func endlessRecursionIsAnErrorWithTheWayIntoIt() throws {
    let library = try TemplateLibrary(["a": "x\n {{>b}}", "b": "{{>a}}"])
    let error = try #require(throws: TemplateError.self) { try library.render("a", [:]) }
    #expect(error.kind == .tooDeep)
    #expect(!error.includedFrom.isEmpty)
    #expect(error.includedFrom.count < 10)
  }
}

struct StrictRenderingTests {
  private let strict = TemplateOptions(isStrict: true)

  @Test(arguments: [
    ("{{nmae}}", 1, 1, "unknown key \"nmae\"", "did you mean \"name\"?"),
    (
      "{{#a}}\n  {{^titel}}{{/titel}}{{/a}}", 2, 3, "unknown key \"titel\"",
      "did you mean \"title\"?"
    ),
    (
      "{{#b}}{{/b}}{{#zzzzzz}}{{/zzzzzz}}", 1, 13, "unknown key \"zzzzzz\"",
      "the keys here are \"name\", \"a\" or \"b\""
    ),
    ("{{a.titel}}", 1, 1, "unknown key \"titel\" in \"a.titel\"", "did you mean \"title\"?"),
    ("{{name.first}}", 1, 1, "unknown key \"first\" in \"name.first\"", "there are no keys here"),
    ("{{>*kind}}", 1, 1, "unknown key \"kind\"", "the keys here are \"name\", \"a\" or \"b\""),
  ])
  func unknownKeyIsAnError(
    _ template: String,
    _ line: Int,
    _ column: Int,
    _ message: String,
    _ help: String
  ) throws {
    let template = try Template(template, name: "t", options: strict)
    let error = try #require(throws: TemplateError.self) {
      try template.render(["name": "n", "a": ["title": "t"], "b": nil])
    }
    #expect(error.kind == .unknownKey)
    #expect(error.location == TemplateLocation(template: "t", line: line, column: column))
    #expect(error.message == message)
    #expect(error.help == help)
  }

  @Test func knownKeysWithoutAValueAreFine() throws {
    let template = try Template(
      "{{#a}}{{b}}{{/a}}{{#c}}no{{/c}}{{^d}}none{{/d}}{{e.f.g}}{{#h.i}}{{/h.i}}",
      options: strict
    )
    let value: Value = [
      "a": ["x": 1], "b": "outer", "c": false, "d": [], "e": nil, "h": ["i": false],
    ]
    #expect(try template.render(value) == "outernone")
  }

  @Test func errorInAPartialTellsWhereItWasIncluded() throws {
    let library = try TemplateLibrary(
      [
        "main": "1\n {{>part}}", "part": "{{<base}}{{$x}}\n{{oops}}{{/x}}{{/base}}",
        "base": "{{$x}}{{/x}}",
      ],
      options: strict
    )
    let error = try #require(throws: TemplateError.self) { try library.render("main", [:]) }
    #expect(
      error.description == """
        part:2:1: error: unknown key "oops"
        part:2:1: note: there are no keys here
        part:1:1: note: included from here
        main:2:2: note: included from here
        """
    )
  }

  @Test func missingPartialIsAnError() throws {
    let error = try #require(throws: TemplateError.self) {
      try TemplateLibrary(["main": "a\n{{>modle}}", "model": ""], options: strict)
    }
    #expect(error.kind == .missingPartial)
    #expect(error.location == TemplateLocation(template: "main", line: 2, column: 1))
    #expect(error.message == "there is no template named \"modle\"")
  }

  @Test func missingDynamicPartialIsAnErrorOnceRendered() throws {
    let library = try TemplateLibrary(["main": "{{>*k}}", "model": "x"], options: strict)
    #expect(try library.render("main", ["k": "model"]) == "x")
    let error = try #require(throws: TemplateError.self) {
      try library.render("main", ["k": "modle"])
    }
    #expect(error.kind == .missingPartial)
    #expect(error.help == "did you mean \"model\"?")
  }

  @Test func bufferIsAsBeforeAfterAFailure() throws {
    let template = try Template("abc{{oops}}", options: strict)
    var output = Array("before".utf8)
    #expect(throws: TemplateError.self) { try template.render([:], into: &output) }
    #expect(output == Array("before".utf8))
  }
}

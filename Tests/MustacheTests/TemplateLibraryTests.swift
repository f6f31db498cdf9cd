import Synchronization
import Testing

@testable import Mustache

struct TemplateLibraryTests {
  private func layer(_ folder: String, _ sources: [String: String]) -> TemplateLibrary.Layer {
    { name in sources[name].map { TemplateSource($0, origin: "\(folder)/\(name).mustache") } }
  }

  @Test func firstLayerThatHasANameWins() throws {
    let library = try TemplateLibrary(
      ["page"],
      layers: [
        layer("user", ["part": "user's"]),
        layer("built-in", ["page": "{{>part}} {{>other}}", "part": "no", "other": "built-in"]),
      ]
    )
    #expect(try library.render("page", [:]) == "user's built-in")
    #expect(library.names == ["other", "page", "part"])
  }

  @Test func templateExtendsTheOneOfItsNameThatItHides() throws {
    let library = try TemplateLibrary(
      ["page"],
      layers: [
        layer("user", ["page": "{{<page}}{{$b}}3{{/b}}{{/page}}"]),
        layer("team", ["page": "{{<page}}{{$a}}2{{/a}}{{$b}}2{{/b}}{{/page}}"]),
        layer("built-in", ["page": "{{$a}}1{{/a}}{{$b}}1{{/b}}{{$c}}1{{/c}}"]),
      ]
    )
    #expect(try library.render("page", [:]) == "231")
  }

  @Test func partialThatNamesItsOwnTemplateIsRecursion() throws {
    let library = try TemplateLibrary(
      ["list"],
      layers: [
        layer("user", ["list": "<{{n}}{{#c}}{{>list}}{{/c}}>"]), layer("built-in", ["list": "no"]),
      ]
    )
    #expect(try library.render("list", ["n": 1, "c": ["n": 2, "c": nil]]) == "<1<2>>")
  }

  @Test func errorsNameTheOrigin() throws {
    let error = try #require(throws: TemplateError.self) {
      try TemplateLibrary(["page"], layers: [layer("built-in", ["page": "\n{{/x}}"])])
    }
    #expect(error.location.description == "built-in/page.mustache:2:1")
  }

  @Test func unknownTemplateSuggestsTheNearest() throws {
    let library = try TemplateLibrary(["model": "x", "client": "y"])
    let error = try #require(throws: TemplateError.self) { try library.render("modell", [:]) }
    #expect(error.kind == .missingTemplate)
    #expect(error.message == "there is no template named \"modell\"")
    #expect(error.help == "did you mean \"model\"?")
    #expect(throws: TemplateError.self) { try TemplateLibrary(["nowhere"], layers: []) }
  }

  @Test func missingPartialsAreListed() throws {
    let library = try TemplateLibrary(["a": "{{>b}}\n{{<c}}{{/c}}", "b": "{{>d}}"])
    #expect(
      library.missingPartials.map(\.location.description) == ["a:2:1", "b:1:1"]
    )
    #expect(library.missingPartials.allSatisfy { $0.kind == .missingPartial })
  }

  @Test func eachTemplateIsReadOnceHoweverOftenUsed() throws {
    let reads = Mutex<[String: Int]>([:])
    let library = try TemplateLibrary(
      ["a", "b"],
      layers: [
        { name in
          reads.withLock { $0[name, default: 0] += 1 }
          return name == "p" ? "x" : "{{>p}}{{>p}}"
        }
      ]
    )
    let before = reads.withLock { $0 }
    #expect(try library.render("a", [:]) + library.render("b", [:]) == "xxxx")
    #expect(reads.withLock { $0 } == before)
    #expect(before == ["a": 1, "b": 1, "p": 1])
  }

  @Test func dynamicTargetsAreCompiledWhenNeeded() throws {
    let library = try TemplateLibrary(
      ["main"],
      layers: [layer("t", ["main": "{{>*k}}{{>*k}}", "late": "{{>later}}", "later": "{{k}};"])]
    )
    #expect(library.names == ["main"])
    #expect(try library.render("main", ["k": "late"]) == "late;late;")
  }

  @Test func defectOfADynamicTargetIsReportedWhenRendered() throws {
    let library = try TemplateLibrary(
      ["main"],
      layers: [layer("t", ["main": "{{>*k}}", "late": "{{#x}}"])]
    )
    let error = try #require(throws: TemplateError.self) {
      try library.render("main", ["k": "late"])
    }
    #expect(error.kind == .unclosedSection)
    #expect(error.location.template == "t/late.mustache")
  }

  @Test func rendersAtTheEndOfABuffer() throws {
    let library = try TemplateLibrary(["a": "{{x}}"])
    var output: [UInt8] = []
    for number in 1...3 { try library.render("a", ["x": .int(number)], into: &output) }
    #expect(output == Array("123".utf8))
  }

  @Test func manyTasksRenderFromOneLibrary() async throws {
    let library = try TemplateLibrary(["a": "{{#l}}{{>b}}{{/l}}", "b": "<{{.}}>"])
    let texts = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<50 {
        group.addTask { (number, try library.render("a", ["l": [.int(number), 0]])) }
      }
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    for number in 0..<50 { #expect(texts[number] == "<\(number)><0>") }
  }
}

struct ObjectTests {
  @Test func shapesAndPairsMakeEqualObjects() throws {
    let shape = Shape("name", "count")
    let template = try Template("{{name}}{{count}}{{none}}")
    #expect(try template.render(shape("a", 1)) == "a1")
    #expect(try template.render(.object([("name", "a"), ("count", 1)])) == "a1")
    #expect(try template.render(.object(Object(shape, ["a", 1]))) == "a1")
  }

  @Test func firstOfARepeatedNameCounts() throws {
    let object = Object([("a", "first"), ("a", "second")])
    guard case .string(let text)? = object["a"] else {
      Issue.record("no text")
      return
    }
    #expect(text == "first")
    #expect(object["b"] == nil)
  }

  @Test func namesThatShareAnIdAreToldApart() throws {
    let (first, second) = ("8yn0iYCKYHlIj4-BwPqk", "GReLUrM4wMqfg9yzV3KQ")
    #expect(Shape.id(of: first) == Shape.id(of: second))
    let template = try Template("{{\(first)}}|{{\(second)}}")
    #expect(try template.render(.object([(second, .string("2")), (first, .string("1"))])) == "1|2")
    #expect(try template.render(.object([(second, .string("2"))])) == "|2")
  }
}

struct KeyUseTests {
  @Test func keysOfATemplateAndItsPartialsAreListedWithTheirSections() throws {
    let library = try TemplateLibrary([
      "main": "{{title}}\n{{#models}}{{>model}}{{^x}}{{y.z}}{{/x}}{{/models}}",
      "model":
        "{{<base}}{{$b}}{{{name}}}{{/b}}{{/base}}{{>*kind}}{{#children}}{{>model}}{{/children}}",
      "base": "{{$b}}{{default}}{{/b}}{{.}}",
    ])
    let uses = try library.keyUses(in: "main").map {
      "\($0.location) \($0.purpose) \(($0.scope + [$0.name]).joined(separator: "/"))"
    }
    #expect(uses.first == "main:1:1 text title")
    #expect(uses.contains("main:2:1 section models"))
    #expect(uses.contains("model:1:16 text models/name"))
    #expect(uses.contains("base:1:7 text models/default"))
    #expect(uses.contains("base:1:24 text models/."))
    #expect(uses.contains("model:1:41 templateName models/kind"))
    #expect(uses.contains("model:1:51 section models/children"))
    #expect(uses.contains("main:2:22 inverted models/x"))
    #expect(uses.contains("main:2:28 text models/y.z"))
    #expect(uses.count < 40)
  }

  @Test func unknownTemplateHasNoKeys() throws {
    let library = try TemplateLibrary(["a": ""])
    #expect(try library.keyUses(in: "a").isEmpty)
    #expect(throws: TemplateError.self) { try library.keyUses(in: "b") }
  }
}

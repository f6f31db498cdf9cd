import ClientModel
import Mustache
import Testing

@testable import SwiftEmitter

struct LiteralTests {
  @Test(arguments: [
    ("plain", #""plain""#),
    (#"a"b"#, #""a\"b""#),
    (#"\(code)"#, #""\\(code)""#),
    ("line\nnext\r\t", #""line\nnext\r\t""#),
    ("\u{202E}\u{0}", #""\u{202E}\u{0}""#),
    ("e\u{301}", #""e\u{301}""#),
  ])
  func textCannotLeaveItsLiteral(text: String, literal: String) {
    #expect(SwiftLiteral.string(text) == literal)
  }

  @Test func reservedWordsAreQuoted() {
    #expect(SwiftName.escaped("class") == "`class`")
    #expect(SwiftName.escaped("name") == "name")
    #expect(SwiftName.member("init") == "`init`")
    #expect(SwiftName.label("in") == "in")
  }
}

struct EmitterTests {
  /// A client with one object that hides library names and has hostile texts.
  private static var model: Client {
    var model = Client(name: "Shop")
    var name = Property(
      name: "name",
      key: "na\"me",
      type: .builtin(.string),
      presence: .required
    )
    name.documentation = Documentation(summary: "Ends */ here\r\nboom()\u{2028}bang()")
    let when = Property(name: "when", key: "when", type: .builtin(.date), presence: .optional)
    model.types = [
      TypeDeclaration(
        name: TypeName("Date"),
        kind: .object(ObjectType(properties: [name, when]))
      )
    ]
    return model
  }

  private func text(_ path: String) throws -> String {
    let files = try SourceEmitter().files(for: Self.model, header: ["Generated."])
    let file = try #require(files.first { $0.path == path })
    return String(decoding: file.contents, as: UTF8.self)
  }

  @Test func libraryTypesThatAreHiddenAreQualified() throws {
    #expect(try text("Models/Date.swift").contains("var when: EndpointKit.Date?"))
  }

  @Test func documentationStaysInsideItsComment() throws {
    let lines = try text("Models/Date.swift").split(separator: "\n")
    for line in lines where line.contains("boom") || line.contains("bang") {
      #expect(line.drop { $0 == " " }.hasPrefix("///"))
    }
    #expect(lines.contains { $0.contains("boom()") })
  }

  @Test func keysAreEscaped() throws {
    #expect(try text("Models/Date.swift").contains(#".init("na\"me", \.name)"#))
  }

  @Test func equalModelsGiveEqualBytes() throws {
    let first = try SourceEmitter().files(for: Self.model, header: [])
    let second = try SourceEmitter().files(for: Self.model, header: [])
    #expect(first == second)
  }

  @Test func noTwoSwiftFilesOfAModuleShareAName() throws {
    var model = Client(name: "Pet")
    model.types = ["PetOwner", "Cat"].map { name in
      TypeDeclaration(name: TypeName(name), kind: .namespace)
    }
    let paths = try SourceEmitter().files(for: model, header: []).map(\.path)
    #expect(
      paths == ["Pet.swift", "Pet+Session.swift", "Models/Pet-2.swift", "Models/Cat.swift"]
    )
  }

  @Test func templatesOfTheUserReplaceBuiltInOnes() throws {
    let emitter = try SourceEmitter(overrides: { name in
      name == "header" ? TemplateSource("// Mine.\n") : nil
    })
    let files = try emitter.files(for: Self.model, header: ["Theirs."])
    #expect(!files.isEmpty)
    for file in files {
      let text = String(decoding: file.contents, as: UTF8.self)
      #expect(text.hasPrefix("// Mine."))
      #expect(!text.contains("Theirs."))
    }
  }
}

import ClientModel
import Foundation
import Mustache
import Templates
import Testing

@testable import SwiftEmitter

@Suite("Keys of templates")
struct TemplateKeysTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  @Test("the page about templates has the reference as the view models have it")
  func reference() throws {
    let page = try String(
      contentsOf: Self.repository.appendingPathComponent("docs/templates.md"),
      encoding: .utf8
    )
    let marks = page.ranges(of: "<!-- keys -->\n")
    try #require(marks.count == 2)
    #expect(
      page[marks[0].upperBound..<marks[1].lowerBound] == "\n\(TemplateReference.markdown)\n",
      "replace what is between the marks by TemplateReference.markdown"
    )
  }

  @Test("every kind that a key holds is in the reference, and every kind is held or a file")
  func kinds() {
    var held: Set<String> = ["client", "groupFile", "typeFile", "session", "webhooks"]
    for key in ViewKind.all.flatMap(\.keys) {
      switch key.holds {
      case .object(let kind), .list(let kind): held.insert(kind)
      case .text, .flag, .lines: break
      }
    }
    #expect(held == Set(ViewKind.all.map(\.name)))
  }

  @Test("no key of a kind comes twice", arguments: ViewKind.all.map(\.name))
  func distinctKeys(_ name: String) throws {
    let kind = try #require(ViewKind.all.first { $0.name == name })
    #expect(Set(kind.keys.map(\.name)).count == kind.keys.count)
  }

  @Test("built-in templates ask for nothing but keys of the reference")
  func builtInKeys() throws {
    let sources = Dictionary(
      BuiltInTemplates.sources.map { ($0.name, $0.text) },
      uniquingKeysWith: { first, _ in first }
    )
    let library = try TemplateLibrary(sources, options: TemplateOptions(escape: .none))
    let known = Set(ViewKind.all.flatMap(\.keys).map(\.name))
    for root in SourceEmitter.roots {
      for use in try library.keyUses(in: root) where use.name != "." {
        for name in use.name.split(separator: ".") {
          #expect(known.contains(String(name)), "\(use.location)")
        }
      }
    }
  }
}

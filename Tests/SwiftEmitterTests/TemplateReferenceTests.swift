import Testing

@testable import SwiftEmitter

@Suite struct TemplateReferenceTests {
  @Test func everyKindThatAKeyHoldsHasASection() {
    let names = ViewKind.all.map(\.name)
    #expect(Set(names).count == names.count)
    for key in ViewKind.all.flatMap(\.keys) {
      switch key.holds {
      case .object(let kind), .list(let kind): #expect(names.contains(kind), "\(key.name)")
      case .text, .flag, .lines: break
      }
    }
  }

  @Test func everyKeyIsOnThePage() {
    let page = TemplateReference.page
    for kind in ViewKind.all {
      #expect(page.contains("\n## \(kind.name)\n\n\(kind.about)\n"))
      for key in kind.keys { #expect(page.contains("| `\(key.name)` | ")) }
    }
    for root in SourceEmitter.roots { #expect(page.contains("`\(root)`")) }
  }
}

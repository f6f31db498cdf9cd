import ClientModel
import Testing

@testable import SwiftEmitter

@Suite("Spelling of types where names hide one another")
struct TypePrinterTests {
  /// Issue { State, Data, Issue }, State, Label { State }, Date; the group Issues.
  private static let printer: TypePrinter = {
    func type(_ path: String..., nested: [TypeDeclaration] = []) -> TypeDeclaration {
      var declaration = TypeDeclaration(name: TypeName(path), kind: .namespace)
      declaration.nested = nested
      return declaration
    }
    var model = Client(name: "Hub")
    model.types = [
      type(
        "Issue",
        nested: [type("Issue", "State"), type("Issue", "Data"), type("Issue", "Issue")]
      ),
      type("State"),
      type("Label", nested: [type("Label", "State"), type("Label", "Kind")]),
      type("Date"),
    ]
    model.groups = [OperationGroup(name: "Issues", accessor: "issues", targetName: "IssuesTarget")]
    return TypePrinter(model: model)
  }()

  @Test(
    "a generated type is written as short as the place allows",
    arguments: [
      (["State"], [], "State"),
      (["State"], ["Date"], "State"),
      (["State"], ["Issue"], "Hub.State"),
      (["Issue", "State"], ["Issue"], "State"),
      (["Issue", "State"], ["Issue", "Data"], "State"),
      (["Issue", "State"], [], "Issue.State"),
      (["Issue", "State"], ["Label"], "Issue.State"),
      (["Label", "Kind"], ["Label"], "Kind"),
      (["Label", "Kind"], ["Issue"], "Label.Kind"),
      (["Label", "State"], ["Issue"], "Label.State"),
      (["Issue"], [], "Issue"),
      (["Issue"], ["Issue"], "Hub.Issue"),
      (["Issue"], ["Issue", "Issue"], "Hub.Issue"),
      (["Issue", "Issue"], ["Issue"], "Issue"),
      (["Issue", "Issue"], ["Label"], "Issue.Issue"),
    ] as [([String], [String], String)]
  )
  func generated(_ path: [String], _ scope: [String], _ expected: String) {
    #expect(Self.printer.text(TypeName(path), in: scope) == expected)
  }

  @Test(
    "a library type takes its module where a generated one hides it, and only there",
    arguments: [
      ("Date", [], "EndpointKit.Date"),
      ("Date", ["Label"], "EndpointKit.Date"),
      ("Data", [], "Data"),
      ("Data", ["Label"], "Data"),
      ("Data", ["Issue"], "EndpointKit.Data"),
      ("Data", ["Issue", "State"], "EndpointKit.Data"),
      ("String", ["Issue"], "String"),
    ] as [(String, [String], String)]
  )
  func library(_ name: String, _ scope: [String], _ expected: String) {
    #expect(Self.printer.library(name, in: scope) == expected)
  }

  @Test("collections and optionals are spelled around their elements")
  func containers() {
    let date = TypeReference.array(.dictionary(.optional(.builtin(.date))))
    #expect(Self.printer.text(date, in: []) == "[[String: EndpointKit.Date?]]")
    let twice = TypeReference.optional(.optional(.builtin(.int)))
    #expect(Self.printer.text(twice, in: []) == "Int?")
    #expect(Self.printer.text(.custom("Money"), in: []) == "Money")
  }
}

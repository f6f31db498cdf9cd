import ClientModel
import Testing

@testable import SwiftEmitter

/// Which file a type is in.
@Suite struct TypeGroupingTests {
  @Test(arguments: [
    ("IssueComment", "Issue"), ("Issue", "Issue"), ("SCIMUser", "SCIM"), ("API", "API"),
    ("OAuthApp", "OAuth"), ("Status2", "Status"), ("IPAddress", "IP"), ("ÄrgerListe", "Ärger"),
    ("名前", "名前"), ("_2FA", "_"), ("V1Pod", "V"), ("ABTest", "AB"),
  ])
  func theFirstWordNamesTheFile(_ name: String, _ word: String) {
    #expect(TypeGrouping.firstWords(1, of: name) == word)
  }

  private func files(_ names: [String], _ grouping: TypeGrouping) -> [String] {
    grouping.files(of: names.map { TypeDeclaration(name: TypeName($0), kind: .namespace) })
      .map { "\($0.name): \($0.types.map(\.name.last).joined(separator: " "))" }
  }

  @Test func relatedTypesShareAFileInTheOrderOfTheDocument() {
    let names = ["IssueEvent", "User", "Issue", "APIRoot", "UserName"]
    #expect(
      files(names, .byFirstWord) == [
        "Issue: IssueEvent Issue", "User: User UserName", "API: APIRoot",
      ]
    )
    #expect(files(names, .perType).count == names.count)
  }

  @Test func letterCaseMakesNoOtherFile() {
    #expect(files(["APIRoot", "ApiKey"], .byFirstWord) == ["API: APIRoot ApiKey"])
  }

  /// As many words as need files by their initials.
  private let manyWords = (0...TypeGrouping.mostWords).map { number in
    let letters = [number / 26, number % 26].map { String(UnicodeScalar(UInt8(97 + $0))) }
    return "Z\(letters.joined())Thing"
  }

  @Test func manyFilesAreByTheirInitialsButForWordsOfManyTypes() {
    let issues = (0..<TypeGrouping.fewest - 1).map { "IssueEvent\($0)" } + ["Issue"]
    let names = ["Milestone", "User", "äpfel", "Member", "UserName"] + issues
    #expect(
      files(names + manyWords, .byFirstWord) == [
        "M: Milestone Member", "U: User UserName", "Ä: äpfel",
        "Issue: \(issues.joined(separator: " "))", "Z: \(manyWords.joined(separator: " "))",
      ]
    )
    #expect(files(names, .byFirstWord).count == 5)
  }

  @Test func anInitialThatIsAWordTooSharesItsFile() {
    let words = (0..<TypeGrouping.fewest).map { "A\($0)" }
    let names = ["Ant"] + words + manyWords
    #expect(files(names, .byFirstWord)[0] == "A: Ant \(words.joined(separator: " "))")
  }

  @Test func wordsHaveFilesOfTheirOwnWhereInitialsWouldHoldTooMuch() {
    let names = ["Ant", "Apple"] + manyWords.flatMap { [$0, $0 + "Kind"] }
    let files = files(names, .byFirstWord)
    #expect(files.count == 1 + manyWords.count)
    #expect(files[0] == "A: Ant Apple")
  }

  @Test func manyTypesOfOneWordAreToldApartByTheNext() {
    let names = (0..<200).map { "Kube\($0 < 100 ? "Pod" : "Node")T\($0)" } + ["Cat"]
    let files = TypeGrouping.byFirstWord.files(
      of: names.map { TypeDeclaration(name: TypeName($0), kind: .namespace) }
    )
    #expect(files.map(\.name) == ["KubePod", "KubeNode", "Cat"])
    #expect(files.map(\.types.count) == [100, 100, 1])
  }

  @Test func aNewTypeMovesNoOther() {
    let before = ["IssueEvent", "User", "Repository"]
    let after = ["Event"] + before + ["Repo"]
    func file(of type: String, in names: [String]) -> String? {
      TypeGrouping.byFirstWord.files(
        of: names.map { TypeDeclaration(name: TypeName($0), kind: .namespace) }
      )
      .first { $0.types.contains { $0.name.last == type } }?.name
    }
    for rest in [[], manyWords] {
      for name in before {
        #expect(file(of: name, in: after + rest) == file(of: name, in: before + rest))
      }
    }
  }
}

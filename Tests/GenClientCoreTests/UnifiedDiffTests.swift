import Testing

@testable import GenClientCore

private func diff(_ old: String?, _ new: String?) -> String {
  UnifiedDiff.text(old: old.map { Array($0.utf8) }, new: new.map { Array($0.utf8) }, path: "f")
}

@Test func equalTextsDoNotDiffer() {
  #expect(diff("a\nb\n", "a\nb\n") == "")
}

@Test func aChangeHasThreeLinesAround() {
  let old = (1...9).map { "\($0)\n" }.joined()
  #expect(
    diff(old, old.split(separator: "5").joined(separator: "five")) == """
      --- f
      +++ f
      @@ -2,7 +2,7 @@
       2
       3
       4
      -5
      +five
       6
       7
       8

      """
  )
}

@Test func distantChangesHaveHunksOfTheirOwn() {
  let old = (1...30).map { "\($0)\n" }.joined()
  let new = (1...30).filter { $0 != 3 }.map { $0 == 25 ? "x\n" : "\($0)\n" }.joined()
  let text = diff(old, new)
  #expect(text.contains("@@ -1,6 +1,5 @@\n"))
  #expect(text.contains("@@ -22,7 +21,7 @@\n"))
}

@Test func newAndRemovedFilesNameTheNullDevice() {
  #expect(diff(nil, "a\n") == "--- /dev/null\n+++ f\n@@ -0,0 +1 @@\n+a\n")
  #expect(diff("a\nb\n", nil) == "--- f\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n")
}

@Test func aMissingLastLineBreakIsADifference() {
  #expect(
    diff("a\n", "a")
      == "--- f\n+++ f\n@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"
  )
}

/// Random edits, from a fixed seed.
@Test(arguments: 0..<200)
func applyingADiffGivesTheNewText(seed: UInt64) throws {
  var state = seed &* 0x9e37_79b9_7f4a_7c15 | 1
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
  let old = (0..<random(40)).map { _ in "line \(random(6))" }
  var new = old
  for _ in 0..<random(8) {
    if !new.isEmpty, random(2) == 0 {
      new.remove(at: random(new.count))
    } else {
      new.insert("line \(random(9))", at: random(new.count + 1))
    }
  }
  let text = UnifiedDiff.text(
    old: Array(old.map { $0 + "\n" }.joined().utf8),
    new: Array(new.map { $0 + "\n" }.joined().utf8),
    path: "f"
  )
  #expect(try apply(text, to: old) == new)
}

private struct Misfit: Error {}

/// A small `patch`, which believes nothing that the diff says.
private func apply(_ diff: String, to old: [String]) throws -> [String] {
  if diff.isEmpty { return old }
  var result: [String] = []
  var position = 0
  for line in diff.split(separator: "\n").dropFirst(2) {
    if line.hasPrefix("@@") {
      let range = line.split(separator: " ")[1].dropFirst().split(separator: ",")
      let count = range.count == 2 ? Int(range[1]) ?? 1 : 1
      let start = (Int(range[0]) ?? 0) - (count == 0 ? 0 : 1)
      guard start >= position else { throw Misfit() }
      result += old[position..<start]
      position = start
      continue
    }
    let text = String(line.dropFirst())
    switch line.first {
    case " ", "-":
      guard position < old.count, old[position] == text else { throw Misfit() }
      if line.first == " " { result.append(text) }
      position += 1
    default: result.append(text)
    }
  }
  return result + old[position...]
}

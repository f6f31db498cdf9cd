import Diagnostics
import SwiftEmitter
import Testing

@testable import GenClientCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

private let marker = OutputPlan.marker + " 0 from x. Do not edit.\n"

private func set(_ folder: String, _ files: [String: String]) -> OutputSet {
  OutputSet(
    folder: folder,
    files: files.sorted { $0.key < $1.key }.map {
      EmittedFile(path: $0.key, contents: Array($0.value.utf8))
    },
    tool: "1",
    settings: "s",
    inputs: [.init(name: "x", hash: "h")]
  )
}

/// Brings a folder to the state given.
@discardableResult
private func write(_ output: OutputSet) throws -> OutputPlan {
  var transaction = try OutputTransaction(folders: [output.folder])
  defer { transaction.close() }
  let plan = OutputPlan(output)
  if let refusal = plan.refusal { throw DiagnosticError(refusal) }
  try transaction.stage([plan])
  try transaction.commit()
  return plan
}

private func inode(_ path: String) -> UInt64 {
  var status = stat()
  return stat(path, &status) == 0 ? UInt64(status.st_ino) : 0
}

private func visible(_ tree: [String: String]) -> [String: String] {
  tree.filter { $0.key != Manifest.fileName }
}

@Test func aNewFolderAppearsWithItsFoldersAround() throws {
  let folder = TestFolder()
  let files = ["A.swift": marker + "a", "Models/B.swift": marker + "b"]
  try write(set(folder("one/two/out"), files))
  #expect(visible(folder.tree("one/two/out")) == files)
  #expect(try FileSystem.names(in: folder("one/two")) == ["out"])
}

@Test func filesThatStayTheSameAreNotTouched() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker + "a", "B.swift": marker + "b"]))
  let before = (inode(folder("out/A.swift")), inode(folder("out/B.swift")))
  let plan = try write(set(folder("out"), ["A.swift": marker + "a", "B.swift": marker + "b2"]))
  #expect(inode(folder("out/A.swift")) == before.0)
  #expect(inode(folder("out/B.swift")) != before.1)
  #expect(plan.unchangedCount == 1)
  let manifest = inode(folder("out/\(Manifest.fileName)"))
  #expect(
    try write(set(folder("out"), ["A.swift": marker + "a", "B.swift": marker + "b2"])).isEmpty
  )
  #expect(inode(folder("out/\(Manifest.fileName)")) == manifest)
}

@Test func filesNoLongerNeededGoWithTheirEmptyFolders() throws {
  let folder = TestFolder()
  try write(
    set(folder("out"), ["A.swift": marker, "Models/Deep/B.swift": marker, "C/D.swift": marker])
  )
  try folder.write("mine", to: "out/C/Mine.swift")
  try write(set(folder("out"), ["A.swift": marker]))
  #expect(visible(folder.tree("out")) == ["A.swift": marker, "C/Mine.swift": "mine"])
  #expect(FileSystem.kind(of: folder("out/Models")) == nil)
}

@Test func aFileTheToolDidNotWriteIsNeverReplaced() throws {
  let folder = TestFolder()
  try folder.write("my own", to: "out/A.swift")
  let error = #expect(throws: DiagnosticError.self) {
    try write(set(folder("out"), ["A.swift": marker, "B.swift": marker]))
  }
  #expect(error?.diagnostics.first?.code == .foreignFile)
  #expect(folder.tree("out") == ["A.swift": "my own"])
}

@Test func aFileThatBecameTheUsersOwnIsNeverRemoved() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker, "B.swift": marker]))
  try folder.write("taken over", to: "out/B.swift")
  try write(set(folder("out"), ["A.swift": marker]))
  #expect(folder.text("out/B.swift") == "taken over")
}

@Test func anEditedGeneratedFileIsReplaced() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker + "a"]))
  try folder.write(marker + "edited", to: "out/A.swift")
  try write(set(folder("out"), ["A.swift": marker + "a"]))
  #expect(folder.text("out/A.swift") == marker + "a")
}

@Test func aFileWithoutHeaderIsOwnByItsRecordedBytes() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["table.md": "| a |"]))
  try write(set(folder("out"), ["table.md": "| b |"]))
  #expect(folder.text("out/table.md") == "| b |")
}

@Test(arguments: ["link", "folder"])
func linksAndFoldersInTheWayAreNotReplaced(kind: String) throws {
  let folder = TestFolder()
  try folder.write(marker, to: "elsewhere.swift")
  try FileSystem.createFolder(folder("out"))
  if kind == "link" {
    symlink(folder("elsewhere.swift"), folder("out/A.swift"))
  } else {
    try FileSystem.createFolder(folder("out/A.swift"))
  }
  #expect(throws: DiagnosticError.self) { try write(set(folder("out"), ["A.swift": marker + "a"])) }
  #expect(folder.text("elsewhere.swift") == marker)
}

@Test func permissionsOfAFileStay() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker]))
  try FileSystem.setMode(0o640, of: folder("out/A.swift"))
  try write(set(folder("out"), ["A.swift": marker + "2"]))
  #expect(FileSystem.mode(of: folder("out/A.swift")) == 0o640)
}

@Test func aPathThatIsAFileIsAnError() throws {
  let folder = TestFolder()
  try folder.write("x", to: "out/Models")
  let before = folder.tree("out")
  #expect(throws: FileFailure.self) {
    try write(set(folder("out"), ["A.swift": marker, "Models/B.swift": marker]))
  }
  #expect(folder.tree("out") == before)
}

/// A name longer than file systems allow fails like a full disk: while new files are staged.
@Test func whatCannotBeStagedLeavesEverythingAsItWas() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker]))
  let before = folder.tree("out")
  let impossible = String(repeating: "x", count: 300) + "/B.swift"
  #expect(throws: FileFailure.self) {
    try write(set(folder("out"), ["A.swift": marker + "new", impossible: marker]))
  }
  #expect(folder.tree("out") == before)
  #expect(throws: FileFailure.self) {
    try write(set(folder("fresh/out"), ["A.swift": marker, impossible: marker]))
  }
  #expect(FileSystem.kind(of: folder("fresh")) == nil)
}

/// A run may die after any number of its renames; the next one has to bring the rest.
@Test(arguments: 0...5)
func aRunThatDiedIsFinishedByTheNext(steps: Int) throws {
  let folder = TestFolder()
  let old = ["A.swift": marker + "a", "B.swift": marker + "b", "C/C.swift": marker + "c"]
  let new = ["A.swift": marker + "A", "B.swift": marker + "B", "D.swift": marker + "d"]
  try write(set(folder("out"), old))
  let plan = OutputPlan(set(folder("out"), new))
  var journal = Journal(folder: folder("out"))
  try FileSystem.createNewFolder(Journal.stagingFolder(in: folder("out")))
  for change in plan.changes where change.kind != .remove {
    try FileSystem.create(change.contents, at: journal.nextStaged)
    journal.steps.append(.move(change.path))
  }
  try FileSystem.create(try #require(plan.manifest), at: journal.nextStaged)
  journal.steps.append(.move(Manifest.fileName))
  journal.steps += plan.changes.filter { $0.kind == .remove }.map { .remove($0.path) }
  try journal.write()
  for (position, step) in journal.steps.prefix(steps).enumerated() {
    switch step {
    case .move(let path):
      let staged = PathText.join(Journal.stagingFolder(in: folder("out")), String(position))
      try FileSystem.move(staged, to: folder("out/\(path)"))
    case .remove(let path): try FileSystem.remove(folder("out/\(path)"))
    }
  }
  var transaction = try OutputTransaction(folders: [folder("out")])
  transaction.close()
  transaction.discard()
  #expect(visible(folder.tree("out")) == new)
  #expect(OutputPlan(set(folder("out"), new)).isEmpty)
}

@Test func severalChangesAppearInOneStep() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker, "B/B.swift": marker, "C.swift": marker]))
  try folder.write("mine", to: "out/Own/Mine.swift")
  symlink("C.swift", folder("out/link.swift"))
  let before = (
    inode(folder("out")), inode(folder("out/C.swift")), inode(folder("out/Own/Mine.swift"))
  )
  try write(set(folder("out"), ["A.swift": marker + "2", "C.swift": marker, "D/D.swift": marker]))
  // Another folder stands there now, with the same files where they stayed.
  #expect(inode(folder("out")) != before.0)
  #expect(inode(folder("out/C.swift")) == before.1)
  #expect(inode(folder("out/Own/Mine.swift")) == before.2)
  #expect(
    visible(folder.tree("out")) == [
      "A.swift": marker + "2", "C.swift": marker, "D/D.swift": marker, "Own/Mine.swift": "mine",
    ]
  )
  #expect(FileSystem.kind(of: folder("out/link.swift")) == .link)
  #expect(FileSystem.kind(of: folder("out/B")) == nil)
  #expect(try FileSystem.names(in: folder.path) == ["out"])
}

@Test func aFolderFullOfOtherThingsIsChangedFileByFile() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker, "B.swift": marker]))
  try folder.write("[core]", to: "out/.git/config")
  let before = inode(folder("out"))
  try write(set(folder("out"), ["A.swift": marker + "2", "B.swift": marker + "2"]))
  #expect(inode(folder("out")) == before)
  #expect(folder.text("out/A.swift") == marker + "2")
  #expect(folder.text("out/.git/config") == "[core]")
}

@Test func aLinkToTheOutputFolderStaysALink() throws {
  let folder = TestFolder()
  try write(set(folder("real"), ["A.swift": marker, "B.swift": marker]))
  symlink("real", folder("out"))
  try write(set(folder("out"), ["A.swift": marker + "2", "B.swift": marker + "2"]))
  #expect(FileSystem.kind(of: folder("out")) == .link)
  #expect(folder.text("real/B.swift") == marker + "2")
}

@Test func whatARunThatDiedHasLeftBesideTheFolderIsTakenAway() throws {
  let folder = TestFolder()
  try folder.write("half", to: ".out.gen-client~/A.swift")
  try write(set(folder("out"), ["A.swift": marker]))
  #expect(try FileSystem.names(in: folder.path) == ["out"])
}

@Test func whatWasStagedByARunThatDiedBeforeItsJournalIsTakenAway() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker]))
  let before = folder.tree("out")
  try folder.write("half", to: "out/.gen-client-staging/0")
  try write(set(folder("out"), ["A.swift": marker]))
  #expect(folder.tree("out") == before)
}

@Test func aJournalCannotReachOutsideItsFolder() throws {
  let folder = TestFolder()
  try folder.write("keep", to: "precious")
  try folder.write(
    "remove ../precious\nremove /etc/nothing\n",
    to: "out/.gen-client-staging/journal"
  )
  _ = try OutputTransaction(folders: [folder("out")])
  #expect(folder.text("precious") == "keep")
}

@Test func aManifestInConflictStillReads() {
  let manifest = Manifest(
    text: """
      gen-client 0.1.0
      <<<<<<< ours
      file 1111111111111111 A.swift
      =======
      file 2222222222222222 A.swift
      >>>>>>> theirs
      file 3333333333333333 ../outside.swift
      """
  )
  #expect(manifest.files.map(\.hash).sorted() == ["1111111111111111", "2222222222222222"])
}

@Test(.enabled(if: geteuid() != 0, "the superuser may write anywhere"))
func aReadOnlyFolderIsAnErrorThatChangesNothing() throws {
  let folder = TestFolder()
  try write(set(folder("out"), ["A.swift": marker, "Models/B.swift": marker]))
  let before = folder.tree("out")
  for place in ["out", "out/Models"] {
    chmod(folder(place), 0o500)
    let new = ["A.swift": marker + "2", "Models/B.swift": marker + "2"]
    #expect(throws: FileFailure.self) { try write(set(folder("out"), new)) }
    chmod(folder(place), 0o700)
    #expect(folder.tree("out") == before)
  }
}

/// The steps from one state of an output folder to the next, kept on disk while they are taken.
///
/// The journal exists only once everything it names is staged in full. From then on the steps can be
/// taken, or taken up again, any number of times with the same result.
struct Journal: Hashable, Sendable {
  /// One step. Staged files are numbered by the position of their step.
  enum Step: Hashable, Sendable {
    /// A staged file goes to its path in the folder.
    case move(String)
    /// A file of an earlier run goes away.
    case remove(String)
  }

  let folder: String
  var steps: [Step] = []

  init(folder: String) { self.folder = folder }

  /// Where files are staged; hidden, so that package managers pass it over.
  static func stagingFolder(in folder: String) -> String {
    PathText.join(folder, ".gen-client-staging")
  }

  private static func path(in folder: String) -> String {
    PathText.join(stagingFolder(in: folder), "journal")
  }

  private func staged(_ position: Int) -> String {
    PathText.join(Self.stagingFolder(in: folder), String(position))
  }

  /// Where the file of the next step is staged.
  var nextStaged: String { staged(steps.count) }

  /// Writes the journal, in one step: from now on the new state is certain.
  func write() throws(FileFailure) {
    let lines = steps.map { step in
      switch step {
      case .move(let path): "move \(path)\n"
      case .remove(let path): "remove \(path)\n"
      }
    }
    let draft = Self.path(in: folder) + "~"
    try FileSystem.create(Array(lines.joined().utf8), at: draft)
    try FileSystem.move(draft, to: Self.path(in: folder))
  }

  /// Takes all steps not yet taken, and takes the staging folder away.
  func finish() throws(FileFailure) {
    for (position, step) in steps.enumerated() {
      switch step {
      case .move(let path):
        let target = PathText.join(folder, path)
        if FileSystem.kind(of: staged(position)) != nil {
          try FileSystem.move(staged(position), to: target)
        }
      case .remove(let path): try FileSystem.remove(PathText.join(folder, path))
      }
    }
    FileSystem.removeTree(Self.stagingFolder(in: folder))
    removeEmptyFolders()
  }

  private func removeEmptyFolders() {
    for step in steps {
      guard case .remove(let path) = step else { continue }
      var parent = PathText.folder(of: path)
      while !parent.isEmpty {
        FileSystem.removeIfEmpty(PathText.join(folder, parent))
        parent = PathText.folder(of: parent)
      }
    }
  }

  /// Finishes what a run that died has begun; what it had not begun is taken away.
  static func recover(in folder: String) throws(FileFailure) {
    guard FileSystem.kind(of: stagingFolder(in: folder)) != nil else { return }
    guard FileSystem.isFile(path(in: folder)) else {
      FileSystem.removeTree(stagingFolder(in: folder))
      return
    }
    let text = String(decoding: try FileSystem.contents(of: path(in: folder)), as: UTF8.self)
    var journal = Journal(folder: folder)
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1).map(String.init)
      // A path outside the folder cannot be the tool's own.
      guard words.count == 2, PathText.isInside(words[1]) else { continue }
      journal.steps.append(words[0] == "move" ? .move(words[1]) : .remove(words[1]))
    }
    try journal.finish()
  }
}

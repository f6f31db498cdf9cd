/// The next state of an output folder beside the folder itself, to be put in its place in one step.
///
/// What stays is not copied: files get a second name in the new folder, and keep their times. So the
/// folder holds the old state or the new one at any moment, whatever becomes of the process.
struct FolderExchange: Hashable, Sendable {
  let folder: String
  private let staged: String
  /// What the plan replaces or removes.
  private let replaced: Set<String>

  /// A folder with more files of others than this is changed file by file.
  private static let foreignLimit = 500

  /// The name of a new state, which a run that died may leave behind.
  static func stagedPath(for folder: String) -> String {
    PathText.join(PathText.folder(of: folder), ".\(PathText.name(of: folder)).gen-client~")
  }

  /// Takes away what a run that died has left.
  static func clean(around folder: String) {
    FileSystem.removeTree(stagedPath(for: FileSystem.canonicalPath(folder) ?? folder))
  }

  /// Stages the state that a plan asks for.
  ///
  /// - Returns: `nil` where the folder cannot, or should not, be exchanged: then nothing is left.
  init?(_ plan: OutputPlan) throws(FileFailure) {
    guard let folder = FileSystem.canonicalPath(plan.folder), folder != "/",
      !PathText.isInside(PathText.relative(Host.workingFolder, to: folder)),
      Host.workingFolder != folder,
      FileSystem.isWritable(folder: PathText.folder(of: folder))
    else { return nil }
    self.folder = folder
    staged = Self.stagedPath(for: folder)
    var budget = plan.unchangedCount + plan.changes.count + Self.foreignLimit
    replaced = Set(plan.changes.map(\.path) + [Manifest.fileName])
    do throws(FileFailure) {
      FileSystem.removeTree(staged)
      try FileSystem.createNewFolder(staged)
      if let mode = FileSystem.mode(of: folder) { try FileSystem.setMode(mode, of: staged) }
    } catch {
      FileSystem.removeTree(staged)
      return nil
    }
    do throws(FileFailure) {
      try mirror("", &budget)
    } catch {
      // No second names here, or too much that is not the tool's: the other way is left.
      FileSystem.removeTree(staged)
      return nil
    }
    do throws(FileFailure) {
      try write(plan)
    } catch {
      FileSystem.removeTree(staged)
      throw error
    }
    removeEmptyFolders(of: plan)
  }

  /// Gives everything that stays its place in the new folder.
  private func mirror(_ path: String, _ budget: inout Int) throws(FileFailure) {
    for name in try FileSystem.names(in: PathText.join(folder, path)) {
      let inner = PathText.join(path, name)
      let (old, new) = (PathText.join(folder, inner), PathText.join(staged, inner))
      budget -= 1
      guard budget > 0 else { throw FileFailure(.write, new) }
      switch FileSystem.kind(of: old) {
      case .folder:
        // Nothing that keeps its own books by place is moved.
        guard name != ".git", name != ".build" else { throw FileFailure(.write, new) }
        try FileSystem.createNewFolder(new)
        if let mode = FileSystem.mode(of: old) { try FileSystem.setMode(mode, of: new) }
        try mirror(inner, &budget)
      case .link: try FileSystem.copyLink(old, to: new)
      case .file:
        if !replaced.contains(inner) { try FileSystem.link(old, as: new) }
      default: throw FileFailure(.write, new)
      }
    }
  }

  private func write(_ plan: OutputPlan) throws(FileFailure) {
    var files = plan.changes.filter { $0.kind != .remove }.map { ($0.path, $0.contents) }
    let manifest = PathText.join(folder, Manifest.fileName)
    if let bytes = plan.manifest {
      files.append((Manifest.fileName, bytes))
    } else if FileSystem.kind(of: manifest) != nil {
      try FileSystem.link(manifest, as: PathText.join(staged, Manifest.fileName))
    }
    for (path, bytes) in files {
      let new = PathText.join(staged, path)
      try FileSystem.createFolder(PathText.folder(of: new))
      try FileSystem.create(bytes, at: new)
      if let mode = FileSystem.mode(of: PathText.join(folder, path)) {
        try FileSystem.setMode(mode, of: new)
      }
    }
  }

  private func removeEmptyFolders(of plan: OutputPlan) {
    for change in plan.changes where change.kind == .remove {
      var parent = PathText.folder(of: change.path)
      while !parent.isEmpty {
        FileSystem.removeIfEmpty(PathText.join(staged, parent))
        parent = PathText.folder(of: parent)
      }
    }
  }

  /// Puts the new state in place and takes the old one away.
  ///
  /// - Returns: Whether the file system can do that; where it cannot, nothing has changed.
  func commit() -> Bool {
    let isDone = FileSystem.exchange(staged, folder)
    if isDone { rescue("") }
    FileSystem.removeTree(staged)
    return isDone
  }

  /// Brings over what someone has put into the old folder since it was mirrored.
  private func rescue(_ path: String) {
    for name in (try? FileSystem.names(in: PathText.join(staged, path))) ?? [] {
      let inner = PathText.join(path, name)
      let (old, new) = (PathText.join(staged, inner), PathText.join(folder, inner))
      switch FileSystem.kind(of: old) {
      case .folder: rescue(inner)
      case .file:
        // All that was mirrored has two names.
        guard !replaced.contains(inner), FileSystem.nameCount(of: old) == 1 else { continue }
        _ = try? FileSystem.createFolder(PathText.folder(of: new))
        try? FileSystem.link(old, as: new)
      default: break
      }
    }
  }

  /// Takes the new state away.
  func discard() { FileSystem.removeTree(staged) }
}

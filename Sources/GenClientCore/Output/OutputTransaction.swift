import Diagnostics

/// Brings output folders from what they hold to what they should hold: all of it, or nothing.
///
/// Everything new is first written in full to a hidden folder on the same file system; a full disk
/// or a folder that cannot be written ends the run there, with the previous output untouched. The
/// new state then takes the old one's place in one step: a new folder by a rename, a change of one
/// file by another, and any other by exchanging the folder for one with the new state. Where that
/// cannot be done, files are renamed one by one after a journal of all of them is on disk: should
/// the process die in between, the next run finishes what is left before it does anything else.
struct OutputTransaction {
  private var folders: [FolderCommit] = []
  private var locks: [Int32] = []

  /// Opens the folders: waits for other runs on them, and finishes what a run that died has left.
  ///
  /// - Throws: Where a folder cannot be opened.
  init(folders paths: [String]) throws(FileFailure) {
    let places = paths.map { path in
      let place = FileSystem.isFolder(path) ? path : Self.existingFolder(around: path)
      return FileSystem.canonicalPath(place) ?? place
    }
    // Each once, and in one order everywhere, so that runs cannot wait for themselves or each other.
    for place in Set(places).sorted() {
      // What is locked may have been exchanged for another folder in the meantime.
      while let lock = FileSystem.lock(folder: place) {
        if FileSystem.isCurrent(lock, at: place) {
          locks.append(lock)
          break
        }
        FileSystem.unlock(lock)
      }
    }
    for path in paths {
      try Journal.recover(in: path)
      FolderExchange.clean(around: path)
    }
  }

  private static func existingFolder(around path: String) -> String {
    var folder = PathText.folder(of: path)
    while !folder.isEmpty, !FileSystem.isFolder(folder) { folder = PathText.folder(of: folder) }
    return folder.isEmpty ? "." : folder
  }

  /// Writes everything new where it does no harm yet.
  ///
  /// - Throws: The first failure; everything staged is then gone again.
  mutating func stage(_ plans: [OutputPlan]) throws(FileFailure) {
    for plan in plans where !plan.isEmpty {
      do throws(FileFailure) {
        folders.append(try FolderCommit(plan))
      } catch {
        discard()
        throw error
      }
    }
  }

  /// Puts everything staged in its place.
  func commit() throws(FileFailure) {
    try Host.uninterrupted { () throws(FileFailure) in
      for folder in folders { try folder.commit() }
    }
  }

  /// Takes away what was staged.
  mutating func discard() {
    for folder in folders { folder.discard() }
    folders = []
  }

  /// Lets other runs go on.
  func close() {
    for lock in locks { FileSystem.unlock(lock) }
  }
}

/// The changes of one folder, staged.
private enum FolderCommit {
  /// A folder that appears as a whole; the parents made for it go if it does not.
  case new(staged: String, target: String, parents: [String])
  /// A folder that is exchanged as a whole; the plan, in case that cannot be done after all.
  case exchange(FolderExchange, OutputPlan)
  /// Renames and removals in a folder that exists, and the folders made for them.
  case update(Journal, created: [String])

  init(_ plan: OutputPlan) throws(FileFailure) {
    if FileSystem.kind(of: plan.folder) == nil {
      self = try Self.stageNew(plan)
    } else if plan.changes.count > 1, let exchange = try FolderExchange(plan) {
      self = .exchange(exchange, plan)
    } else {
      self = try Self.stageUpdate(plan)
    }
  }

  private static func stageNew(_ plan: OutputPlan) throws(FileFailure) -> FolderCommit {
    let parent = PathText.folder(of: plan.folder)
    let parents = try FileSystem.createFolder(parent)
    let staged = FolderExchange.stagedPath(for: plan.folder)
    do throws(FileFailure) {
      FileSystem.removeTree(staged)
      try FileSystem.createNewFolder(staged)
      var made: Set<String> = [staged]
      for change in plan.changes {
        let path = PathText.join(staged, change.path)
        let folder = PathText.folder(of: path)
        if made.insert(folder).inserted { try FileSystem.createFolder(folder) }
        try FileSystem.create(change.contents, at: path)
      }
      if let manifest = plan.manifest {
        try FileSystem.create(manifest, at: PathText.join(staged, Manifest.fileName))
      }
    } catch {
      FileSystem.removeTree(staged)
      for folder in parents.reversed() { FileSystem.removeIfEmpty(folder) }
      throw error
    }
    return .new(staged: staged, target: plan.folder, parents: parents)
  }

  private static func stageUpdate(_ plan: OutputPlan) throws(FileFailure) -> FolderCommit {
    let staging = Journal.stagingFolder(in: plan.folder)
    var created: [String] = []
    do throws(FileFailure) {
      try FileSystem.createNewFolder(staging)
      var journal = Journal(folder: plan.folder)
      for change in plan.changes {
        guard change.kind != .remove else {
          try check(PathText.folder(of: PathText.join(plan.folder, change.path)))
          journal.steps.append(.remove(change.path))
          continue
        }
        let target = PathText.join(plan.folder, change.path)
        let parent = PathText.folder(of: target)
        created += try FileSystem.createFolder(parent)
        try check(parent)
        try stage(change.contents, for: target, at: journal.nextStaged)
        journal.steps.append(.move(change.path))
      }
      if let manifest = plan.manifest {
        let target = PathText.join(plan.folder, Manifest.fileName)
        try stage(manifest, for: target, at: journal.nextStaged)
        journal.steps.append(.move(Manifest.fileName))
      }
      return .update(journal, created: created)
    } catch {
      FileSystem.removeTree(staging)
      for folder in created.reversed() { FileSystem.removeIfEmpty(folder) }
      throw error
    }
  }

  /// Renames must not fail once the first is done.
  private static func check(_ folder: String) throws(FileFailure) {
    guard FileSystem.isWritable(folder: folder) else { throw FileFailure(.write, folder) }
  }

  private static func stage(
    _ bytes: [UInt8],
    for target: String,
    at path: String
  ) throws(FileFailure) {
    try FileSystem.create(bytes, at: path)
    if let mode = FileSystem.mode(of: target) { try FileSystem.setMode(mode, of: path) }
  }

  func commit() throws(FileFailure) {
    switch self {
    case .new(let staged, let target, _): try FileSystem.move(staged, to: target)
    case .exchange(let exchange, let plan):
      if !exchange.commit() { try Self.stageUpdate(plan).commit() }
    case .update(let journal, _):
      try journal.write()
      try journal.finish()
    }
  }

  func discard() {
    switch self {
    case .new(let staged, _, let parents):
      FileSystem.removeTree(staged)
      for folder in parents.reversed() { FileSystem.removeIfEmpty(folder) }
    case .exchange(let exchange, _): exchange.discard()
    case .update(let journal, let created):
      FileSystem.removeTree(Journal.stagingFolder(in: journal.folder))
      for folder in created.reversed() { FileSystem.removeIfEmpty(folder) }
    }
  }
}

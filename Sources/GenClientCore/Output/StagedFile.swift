/// A file written beside its destination, to be moved there in one step.
struct StagedFile {
  private let staged: String?
  private let target: String

  /// Writes the file beside its destination; nothing is written where the destination holds it.
  init(_ bytes: [UInt8], for target: String) throws(FileFailure) {
    self.target = target
    guard !FileSystem.holds(bytes, at: target) else {
      staged = nil
      return
    }
    let folder = PathText.folder(of: target)
    try FileSystem.createFolder(folder)
    let name = ".\(PathText.name(of: target)).\(Host.processID)~"
    let path = PathText.join(folder, name)
    try FileSystem.remove(path)
    try FileSystem.create(bytes, at: path)
    staged = path
  }

  /// Whether the destination is not yet as it should be.
  var isChange: Bool { staged != nil }

  /// Puts the file in its place.
  func commit() throws(FileFailure) {
    guard let staged else { return }
    do throws(FileFailure) {
      try FileSystem.move(staged, to: target)
    } catch {
      discard()
      throw error
    }
  }

  /// Takes the staged file away.
  func discard() {
    if let staged { try? FileSystem.remove(staged) }
  }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The calls to the system that the tool makes, as functions that throw.
///
/// All paths are text in UTF-8; a relative one starts at the working folder.
enum FileSystem {
  /// What lies at a path, symbolic links not followed.
  enum Kind: Hashable, Sendable {
    case file, folder, link, other
  }

  /// What lies at a path; `nil` where there is nothing, or nothing that can be seen.
  static func kind(of path: String) -> Kind? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    return kind(status)
  }

  /// Whether a path leads to a file, symbolic links followed.
  static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && kind(status) == .file
  }

  /// Whether a path leads to a folder, symbolic links followed.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && kind(status) == .folder
  }

  private static func kind(_ status: stat) -> Kind {
    switch status.st_mode & S_IFMT {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// The bytes of a file.
  static func contents(of path: String) throws(FileFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileFailure(.read, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure(.read, path) }
    guard kind(status) != .folder else { throw FileFailure(.read, path, EISDIR) }
    return try contents(from: descriptor, path: path, sizeHint: Int(status.st_size))
  }

  /// Everything that standard input gives.
  static func standardInput() throws(FileFailure) -> [UInt8] {
    try contents(from: STDIN_FILENO, path: "standard input", sizeHint: 0)
  }

  private static func contents(
    from descriptor: Int32,
    path: String,
    sizeHint: Int
  ) throws(FileFailure) -> [UInt8] {
    var bytes: [UInt8] = []
    // One byte beyond the size, so that the first read of most files sees the end, too.
    var wanted = sizeHint + 1
    while true {
      var got = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        repeat {
          got = read(descriptor, buffer.baseAddress, wanted)
        } while got < 0
          && errno == EINTR
        count = max(got, 0)
      }
      guard got >= 0 else { throw FileFailure(.read, path) }
      if got == 0 { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
      wanted = max(sizeHint + 1 - bytes.count, 64 * 1024)
    }
  }

  /// Whether a file holds exactly these bytes.
  static func holds(_ bytes: [UInt8], at path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0, kind(status) == .file, Int(status.st_size) == bytes.count
    else { return false }
    return (try? contents(of: path)) == bytes
  }

  /// Makes a new file.
  ///
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Where nothing may be yet.
  ///   - mode: Its permissions, less the process's mask.
  static func create(_ bytes: [UInt8], at path: String, mode: mode_t = 0o666) throws(FileFailure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileFailure(.write, path) }
    var failure: FileFailure?
    do throws(FileFailure) {
      try write(bytes, to: descriptor, path: path)
    } catch {
      failure = error
    }
    // Some file systems tell of a full disk only here.
    if close(descriptor) != 0, failure == nil { failure = FileFailure(.write, path) }
    guard let failure else { return }
    unlink(path)
    throw failure
  }

  /// Writes all bytes to an open file.
  static func write(
    _ bytes: [UInt8],
    to descriptor: Int32,
    path: String
  ) throws(FileFailure) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        #if canImport(Darwin)
        Darwin.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        #elseif canImport(Glibc)
        Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        #elseif canImport(Musl)
        Musl.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        #else
        Android.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
        #endif
      }
      if written < 0 {
        if errno == EINTR { continue }
        throw FileFailure(.write, path)
      }
      done += written
    }
  }

  /// Whether files can be made and replaced in a folder.
  static func isWritable(folder: String) -> Bool {
    access(folder.isEmpty ? "." : folder, W_OK | X_OK) == 0
  }

  /// Whether two paths lead to one and the same file, as those that differ in letter case do on some
  /// file systems.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    return lstat(path, &first) == 0 && lstat(other, &second) == 0
      && first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// The permissions of a file; `nil` where there is none.
  static func mode(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
  }

  /// Sets the permissions of a file.
  static func setMode(_ mode: mode_t, of path: String) throws(FileFailure) {
    guard chmod(path, mode) == 0 else { throw FileFailure(.write, path) }
  }

  /// Makes a folder and those around it that are missing.
  ///
  /// - Returns: The folders made, the outermost first.
  @discardableResult
  static func createFolder(_ path: String) throws(FileFailure) -> [String] {
    var missing: [String] = []
    var folder = path
    while !folder.isEmpty, kind(of: folder) == nil {
      missing.append(folder)
      folder = PathText.folder(of: folder)
    }
    for folder in missing.reversed() where mkdir(folder, 0o777) != 0 && errno != EEXIST {
      throw FileFailure(.createFolder, folder)
    }
    guard isFolder(path.isEmpty ? "." : path) else {
      throw FileFailure(.createFolder, path, ENOTDIR)
    }
    return missing.reversed()
  }

  /// Makes one folder where nothing may be yet.
  static func createNewFolder(_ path: String) throws(FileFailure) {
    guard mkdir(path, 0o777) == 0 else { throw FileFailure(.createFolder, path) }
  }

  /// Puts a file or folder in another's place, in one step.
  static func move(_ path: String, to target: String) throws(FileFailure) {
    guard rename(path, target) == 0 else { throw FileFailure(.replace, target) }
  }

  /// Removes a file; none to remove is fine.
  static func remove(_ path: String) throws(FileFailure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure(.remove, path) }
  }

  /// Removes a folder if it is empty.
  static func removeIfEmpty(_ path: String) { rmdir(path) }

  /// Removes a folder with all that is in it; what cannot be removed stays.
  static func removeTree(_ path: String) {
    if kind(of: path) == .folder {
      for name in (try? names(in: path)) ?? [] { removeTree(PathText.join(path, name)) }
      rmdir(path)
    } else {
      unlink(path)
    }
  }

  /// The names of a folder's entries, sorted.
  static func names(in folder: String) throws(FileFailure) -> [String] {
    guard let stream = opendir(folder.isEmpty ? "." : folder) else {
      throw FileFailure(.read, folder)
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(
          to: CChar.self,
          capacity: MemoryLayout.size(ofValue: pointer.pointee)
        ) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The path with symbolic links and `..` resolved; `nil` where there is nothing.
  static func canonicalPath(_ path: String) -> String? {
    guard let resolved = realpath(path.isEmpty ? "." : path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Locks a folder against other runs until the descriptor is closed; `nil` where that fails.
  static func lock(folder: String) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    while flock(descriptor, LOCK_EX) != 0 {
      if errno == EINTR { continue }
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Ends a lock.
  static func unlock(_ descriptor: Int32) { close(descriptor) }
}

/// A call to the system that failed.
struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was tried.
  enum Action: String, Hashable, Sendable {
    case read
    case write
    case createFolder = "create the folder"
    case replace
    case remove
    case execute
  }

  let action: Action
  let path: String
  /// Why, as the system numbers it.
  let code: Int32

  /// The failure of the call just made.
  init(_ action: Action, _ path: String) { self.init(action, path, errno) }

  init(_ action: Action, _ path: String, _ code: Int32) {
    self.action = action
    self.path = path
    self.code = code
  }

  /// Why, in the words of the system.
  var reason: String {
    let text = String(cString: strerror(code))
    return text.prefix(1).lowercased() + text.dropFirst()
  }

  var description: String { "cannot \(action.rawValue) \(path): \(reason)" }
}

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file being written beside its final place, and moved there when it is complete.
final class FileWriter: Sendable {
  private let descriptor: Int32
  /// Where the bytes go until the file is complete.
  let temporaryPath: String
  private let path: String

  /// Opens the temporary file.
  ///
  /// - Parameters:
  ///   - path: the final place.
  ///   - temporaryPath: the place until then, in the same folder.
  /// - Throws: a ``FileFailure``.
  init(path: String, temporaryPath: String) throws(FileFailure) {
    self.path = path
    self.temporaryPath = temporaryPath
    descriptor = open(temporaryPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o644)
    if descriptor < 0 { throw FileFailure("cannot create \(temporaryPath)") }
  }

  deinit { _ = FileWriter.closeDescriptor(descriptor) }

  /// The length of what is there.
  var length: Int64 { max(0, Int64(lseek(descriptor, 0, SEEK_END))) }

  /// Cuts the file to a length; writing goes on from there.
  func truncate(to length: Int64) throws(FileFailure) {
    guard ftruncate(descriptor, off_t(length)) == 0,
      lseek(descriptor, off_t(length), SEEK_SET) >= 0
    else { throw FileFailure("cannot cut \(temporaryPath)") }
  }

  /// Appends bytes.
  func write(_ data: Data) throws(FileFailure) {
    let isComplete = data.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = retryingInterrupts { FileWriter.writeBytes(descriptor, piece) }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    if !isComplete { throw FileFailure("cannot write \(temporaryPath)") }
  }

  /// Moves the file to its final place in one step.
  func commit(replacing: Bool) throws(FileFailure) {
    if !replacing {
      // link(2) fails where rename(2) would replace.
      guard link(temporaryPath, path) == 0 else { throw FileFailure("cannot create \(path)") }
      unlink(temporaryPath)
    } else if rename(temporaryPath, path) != 0 {
      throw FileFailure("cannot move the download to \(path)")
    }
  }

  /// Removes the temporary file.
  func discard() { unlink(temporaryPath) }

  private static func writeBytes(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Glibc)
    Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Musl)
    Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #else
    Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }

  private static func closeDescriptor(_ descriptor: Int32) -> Int32 { close(descriptor) }
}

/// Small file system questions.
enum Files {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  static func remove(_ path: String) { unlink(path) }

  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes the folders in front of a path's last component.
  static func createFolders(before path: String) throws(FileFailure) {
    var prefix = path.hasPrefix("/") ? "/" : ""
    for component in path.split(separator: "/").dropLast() {
      prefix += prefix.isEmpty || prefix.hasSuffix("/") ? component : "/\(component)"
      if mkdir(prefix, 0o755) != 0, errno != EEXIST, !isFolder(prefix) {
        throw FileFailure("cannot create the folder \(prefix)")
      }
    }
  }

  /// The text of a small file.
  static func read(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(validating: bytes.prefix(count), as: UTF8.self)
  }

  /// Replaces a small file.
  static func write(_ text: String, to path: String) {
    guard let file = fopen(path, "w") else { return }
    defer { fclose(file) }
    fputs(text, file)
  }
}

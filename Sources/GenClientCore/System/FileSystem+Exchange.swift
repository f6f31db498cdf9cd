#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension FileSystem {
  /// Puts two folders in each other's place, in one step.
  ///
  /// - Returns: Whether the system and the file system can do that, and did.
  static func exchange(_ folder: String, _ other: String) -> Bool {
    #if canImport(Darwin)
    return renamex_np(folder, other, UInt32(RENAME_SWAP)) == 0
    #else
    // The headers hide it from Swift, and old systems do not have it.
    typealias Rename =
      @convention(c) (
        Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>, UInt32
      ) -> Int32
    guard let symbol = dlsym(nil, "renameat2") else { return false }
    let exchange: UInt32 = 2
    return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, folder, AT_FDCWD, other, exchange) == 0
    #endif
  }

  /// Gives a file a second name, in another folder of the same file system.
  static func link(_ path: String, as other: String) throws(FileFailure) {
    #if canImport(Darwin)
    let result = Darwin.link(path, other)
    #elseif canImport(Glibc)
    let result = Glibc.link(path, other)
    #elseif canImport(Musl)
    let result = Musl.link(path, other)
    #else
    let result = Android.link(path, other)
    #endif
    guard result == 0 else { throw FileFailure(.write, other) }
  }

  /// Makes a symbolic link that leads where another does.
  static func copyLink(_ path: String, to other: String) throws(FileFailure) {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard readlink(path, &target, Int(PATH_MAX)) >= 0, symlink(target, other) == 0 else {
      throw FileFailure(.write, other)
    }
  }

  /// How many names a file has.
  static func nameCount(of path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_nlink) : 0
  }

  /// Whether an open descriptor is still what a path leads to.
  static func isCurrent(_ descriptor: Int32, at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && stat(path, &named) == 0
      && open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }
}

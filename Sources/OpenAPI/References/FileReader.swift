#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// Reads files for a load.
///
/// Tests and other callers may serve documents from memory.
public struct FileReader: Sendable {
  /// The bytes of a file.
  public var read: @Sendable (_ path: String) throws -> [UInt8]
  /// The path with symbolic links and `..` resolved; `nil` where there is no such file.
  public var canonicalPath: @Sendable (_ path: String) -> String?

  /// A reader that serves what the closures give.
  ///
  /// - Parameters:
  ///   - read: The bytes of a file; throws where there is no such file.
  ///   - canonicalPath: One and the same path for every way to write it.
  public init(
    read: @escaping @Sendable (_ path: String) throws -> [UInt8],
    canonicalPath: @escaping @Sendable (_ path: String) -> String? = { $0 }
  ) {
    self.read = read
    self.canonicalPath = canonicalPath
  }

  /// A file could not be read.
  public struct Failure: Error, CustomStringConvertible {
    /// Why, in the words of the system.
    public let description: String

    public init(_ description: String) { self.description = description }
  }

  /// Reads from memory: files by path.
  public static func memory(_ files: [String: String]) -> FileReader {
    FileReader(
      read: { path in
        guard let text = files[path] else { throw Failure("no such file") }
        return Array(text.utf8)
      },
      canonicalPath: { files[$0] == nil ? nil : $0 }
    )
  }

  /// Reads from the file system.
  public static let disk = FileReader(
    read: { path throws in try Disk.contents(of: path) },
    canonicalPath: { path in
      guard let resolved = realpath(path, nil) else { return nil }
      defer { free(resolved) }
      return String(cString: resolved)
    }
  )
}

/// The file system, read whole files at a time.
private enum Disk {
  static func contents(of path: String) throws(FileReader.Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw lastFailure() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw lastFailure() }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw FileReader.Failure("it is a folder") }
    var bytes: [UInt8] = []
    // One byte beyond the size, so that the first read of most files sees the end, too. The size
    // is no promise: pipes say 0.
    var wanted = Int(status.st_size) + 1
    while true {
      let chunk = try next(wanted, from: descriptor)
      if chunk.isEmpty { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
      wanted = max(Int(status.st_size) + 1 - bytes.count, 64 * 1024)
    }
  }

  private static func next(_ wanted: Int, from descriptor: Int32) throws(FileReader.Failure)
    -> [UInt8]
  {
    var got = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
      repeat { got = read(descriptor, buffer.baseAddress, wanted) } while got < 0 && errno == EINTR
      count = max(got, 0)
    }
    if got < 0 { throw lastFailure() }
    return chunk
  }

  private static func lastFailure() -> FileReader.Failure {
    FileReader.Failure(String(cString: strerror(errno)))
  }
}

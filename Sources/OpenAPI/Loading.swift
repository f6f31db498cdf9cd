import Diagnostics
import SpecTree

/// What a load may read, and from where.
public struct LoadOptions: Sendable {
  /// The folder that no reference may leave, symbolic links followed; `nil` for no limit.
  public var root: String?
  /// URL prefixes and the folders that stand for them; the longest prefix that fits counts.
  public var referenceMap: [(prefix: String, folder: String)] = []

  public init() {}
}

/// Reads files for a load.
///
/// Tests and other callers may serve documents from memory.
public struct FileReader: Sendable {
  /// The bytes of a file.
  public var read: @Sendable (_ path: String) throws -> [UInt8]
  /// The path with symbolic links and `..` resolved; `nil` where there is no such file.
  public var canonicalPath: @Sendable (_ path: String) -> String?

  public init(
    read: @escaping @Sendable (_ path: String) throws -> [UInt8],
    canonicalPath: @escaping @Sendable (_ path: String) -> String? = { $0 }
  ) {
    self.read = read
    self.canonicalPath = canonicalPath
  }
}

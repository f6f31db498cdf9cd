import Diagnostics

/// The bytes of one document, and the way from byte offsets to lines and columns.
///
/// Nodes store byte offsets alone; lines are counted when someone first asks for a location, which
/// most runs never do. A location then costs a binary search, however long the lines are.
public final class SourceFile: Sendable {
  /// The path as shown in diagnostics.
  public let path: String
  /// The document, with its byte order mark if it has one.
  public let bytes: [UInt8]

  private let index = Locked<LineIndex?>(nil)

  /// A document that is already in memory.
  ///
  /// - Parameters:
  ///   - path: The path to show in diagnostics.
  ///   - bytes: The document in UTF-8.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// The line and column of a byte offset.
  ///
  /// - Parameter offset: A UTF-8 offset; one beyond the end counts as the end.
  public func location(at offset: Int) -> SourceLocation {
    let clamped = min(max(offset, 0), bytes.count)
    let (line, column) = lines.position(of: clamped, in: bytes)
    return SourceLocation(file: path, line: line, column: column, offset: clamped)
  }

  /// The text of a line without its line break.
  ///
  /// - Parameter line: A line number, from 1.
  /// - Returns: The text, ill-formed bytes replaced; `nil` where the file has no such line.
  public func text(ofLine line: Int) -> String? {
    lines.range(ofLine: line, in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
  }

  private var lines: LineIndex {
    index.withLock { index in
      if let index { return index }
      let made = LineIndex(bytes)
      index = made
      return made
    }
  }
}

extension SourceFile: CustomStringConvertible {
  public var description: String { path }
}

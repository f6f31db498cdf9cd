/// A place in a source file, as people and editors count.
///
/// Lines and columns begin at 1. A column counts Unicode scalars, as the Swift compiler and most
/// editors do; the offset counts UTF-8 bytes from the beginning of the file.
public struct SourceLocation: Hashable, Sendable {
  /// The path to show, relative or absolute, as the user gave it.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The column in Unicode scalars, from 1.
  public var column: Int
  /// The UTF-8 byte offset, from 0.
  public var offset: Int

  /// A place whose line, column and offset agree.
  public init(file: String, line: Int, column: Int, offset: Int) {
    self.file = file
    self.line = line
    self.column = column
    self.offset = offset
  }
}

extension SourceLocation: Comparable {
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.offset != right.offset { return left.offset < right.offset }
    return (left.line, left.column) < (right.line, right.column)
  }
}

extension SourceLocation: CustomStringConvertible {
  /// `file:line:column`, the form that terminals and editors make clickable.
  public var description: String { "\(file):\(line):\(column)" }
}

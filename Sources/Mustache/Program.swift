/// One step of a compiled template.
///
/// Steps lie flat in one array; a section's or block's inner steps follow it, up to `end`.
enum Instruction: Sendable {
  /// Copies bytes. A partial's indentation goes where source lines start.
  case text(start: Int32, count: Int32, lines: LineStarts)
  case variable(Path, isEscaped: Bool)
  /// Runs the inner steps once an item.
  case section(Path, end: Int32, raw: Int32)
  case inverted(Path, end: Int32)
  case partial(call: Int32)
  /// Like a partial; the inner steps are the arguments, run only from the parent's blocks.
  case parent(call: Int32, end: Int32)
  /// Runs an argument of that name, or the inner steps where no parent tag gave one.
  case block(Int32, end: Int32)
}

/// Which ends of a text are the start of a source line.
enum LineStarts: Sendable {
  case none
  case before
  /// The tag after the text starts a line of its own.
  case after
  case both

  init(before: Bool, after: Bool) {
    self = before ? (after ? .both : .before) : (after ? .after : .none)
  }

  var isBefore: Bool { self == .before || self == .both }
  var isAfter: Bool { self == .after || self == .both }
}

/// A dotted name: a run of the program's keys. No key at all is the implicit iterator, `.`.
struct Path: Sendable {
  var start: Int32
  var count: Int32
}

/// A name with the number it is compared by.
struct Key: Sendable {
  var id: UInt64
  var name: String

  init(_ name: String) {
    self.id = Shape.id(of: name)
    self.name = name
  }
}

/// What a section lambda gets: the unprocessed text, and the delimiters to parse its answer with.
struct RawSection: Sendable {
  var text: Range<Int>
  var delimiters: Delimiters
}

/// The use of another template.
struct Call: Sendable {
  var target: Target
  var isParent: Bool
  /// Bytes of the program's text that go before each line of the other template; nil for a tag
  /// that shares its line, whose template is inserted as it is.
  var indentation: Range<Int>?
  var arguments: Range<Int>

  enum Target: Sendable {
    case named(String)
    /// The index of the program in its library.
    case program(Int)
    case missing(String)
    case dynamic(Path)
  }
}

/// A place that a parent tag can fill.
struct Block: Sendable {
  var name: Key
  /// What goes before each line of an argument that is put here.
  var indentation: Range<Int>
  /// Whether the opening tag is alone on its line, so that an argument starts one.
  var startsLine: Bool
}

/// What a parent tag puts into a block.
struct Argument: Sendable {
  var name: Key
  var body: Range<Int>
  /// Whether the body starts on the line of its opening tag.
  var startsInline: Bool
}

/// A compiled template. Immutable, so that any number of threads can render it.
final class Program: Sendable {
  let source: TemplateText
  let code: [Instruction]
  /// Where each instruction's tag stands in the source.
  let offsets: [Int32]
  let text: [UInt8]
  let keys: [Key]
  let calls: [Call]
  let blocks: [Block]
  let arguments: [Argument]
  let rawSections: [RawSection]

  init(_ parts: ProgramParts, source: TemplateText, calls: [Call]) {
    self.source = source
    self.code = parts.code
    self.offsets = parts.offsets
    self.text = parts.text
    self.keys = parts.keys
    self.calls = calls
    self.blocks = parts.blocks
    self.arguments = parts.arguments
    self.rawSections = parts.rawSections
  }

  /// The source form of a path.
  func name(of path: Path) -> String {
    if path.count == 0 { return "." }
    let range = Int(path.start)..<Int(path.start + path.count)
    return keys[range].map(\.name).joined(separator: ".")
  }
}

/// A program while it is being built.
struct ProgramParts {
  var code: [Instruction] = []
  var offsets: [Int32] = []
  var text: [UInt8] = []
  var keys: [Key] = []
  var calls: [Call] = []
  var blocks: [Block] = []
  var arguments: [Argument] = []
  var rawSections: [RawSection] = []

  mutating func append(_ instruction: Instruction, offset: Int) {
    code.append(instruction)
    offsets.append(Int32(offset))
  }

  /// Keeps a dotted name; equal names of one program share their keys.
  mutating func path(_ name: String) -> Path {
    if name == "." { return Path(start: 0, count: 0) }
    let parts = name.split(separator: ".").map(String.init)
    var start = 0
    while start + parts.count <= keys.count {
      if keys[start..<start + parts.count].elementsEqual(parts, by: { $0.name == $1 }) {
        return Path(start: Int32(start), count: Int32(parts.count))
      }
      start += 1
    }
    start = keys.count
    keys += parts.map { Key($0) }
    return Path(start: Int32(start), count: Int32(parts.count))
  }
}

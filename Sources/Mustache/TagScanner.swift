/// The pair of marks that stands around a tag.
struct Delimiters: Sendable, Equatable {
  var open: [UInt8]
  var close: [UInt8]

  static let standard = Delimiters(open: Array("{{".utf8), close: Array("}}".utf8))
}

/// A tag as it stands in the source.
struct Tag {
  enum Kind {
    case variable, unescaped, section, inverted, close, partial, parent, block, comment
    case delimiters
  }

  var kind: Kind
  /// All of the tag, delimiters included.
  var range: Range<Int>
  /// The name without its sigil and the white space around it.
  var name: Range<Int>
  /// Whether the name is looked up in the context to find the real one (`{{>*name}}`).
  var isDynamic = false
  /// The delimiters it was written with.
  var delimiters: Delimiters
}

/// Finds the tags of a template, one after the other.
struct TagScanner {
  let source: TemplateText
  var delimiters: Delimiters
  private var position = 0

  init(_ source: TemplateText, delimiters: Delimiters) {
    self.source = source
    self.delimiters = delimiters
  }

  /// The next tag, or nil at the end.
  mutating func next() throws(TemplateError) -> Tag? {
    let bytes = source.bytes
    guard let start = bytes.firstIndex(of: delimiters.open, from: position) else { return nil }
    var inner = start + delimiters.open.count
    let sigil = inner < bytes.count ? bytes[inner] : 0
    let kind = Tag.Kind(sigil: sigil)
    if kind != .variable { inner += 1 }

    let closing: [UInt8] =
      switch sigil {
      case UInt8(ascii: "{"): [UInt8(ascii: "}")] + delimiters.close
      case UInt8(ascii: "="): [UInt8(ascii: "=")] + delimiters.close
      default: delimiters.close
      }
    guard let end = bytes.firstIndex(of: closing, from: inner) else {
      throw unclosed(kind, start: start, inner: inner, closing: closing)
    }
    position = end + closing.count
    var tag = Tag(
      kind: kind,
      range: start..<position,
      name: bytes.trimmed(inner..<end),
      delimiters: delimiters
    )
    switch kind {
    case .comment: break
    case .delimiters: delimiters = try newDelimiters(tag)
    default: try checkName(&tag)
    }
    return tag
  }

  private func unclosed(
    _ kind: Tag.Kind,
    start: Int,
    inner: Int,
    closing: [UInt8]
  ) -> TemplateError {
    let mark = String(decoding: closing, as: UTF8.self)
    if kind == .delimiters {
      return source.error(
        .badDelimiters,
        at: start,
        "this set-delimiter tag does not end in \"\(mark)\"",
        help: "write {{=<% %>=}}: two marks between equals signs"
      )
    }
    return source.error(
      .unclosedTag,
      at: start,
      "this tag is never closed",
      help: "end it with \"\(mark)\""
    )
  }

  private func newDelimiters(_ tag: Tag) throws(TemplateError) -> Delimiters {
    let parts = source.bytes[tag.name].split(whereSeparator: \.isWhitespace).map(Array.init)
    guard parts.count == 2, !parts.joined().contains(UInt8(ascii: "=")) else {
      throw source.error(
        .badDelimiters,
        at: tag.range.lowerBound,
        "a set-delimiter tag needs two delimiters with white space between them and no \"=\"",
        help: "write {{=<% %>=}}: two marks between equals signs"
      )
    }
    return Delimiters(open: parts[0], close: parts[1])
  }

  private func checkName(_ tag: inout Tag) throws(TemplateError) {
    let bytes = source.bytes
    let mayBeDynamic = tag.kind == .partial || tag.kind == .parent || tag.kind == .close
    if mayBeDynamic, let first = tag.name.first, bytes[first] == UInt8(ascii: "*") {
      tag.isDynamic = true
      tag.name = bytes.trimmed(first + 1..<tag.name.upperBound)
    }
    guard !tag.name.isEmpty else {
      throw source.error(
        .invalidName,
        at: tag.range.lowerBound,
        "this tag has no name",
        help: "name a key, or write {{! … }} for a comment"
      )
    }
    guard !bytes[tag.name].contains(where: \.isWhitespace) else {
      throw source.error(
        .invalidName,
        at: tag.range.lowerBound,
        "the name \"\(bytes.string(tag.name))\" contains white space",
        help: "a tag holds one name; close it right after the name"
      )
    }
    let isPath = tag.isDynamic || [.variable, .unescaped, .section, .inverted].contains(tag.kind)
    guard isPath, tag.name.count > 1 else { return }
    let parts = bytes[tag.name].split(
      separator: UInt8(ascii: "."),
      omittingEmptySubsequences: false
    )
    guard !parts.contains(where: \.isEmpty) else {
      throw source.error(
        .invalidName,
        at: tag.range.lowerBound,
        "the name \"\(bytes.string(tag.name))\" has nothing on one side of a dot",
        help: "write key.key, or a single dot for the current item"
      )
    }
  }
}

extension Tag.Kind {
  init(sigil: UInt8) {
    switch sigil {
    case UInt8(ascii: "{"), UInt8(ascii: "&"): self = .unescaped
    case UInt8(ascii: "#"): self = .section
    case UInt8(ascii: "^"): self = .inverted
    case UInt8(ascii: "/"): self = .close
    case UInt8(ascii: ">"): self = .partial
    case UInt8(ascii: "<"): self = .parent
    case UInt8(ascii: "$"): self = .block
    case UInt8(ascii: "!"): self = .comment
    case UInt8(ascii: "="): self = .delimiters
    default: self = .variable
    }
  }
}

/// A template's bytes and what to call them in an error.
struct TemplateText: Sendable {
  var name: String
  var bytes: [UInt8]

  func location(_ offset: Int) -> TemplateLocation {
    TemplateLocation(template: name, source: bytes, offset: offset)
  }

  func error(
    _ kind: TemplateError.Kind,
    at offset: Int,
    _ message: String,
    help: String
  ) -> TemplateError {
    TemplateError(kind: kind, location: location(offset), message: message, help: help)
  }
}

internal import CLibYAML
import Diagnostics

/// Turns libyaml's events into a tree.
struct YAMLReader {
  private let file: SourceFile
  private let bytes: UnsafeBufferPointer<UInt8>
  private let limits: ParsingLimits
  private let sink: DiagnosticSink
  private var offsets: CharacterOffsets
  private var builder: TreeBuilder
  private var anchors = AnchorTable()
  private var documents = 0

  /// Reads a YAML document.
  static func read(
    _ file: SourceFile,
    encoding: EncodingCheck,
    limits: ParsingLimits,
    sink: DiagnosticSink
  ) throws(DiagnosticError) -> Node {
    let result: Result<Node, DiagnosticError> = file.bytes.withUnsafeBufferPointer { bytes in
      var reader = YAMLReader(
        file: file,
        bytes: bytes,
        limits: limits,
        sink: sink,
        offsets: CharacterOffsets(bytes, encoding),
        builder: TreeBuilder(files: [file], sizeHint: bytes.count)
      )
      do throws(DiagnosticError) {
        try reader.run(from: encoding.markLength)
        return .success(reader.builder.finish())
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  private mutating func run(from start: Int) throws(DiagnosticError) {
    try checkCharacters(from: start)
    guard let parser = speclibyaml_open(bytes.baseAddress.map { $0 + start }, bytes.count - start)
    else { throw DiagnosticError(Diagnostic(.error, .yamlSyntax, "out of memory")) }
    defer { speclibyaml_close(parser) }
    var event = speclibyaml_event()
    while speclibyaml_next(parser, &event) != 0 {
      switch yaml_event_type_t(rawValue: UInt32(event.type)) {
      case YAML_SCALAR_EVENT: try scalar(event)
      case YAML_MAPPING_START_EVENT: try open(.mapping, event)
      case YAML_SEQUENCE_START_EVENT: try open(.sequence, event)
      case YAML_MAPPING_END_EVENT: try closeMapping()
      case YAML_SEQUENCE_END_EVENT: closeSequence()
      case YAML_ALIAS_EVENT: try alias(event)
      case YAML_DOCUMENT_START_EVENT: try beginDocument(event)
      case YAML_STREAM_END_EVENT: return try checkRoot()
      default: break
      }
    }
    throw DiagnosticError(YAMLProblem(speclibyaml_failure(parser), in: file, &offsets).diagnostic)
  }

  // MARK: Documents

  private mutating func beginDocument(_ event: speclibyaml_event) throws(DiagnosticError) {
    documents += 1
    guard documents > 1 else { return }
    throw failure(
      .yamlMultipleDocuments,
      "a second document begins here; a file may hold only one",
      at: offsets.byte(event.start),
      length: 3,
      fix: "move it to a file of its own"
    )
  }

  private func checkRoot() throws(DiagnosticError) {
    guard builder.hasRoot, !builder.isRootBlank else {
      throw failure(.emptyDocument, "the document is empty", at: 0)
    }
  }

  /// Finds what libyaml would refuse, to say so in better words.
  private func checkCharacters(from start: Int) throws(DiagnosticError) {
    guard let offset = YAMLCharacters.firstForbidden(in: bytes, from: start) else { return }
    let code = YAMLCharacters.name(of: bytes, at: offset)
    throw failure(
      .controlCharacter,
      "the character \(code) is not allowed in YAML",
      at: offset,
      fix: "remove it, or write it as an escape in a double-quoted string"
    )
  }

  // MARK: Scalars

  private mutating func scalar(_ event: speclibyaml_event) throws(DiagnosticError) {
    let text = UnsafeBufferPointer(start: event.value, count: event.length)
    let start = offsets.byte(event.start)
    if builder.expectsKey { return key(event, text, at: start) }
    let end = offsets.byte(event.end)
    let isPlain = event.style == Int32(YAML_PLAIN_SCALAR_STYLE.rawValue)
    var kind: Node.Kind = .string
    if let tag = event.tag {
      kind = try resolve(tag, text, isPlain: isPlain, at: start)
    } else if isPlain {
      kind = CoreSchema.kind(text)
    }
    let flags: NodeRecord.Flags = isPlain ? [] : .quoted
    let textStart = isPlain ? start : start + 1
    let number: UInt32
    if matchesSource(text, at: textStart) {
      number = builder.scalar(
        kind,
        flags: flags,
        offset: start,
        length: end - start,
        text: textStart..<(textStart + text.count)
      )
    } else {
      number = builder.scalar(
        kind,
        flags: flags,
        offset: start,
        length: end - start,
        cooked: text
      )
    }
    anchors.countNode()
    if let anchor = event.anchor { anchors.define(String(cString: anchor), scalar: number) }
  }

  private mutating func key(
    _ event: speclibyaml_event,
    _ text: UnsafeBufferPointer<UInt8>,
    at start: Int
  ) {
    if text.count == 2, text[0] == UInt8(ascii: "<"), text[1] == UInt8(ascii: "<"),
      event.style == Int32(YAML_PLAIN_SCALAR_STYLE.rawValue), event.plain_implicit != 0
    {
      builder.merge(offset: start)
      return
    }
    builder.key(text, offset: start)
    if let anchor = event.anchor {
      let isPlain = event.style == Int32(YAML_PLAIN_SCALAR_STYLE.rawValue)
      let kind = isPlain ? CoreSchema.kind(text) : .string
      let number = builder.detachedScalar(kind, offset: start, cooked: text)
      anchors.define(String(cString: anchor), scalar: number)
    }
  }

  @inline(__always)
  private func matchesSource(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start + text.count <= bytes.count, let source = bytes.baseAddress,
      let value = text.baseAddress
    else { return false }
    return Memory.equal(source + start, value, count: text.count)
  }

  private func resolve(
    _ tag: UnsafePointer<CChar>,
    _ text: UnsafeBufferPointer<UInt8>,
    isPlain: Bool,
    at offset: Int
  ) throws(DiagnosticError) -> Node.Kind {
    let name = String(cString: tag)
    guard let tag = YAMLTag(name) else {
      reportUnknown(name, at: offset)
      return isPlain ? CoreSchema.kind(text) : .string
    }
    if let kind = tag.kind(of: text) { return kind }
    let spelled = String(decoding: text, as: UTF8.self)
    throw failure(
      .yamlTag,
      "the tag \(tag.shortName) does not fit the value \"\(spelled)\"",
      at: offset,
      length: tag.shortName.count
    )
  }

  private func reportUnknown(_ tag: String, at offset: Int) {
    sink.report(
      Diagnostic(
        .warning,
        .yamlTag,
        "the tag \(tag) is unknown and was ignored",
        at: file.location(at: offset),
        length: tag.count,
        fix: "remove the tag"
      )
    )
  }

  // MARK: Containers

  private mutating func open(_ kind: Node.Kind, _ event: speclibyaml_event) throws(DiagnosticError)
  {
    let start = offsets.byte(event.start)
    if builder.expectsKey { throw complexKey(at: start) }
    guard builder.depth < limits.depth else { throw tooDeep(at: start) }
    if let tag = event.tag {
      let name = String(cString: tag)
      if let known = YAMLTag(name) {
        guard known.allows(kind) else {
          throw failure(
            .yamlTag,
            "the tag \(known.shortName) does not fit a \(kind)",
            at: start,
            length: known.shortName.count
          )
        }
      } else {
        reportUnknown(name, at: start)
      }
    }
    let number = builder.open(kind, offset: start)
    anchors.countNode()
    if let anchor = event.anchor {
      anchors.open(String(cString: anchor), container: number, depth: builder.depth)
    }
    anchors.reach(builder.depth)
  }

  private mutating func closeSequence() {
    anchors.close(depth: builder.depth)
    builder.closeSequence()
  }

  private mutating func closeMapping() throws(DiagnosticError) {
    anchors.close(depth: builder.depth)
    let mapping = builder.openContainer(at: builder.depth - 1)
    let closing = builder.closeMapping()
    for duplicate in closing.duplicates { sink.report(DuplicateKey.warning(duplicate, builder)) }
    if let value = closing.unmergeable {
      throw failure(
        .yamlMergeKey,
        "only a mapping, or a sequence of mappings, can be merged by <<",
        at: Int(builder.records[Int(value)].offset),
        fix: "put the key in quotes if it is meant to be an ordinary key"
      )
    }
    if closing.merged > 0 {
      anchors.share(closing.merged)
      try checkBudget(at: Int(builder.records[Int(mapping)].offset))
    }
  }

  // MARK: Aliases

  private mutating func alias(_ event: speclibyaml_event) throws(DiagnosticError) {
    let start = offsets.byte(event.start)
    let name = event.anchor.map { String(cString: $0) } ?? ""
    let length = name.unicodeScalars.count + 1
    guard let anchor = anchors[name] else {
      throw failure(
        .yamlAlias,
        "no anchor &\(name) comes before this alias",
        at: start,
        length: length,
        fix: "put the value in quotes if it is text"
      )
    }
    guard anchor.isComplete else {
      throw failure(
        .yamlAlias,
        "the alias *\(name) stands inside the value it refers to",
        at: start,
        length: length
      )
    }
    if builder.expectsKey {
      let kind = builder.records[Int(anchor.node)].kind
      guard kind != .sequence, kind != .mapping else { throw complexKey(at: start) }
      builder.key(textOf: anchor.node, offset: start)
      return
    }
    guard builder.depth + anchor.height <= limits.depth else { throw tooDeep(at: start) }
    builder.alias(of: anchor.node, offset: start, length: length)
    anchors.countNode()
    anchors.share(anchor.weight)
    anchors.reach(builder.depth + anchor.height)
    try checkBudget(at: start, length: length)
  }

  private func checkBudget(at offset: Int, length: Int = 1) throws(DiagnosticError) {
    guard anchors.shared > limits.aliasedNodes else { return }
    throw failure(
      .yamlAliasBudget,
      "aliases up to here stand for more than \(limits.aliasedNodes) nodes",
      at: offset,
      length: length,
      fix: "write the document out, or use $ref instead of aliases"
    )
  }

  // MARK: Failures

  private func complexKey(at offset: Int) -> DiagnosticError {
    failure(
      .yamlComplexKey,
      "a key must be a scalar, not a sequence or a mapping",
      at: offset,
      fix: "put the key in quotes if it is meant to be text"
    )
  }

  private func tooDeep(at offset: Int) -> DiagnosticError {
    failure(.nestingTooDeep, "nested more than \(limits.depth) levels deep", at: offset)
  }

  private func failure(
    _ code: Diagnostic.Code,
    _ message: String,
    at offset: Int,
    length: Int = 1,
    fix: String? = nil
  ) -> DiagnosticError {
    DiagnosticError(
      Diagnostic(
        .error,
        code,
        message,
        at: file.location(at: offset),
        length: length,
        fix: fix
      )
    )
  }
}

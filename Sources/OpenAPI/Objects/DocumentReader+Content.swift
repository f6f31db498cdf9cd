import Diagnostics
import SpecTree

extension DocumentReader {
  // MARK: Request bodies

  func requestBody(at node: Node, isListed: Bool = false) -> RequestBody? {
    object(at: node, .requestBody, isListed: isListed, cache: \.requestBodies) { node in
      readRequestBody(node)
    }
  }

  private func readRequestBody(_ node: Node) -> RequestBody? {
    guard isObject(node, .requestBody, severity: .error, consequence: "its meaning is unclear")
    else { return nil }
    if node["content"] == nil, let schema = schemaInPlace(of: node, .requestBody) {
      return RequestBody(node: node, content: [schema])
    }
    var body = RequestBody(node: node)
    for field in fields(of: node) {
      switch field.keyword {
      case .description: body.description = text(field)
      case .required: body.isRequired = flag(field) ?? false
      case .content: body.content = content(field)
      case .schema: body.content += [schemaWithoutMediaType(field, at: node)]
      default: other(field, in: .requestBody, &body.extensions)
      }
    }
    if body.content.isEmpty {
      report(
        .warning,
        .missingKeyword,
        "a request body needs `content`; any JSON is taken for it",
        at: node
      )
      body.content = [MediaType(node: node, range: .json)]
    }
    return body
  }

  /// A body without its media type, as Swagger 2.0 wrote it.
  func schemaWithoutMediaType(_ field: Field, at node: Node) -> MediaType {
    report(
      .warning,
      .repairedShape,
      "`schema` belongs under a media type in `content`; it is taken as"
        + " `application/json`",
      at: field.entry
    )
    return MediaType(node: node, range: .json, schema: schema(at: field.value))
  }

  /// A schema that stands where another object should, taken as a JSON body.
  func schemaInPlace(of node: Node, _ expected: Expected) -> MediaType? {
    guard looksLikeSchema(node) else { return nil }
    report(
      .warning,
      .repairedShape,
      "this is a schema, and should be \(expected.name); it is taken as `application/json`",
      at: node
    )
    return MediaType(node: node, range: .json, schema: schema(at: node))
  }

  func looksLikeSchema(_ node: Node) -> Bool {
    fields(of: node).contains { field in
      switch field.keyword {
      case .type, .properties, .allOf, .oneOf, .anyOf, .items, .enum: true
      default: false
      }
    }
  }

  // MARK: Media types

  /// The media types of a `content` object.
  func content(_ field: Field) -> [MediaType] {
    var types: [MediaType] = []
    for member in members(field, of: "media types") where member.keyword != .vendor {
      for range in mediaRanges(member) {
        if var type = mediaType(at: member.value) {
          type.range = range
          types.append(type)
        }
      }
    }
    return types
  }

  /// The media types a key names: one, or several where someone wrote a list.
  private func mediaRanges(_ field: Field) -> [MediaRange] {
    let key = field.key
    let isList = key.utf8.contains(UInt8(ascii: ",")) && !key.utf8.contains(UInt8(ascii: "\""))
    let pieces = isList ? key.split(separator: ",") : [key[...]]
    if pieces.count > 1 {
      report(
        .warning,
        .malformedMediaType,
        "`\(key)` is a list; each media type needs a key of its own",
        at: field.entry
      )
    }
    return pieces.map { piece in
      let text = pieces.count > 1 ? String(piece).trimmed : String(piece)
      return mediaRange(text, at: field.entry.diagnosticPlace)
        ?? (field.value["schema"] == nil ? .octets : .json)
    }
  }

  /// Reads a media type, and reports one that is not quite right.
  func mediaRange(_ text: String, at place: DiagnosticPlace) -> MediaRange? {
    switch reading(ofMediaType: text) {
    case .wellFormed(let range): return range
    case .repaired(let range):
      faults.add(
        place.diagnostic(
          .warning,
          .malformedMediaType,
          "`\(text)` is no media type; it is taken as `\(range)`",
          fix: "write `\(range)`"
        )
      )
      return range
    case .hopeless:
      faults.add(
        place.diagnostic(
          .warning,
          .malformedMediaType,
          "`\(text)` is no media type; it is taken as JSON where"
            + " there is a schema, as bytes otherwise"
        )
      )
      return nil
    }
  }

  /// The same few media types stand everywhere.
  private func reading(ofMediaType text: String) -> MediaRange.Reading {
    if let known = mediaRanges[text] { return known }
    let reading = MediaRange.read(text)
    mediaRanges[text] = reading
    return reading
  }

  func mediaType(at node: Node, isListed: Bool = false) -> MediaType? {
    object(at: node, .mediaType, isListed: isListed, cache: \.mediaTypes) { target in
      readMediaType(target, place: node)
    }
  }

  private func readMediaType(_ node: Node, place: Node) -> MediaType? {
    var type = MediaType(node: node, range: .json)
    if node.isNull { return type }
    guard isObject(node, .mediaType, consequence: "any value is taken for it") else { return type }
    if node["schema"] == nil, looksLikeSchema(node) {
      report(
        .warning,
        .repairedShape,
        "a media type should hold its schema under `schema`; this one is"
          + " a schema itself, and taken as such",
        at: place
      )
      type.schema = schema(at: node)
      return type
    }
    for field in fields(of: node) {
      switch field.keyword {
      case .schema: type.schema = schema(at: field.value)
      case .itemSchema: type.itemSchema = schema(at: field.value)
      case .encoding:
        for member in members(field, of: "encodings by property") {
          if member.isVendor, member.value.kind != .mapping { continue }
          if let encoding = encoding(member.value, property: member.key) {
            type.encoding.append(encoding)
          }
        }
      case .prefixEncoding:
        type.prefixEncoding = nodes(field, of: "encodings").compactMap { encoding($0) }
      case .itemEncoding: type.boxedItemEncoding = encoding(field.value).map(Box.init)
      case .example: type.examples.append(Example(node: field.value, value: field.value))
      case .examples: type.examples += examples(field)
      default: other(field, in: .mediaType, &type.extensions)
      }
    }
    return type
  }

  private func encoding(_ node: Node, property: String = "") -> Encoding? {
    guard isObject(node, .encoding) else { return nil }
    var encoding = Encoding(node: node, property: property)
    for field in fields(of: node) {
      switch field.keyword {
      case .contentType: encoding.contentTypes = contentTypes(field)
      case .headers: encoding.headers = headers(field)
      case .style: encoding.style = style(field, in: .query)
      case .explode: encoding.explodes = flag(field)
      case .allowReserved: encoding.allowsReserved = flag(field) ?? false
      case .encoding, .prefixEncoding, .itemEncoding:
        report(
          .notice,
          .ignoredKeyword,
          "encodings within parts are not supported; `\(field.key)` is"
            + " ignored",
          at: field.entry
        )
      default: other(field, in: .encoding, &encoding.extensions)
      }
    }
    return encoding
  }

  private func contentTypes(_ field: Field) -> [MediaRange] {
    let texts: [String]
    if field.value.kind == .sequence {
      texts = words(field, of: "media types")
    } else {
      texts = (text(field) ?? "").split(separator: ",").map { String($0).trimmed }
    }
    return texts.compactMap { mediaRange($0, at: field.value.diagnosticPlace) }
  }
}

extension MediaRange {
  static let json = MediaRange(
    text: "application/json",
    type: "application",
    subtype: "json",
    parameters: []
  )
  static let octets = MediaRange(
    text: "application/octet-stream",
    type: "application",
    subtype: "octet-stream",
    parameters: []
  )
  static let form = MediaRange(
    text: "application/x-www-form-urlencoded",
    type: "application",
    subtype: "x-www-form-urlencoded",
    parameters: []
  )
  static let multipart = MediaRange(
    text: "multipart/form-data",
    type: "multipart",
    subtype: "form-data",
    parameters: []
  )
}

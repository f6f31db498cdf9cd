import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// Turns a request body into an argument.
struct BodyLowering {
  let schemas: SchemaLowering
  let prefix: String

  /// The body of an operation; a choice where it has several media types.
  func body(of operation: OpenAPI.Operation, taken: Set<String>) -> ClientModel.RequestBody? {
    guard let source = operation.requestBody else { return nil }
    var contents: [BodyContent] = []
    var media = source.content
    // Spellings of JSON for one schema are one content.
    if media.contains(where: { $0.range.essence == "application/json" }) {
      let plain = media.first { $0.range.essence == "application/json" }
      media.removeAll { other in
        ["text/json", "application/*+json", "*/*", "application/*"].contains(other.range.essence)
          && isSame(other.schema, plain?.schema)
      }
    }
    for media in media { contents.append(content(media, source)) }
    if contents.isEmpty {
      contents = [
        BodyContent(
          name: "data",
          mediaType: "application/octet-stream",
          encoding: .upload,
          type: .builtin(.httpBody)
        )
      ]
    }
    let name =
      ["body", "requestBody", "content", "payload"].first { !taken.contains($0) } ?? "body_"
    var body = ClientModel.RequestBody(
      name: name,
      isRequired: source.isRequired,
      contents: contents
    )
    body.documentation = Docs.text(source.description)
    if contents.count == 1, contents[0].encoding == .upload, let range = media.first?.range,
      range.isWildcard
    {
      let name = ["contentType", "mediaType", "bodyContentType"].first {
        !taken.contains($0) && $0 != body.name
      }
      body.mediaType = MediaTypeArgument(
        name: name ?? "contentType_",
        range: range.text,
        isRequired: source.isRequired && range.type != "*"
      )
    }
    if contents.count > 1 {
      nameContents(&body.contents)
      let choice = schemas.claim(
        NameContext(parent: [], hint: prefix + "Content", direction: .write),
        for: source.pointer + "/content"
      )
      schemas.declarations.insert(
        TypeDeclaration(
          name: choice,
          kind: .bodyChoice(BodyChoiceType(contents: body.contents)),
          origin: source.pointer
        )
      )
      body.choice = choice
    }
    return body
  }

  private func isSame(_ left: SchemaReference?, _ right: SchemaReference?) -> Bool {
    guard let left, let right else { return left == nil }
    return schemas.resolve(left).id == schemas.resolve(right).id
  }

  private func nameContents(_ contents: inout [BodyContent]) {
    var scope = NameScope(reserved: ReservedNames.cases)
    let counts = contents.reduce(into: [:]) { $0[$1.name, default: 0] += 1 }
    for index in contents.indices {
      let isShared = (counts[contents[index].name] ?? 0) > 1
      let name =
        isShared && contents[index].mediaType != "application/json"
        ? SwiftNaming.member(contents[index].mediaType) : contents[index].name
      contents[index].name = scope.take(ReservedNames.enumCase(name))
    }
  }

  private func content(_ media: OpenAPI.MediaType, _ source: OpenAPI.RequestBody) -> BodyContent {
    let range = media.range
    let essence = range.essence.lowercased()
    // A wildcard cannot be sent: the most general concrete type stands for it.
    let general = range.type == "text" ? "text/plain" : "application/octet-stream"
    let concrete = range.isWildcard ? general : range.text
    switch essence {
    case "application/x-www-form-urlencoded":
      return structured(media, name: "form", encoding: .form, type: concrete)
    case "multipart/form-data", "multipart/mixed", "multipart/related":
      return structured(media, name: "multipart", encoding: .multipart, type: concrete)
    case "application/x-ndjson", "application/jsonl", "application/json-lines",
      "application/json-seq", "application/x-jsonlines":
      let reference = media.itemSchema ?? media.schema
      let context = NameContext(parent: [], hint: prefix + "Line", direction: .write)
      let type = reference.map { schemas.type($0, context).element } ?? .builtin(.json)
      return BodyContent(
        name: "lines",
        mediaType: concrete,
        encoding: .jsonLines,
        type: .array(type)
      )
    default: break
    }
    if range.isJSON || (range.isWildcard && isStructured(media)) {
      let type = range.isWildcard ? "application/json" : range.text
      let context = NameContext(parent: [], hint: hint(source), direction: .write)
      var lowered = media.schema.map { schemas.type($0, context).element } ?? .builtin(.json)
      // Any JSON has a null of its own.
      if lowered == .optional(.builtin(.json)) { lowered = .builtin(.json) }
      return BodyContent(name: "json", mediaType: type, encoding: .json, type: lowered)
    }
    if range.type == "text", range.subtype != "xml" {
      return BodyContent(
        name: "text",
        mediaType: concrete,
        encoding: .text,
        type: .builtin(.string)
      )
    }
    if range.subtype == "xml" || range.suffix == "xml" {
      schemas.report.note(
        media.node,
        .xmlBody,
        "XML bodies are sent as raw data; their schema is not used"
      )
    }
    return BodyContent(
      name: "data",
      mediaType: concrete,
      encoding: .upload,
      type: .builtin(.httpBody)
    )
  }

  private func isStructured(_ media: OpenAPI.MediaType) -> Bool {
    guard let schema = media.schema else { return false }
    let merged = schemas.merged(schema)
    return merged.isObject || merged.isArray || !merged.unions.isEmpty
  }

  private func hint(_ source: OpenAPI.RequestBody) -> String {
    source.reference?.componentName.map { SwiftNaming.type($0) } ?? prefix + "Body"
  }

  /// A form or multipart body: an object whose properties are its fields.
  private func structured(
    _ media: OpenAPI.MediaType,
    name: String,
    encoding: BodyContent.Encoding,
    type: String
  ) -> BodyContent {
    let context = NameContext(
      parent: [],
      hint: prefix + (encoding == .form ? "Form" : "Multipart"),
      direction: encoding == .form ? .write : .multipart
    )
    var lowered = media.schema.map { schemas.type($0, context).type }
    if case .optional(let wrapped)? = lowered { lowered = wrapped }
    var content = BodyContent(
      name: name,
      mediaType: type,
      encoding: encoding,
      type: lowered ?? .dictionary(.builtin(.json))
    )
    if encoding == .multipart, !isObject(content.type) {
      // Without fields to name them, the parts are put together by the caller.
      content.type = .array(.builtin(.multipartPart))
      return content
    }
    content.properties = media.encoding.map { property($0) }
    return content
  }

  private func property(_ source: OpenAPI.Encoding) -> BodyContent.PropertyEncoding {
    var entry = BodyContent.PropertyEncoding(key: source.property)
    // Of several media types, the file says which it is, and the first stands for one that does not.
    if !source.contentTypes.contains(where: \.isWildcard) {
      let types = source.contentTypes.map(\.text)
      entry.contentType = types.isEmpty ? nil : types.joined(separator: ", ")
    }
    if let type = source.contentTypes.first, type.subtype == "xml" || type.suffix == "xml" {
      schemas.report.note(
        source.node,
        .xmlBody,
        "the keys of a part in XML are elements of their names; `xml` keywords are not followed"
      )
    }
    entry.style = source.style.flatMap { .init(rawValue: $0.rawValue) }
    entry.explode = source.explodes
    if source.allowsReserved { entry.allowReserved = true }
    if let header = source.headers.first {
      schemas.report.note(
        header.node,
        .partHeaders,
        "header fields of single parts are no arguments"
      )
    }
    return entry
  }

  /// Whether a type is a struct, or a choice of structs.
  private func isObject(_ type: TypeReference) -> Bool {
    guard case .named(let name) = type else { return false }
    // A struct may still wait to be lowered.
    guard let declaration = schemas.declarations[name] else { return true }
    switch declaration.kind {
    case .object, .union: return true
    case .alias(let target): return isObject(target)
    default: return false
    }
  }
}

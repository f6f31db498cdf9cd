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
    for media in source.content {
      let content = self.content(media, source)
      let isKnown = contents.contains {
        $0.type == content.type && $0.encoding == content.encoding && $0.encoding == .json
      }
      if !isKnown { contents.append(content) }
    }
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
    if contents.count > 1 {
      nameContents(&body.contents)
      let choice = schemas.claim(
        NameContext(parent: [], hint: prefix + "Content", direction: .write)
      )
      schemas.insert(
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
    let concrete = range.isWildcard ? "application/octet-stream" : range.text
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
      let lowered = media.schema.map { schemas.type($0, context).element }
      return BodyContent(
        name: "json",
        mediaType: type,
        encoding: .json,
        type: lowered ?? .builtin(.json)
      )
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
      schemas.note(
        media.node,
        "xml-body",
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
    let merged = schemas.merged(SchemaUnit(schemas.resolve(schema).id))
    return merged.isObject || merged.isArray
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
      direction: .write
    )
    var lowered =
      media.schema.map { reference in
        encoding == .multipart
          ? MultipartLowering(schemas: schemas).type(reference, context)
          : schemas.type(reference, context).type
      } ?? .dictionary(.builtin(.json))
    if case .optional(let wrapped) = lowered { lowered = wrapped }
    var content = BodyContent(name: name, mediaType: type, encoding: encoding, type: lowered)
    content.properties = media.encoding.map { source in
      var entry = BodyContent.PropertyEncoding(key: source.property)
      entry.contentType = source.contentTypes.first?.text
      if source.node["style"] != nil {
        entry.style = source.style.flatMap { .init(rawValue: $0.rawValue) }
      }
      if source.node["explode"] != nil { entry.explode = source.explodes }
      if source.allowsReserved { entry.allowReserved = true }
      return entry
    }
    return content
  }
}

/// Multipart objects: properties of binary content are file parts.
struct MultipartLowering {
  let schemas: SchemaLowering

  func type(_ reference: SchemaReference, _ context: NameContext) -> TypeReference {
    let id = schemas.resolve(reference).id
    let merged = schemas.merged(SchemaUnit(id))
    guard merged.properties.contains(where: { isBinary($0) }) else {
      return schemas.type(reference, context).type
    }
    let base = schemas.type(reference, context).type
    guard case .named(let name) = base, var declaration = schemas.declaration(name),
      case .object(var object) = declaration.kind
    else { return base }
    let copyName: TypeName
    if schemas.componentNames[id] != nil {
      copyName = schemas.claim(
        NameContext(parent: [], hint: name.last + "Multipart", direction: .write)
      )
    } else {
      copyName = name
    }
    for index in object.properties.indices {
      let key = object.properties[index].key
      guard let property = merged.properties.first(where: { $0.name == key }) else { continue }
      if let type = fileType(property) { object.properties[index].type = type }
    }
    declaration.name = copyName
    declaration.kind = .object(object)
    schemas.insert(declaration)
    return .named(copyName)
  }

  private func isBinary(_ property: MergedSchema.MergedProperty) -> Bool {
    fileType(property) != nil
  }

  private func fileType(_ property: MergedSchema.MergedProperty) -> TypeReference? {
    guard let reference = property.schemas.last else { return nil }
    let schema = schemas.merged(SchemaUnit(schemas.resolve(reference).id))
    if isFile(schema) { return .builtin(.filePart) }
    if let items = schema.items, isFile(schemas.merged(SchemaUnit(schemas.resolve(items).id))) {
      return .array(.builtin(.filePart))
    }
    return nil
  }

  private func isFile(_ schema: MergedSchema) -> Bool {
    if schema.types.contains(.file) { return true }
    if schema.valueTypes == .string, schema.format == "binary" { return true }
    let media = schema.sources.lazy.compactMap(\.contentMediaType).first
    return media != nil && schema.contentEncoding == nil && !(media?.hasSuffix("json") ?? false)
  }
}

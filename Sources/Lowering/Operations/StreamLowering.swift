import ClientModel
import OpenAPI

/// Turns responses of many values into streams.
struct StreamLowering {
  let schemas: SchemaLowering
  let prefix: String

  /// A response as a stream, where one of its media types is.
  func stream(
    _ response: Response,
    _ source: OpenAPI.Operation
  ) -> (type: TypeReference, format: StreamFormat, mediaType: String)? {
    for media in response.content {
      guard var format = Self.format(of: media.range) else { continue }
      if case .serverSentEvents = format, Self.mentionsDone(source, response, media) {
        format = .serverSentEvents(end: "[DONE]")
      }
      let context = NameContext(parent: [], hint: prefix + "Event", direction: .read)
      let reference = media.itemSchema ?? media.schema
      let type = reference.map { reference -> TypeReference in
        if case .serverSentEvents = format, let data = self.data(of: reference, context) {
          return data
        }
        return schemas.type(reference, context).element
      }
      return (type ?? .builtin(.json), format, media.range.essence)
    }
    return nil
  }

  /// How a media type holds many values; `nil` where it holds one.
  static func format(of range: MediaRange) -> StreamFormat? {
    // Nearly all of them.
    if range.subtype == "json" { return nil }
    return switch range.essence {
    case "text/event-stream": .serverSentEvents(end: nil)
    case "application/x-ndjson", "application/ndjson", "application/jsonl",
      "application/json-lines", "application/x-jsonlines", "application/stream+json":
      .jsonLines
    case "application/json-seq", "application/geo+json-seq": .jsonSequence
    default: nil
    }
  }

  /// Whether the document says that the stream ends with the usual sentinel.
  private static func mentionsDone(
    _ operation: OpenAPI.Operation,
    _ response: Response,
    _ media: OpenAPI.MediaType
  ) -> Bool {
    let texts =
      [operation.description, response.description] + media.examples.map { $0.value?.text }
    return texts.contains { $0?.contains("[DONE]") ?? false }
  }

  // MARK: Events

  /// The type of an event's data, where a schema describes whole events with their fields and not
  /// the data alone; the runtime's own type of events where the data is text.
  private func data(of reference: SchemaReference, _ context: NameContext) -> TypeReference? {
    let schema = schemas.merged(reference)
    let variants = schema.unions.flatMap(\.members)
    if schema.properties.isEmpty, !variants.isEmpty {
      return variants.allSatisfy { isEvent(schemas.merged($0)) } ? Self.event : nil
    }
    guard isEvent(schema), let data = schema.property("data")?.schemas.last else { return nil }
    let content = schemas.document[schemas.document.unit(data)].subschema(.contentSchema)
    if let content { return schemas.type(content, context).element }
    let type = schemas.type(data, context).element
    return type == .builtin(.string) ? Self.event : type
  }

  private static let event = TypeReference.custom("ServerSentEvent")

  /// Whether all properties are fields of events (HTML Standard, 9.2.6), the data among them.
  private func isEvent(_ schema: MergedSchema) -> Bool {
    schema.property("data") != nil
      && schema.properties.allSatisfy { ["data", "event", "id", "retry"].contains($0.name) }
  }
}

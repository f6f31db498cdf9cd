/// The JSON Schema of `gen-client.yaml`, for editors.
enum ConfigurationSchema {
  /// The schema as JSON.
  static var text: String {
    let members: [(String, JSONText?)] = [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("title", .string("gen-client.yaml")),
      ("description", .string("The configuration of gen-client.")),
      ("type", .string("object")),
      ("additionalProperties", .bool(false)),
      ("properties", .object(ConfigurationKey.all.map { ($0.name, schema($0)) })),
    ]
    return JSONText.object(members).pretty + "\n"
  }

  private static func schema(_ key: ConfigurationKey) -> JSONText {
    var members: [(String, JSONText?)] = [("description", .string(Help.plain(key.summary)))]
    members += self.members(key.shape)
    return .object(members)
  }

  private static func members(_ shape: ConfigurationKey.Shape) -> [(String, JSONText?)] {
    switch shape {
    // YAML reads `1.10` and `yes` as it likes; any scalar is taken as text.
    case .text, .path: [("type", .array(["string", "number", "boolean"].map { .string($0) }))]
    case .flag: [("type", .string("boolean"))]
    case .number: [("type", .string("integer"))]
    case .choice(let words): [("enum", .array(words.map { .string($0) }))]
    case .list(let element):
      [("type", .string("array")), ("items", .object(members(element)))]
    case .map(let value):
      [("type", .string("object")), ("additionalProperties", .object(members(value)))]
    case .object(let keys):
      [
        ("type", .string("object")), ("additionalProperties", .bool(false)),
        ("properties", .object(keys.map { ($0.name, schema($0)) })),
      ]
    case .either(let shapes): [("anyOf", .array(shapes.map { .object(members($0)) }))]
    }
  }
}

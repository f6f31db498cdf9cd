import OpenAPI
import SpecTree

/// Makes values that fit schemas: the document's examples where it has some.
struct SampleValue {
  private let document: Document
  private let purpose: Purpose
  /// The schemas on the way to this one, which recursion must not enter again.
  private var path: [SchemaID] = []

  /// What a value is made for.
  enum Purpose: Hashable, Sendable {
    /// To be received: without what is only sent.
    case response
    /// To be sent: without what only comes back, and without what is not required.
    case request(isMinimal: Bool)
  }

  init(document: Document, purpose: Purpose = .response) {
    self.document = document
    self.purpose = purpose
  }

  /// A value of a schema, the same each time.
  func value(of reference: SchemaReference) -> MockValue {
    optionalValue(of: reference.siblings ?? reference.id) ?? .null
  }

  /// A value; `nil` where making one would never end.
  private func optionalValue(of id: SchemaID) -> MockValue? {
    let schema = document[id]
    if let example = example(of: schema) { return example }
    guard !path.contains(id), path.count < 24 else { return nil }
    var inner = self
    inner.path.append(id)
    return inner.make(schema)
  }

  private func example(of schema: Schema) -> MockValue? {
    if purpose == .response {
      return (schema.examples.first ?? schema.default ?? schema.const).map { MockValue($0) }
    }
    // A wrong example in the middle of a made value would make the whole wrong.
    let check = SchemaCheck(document: document)
    for node in [schema.const, schema.examples.first, schema.default].compactMap({ $0 }) {
      let value = MockValue(node)
      if case .object = value, purpose == .request(isMinimal: true) { continue }
      if value != .null, check.faults(of: value, schema).isEmpty { return value }
    }
    return nil
  }

  /// Whether a property is no part of the value.
  private func isLeftOut(_ property: Schema, isRequired: Bool) -> Bool {
    switch purpose {
    case .response: property.isWriteOnly
    case .request(let isMinimal): property.isReadOnly || isMinimal && !isRequired
    }
  }

  private func value(ofPart reference: SchemaReference) -> MockValue? {
    optionalValue(of: reference.siblings ?? reference.id)
  }

  private func make(_ schema: Schema) -> MockValue? {
    if let first = schema.enumeration?.first(where: { !$0.isNull }) { return MockValue(first) }
    if schema.isNullOnly { return .null }
    let parts = (schema.base.map { [$0] } ?? []) + schema.allOf
    if !parts.isEmpty { return merged(parts, schema) }
    for choices in [schema.oneOf, schema.anyOf] where !choices.isEmpty {
      return choice(choices, schema) ?? (schema.isNullable ? .null : nil)
    }
    return plain(schema) ?? (schema.isNullable ? .null : nil)
  }

  /// All parts in one value.
  private func merged(_ parts: [SchemaReference], _ schema: Schema) -> MockValue? {
    var members: [MockValue.Member] = []
    var other: MockValue?
    var values = parts.map { value(ofPart: $0) }
    if !schema.properties.isEmpty { values.append(plain(schema)) }
    for value in values {
      guard case .object(let found)? = value else {
        other = value ?? other
        continue
      }
      for member in found {
        if let position = members.firstIndex(where: { $0.name == member.name }) {
          members[position] = member
        } else {
          members.append(member)
        }
      }
    }
    return members.isEmpty ? other ?? .object([]) : .object(members)
  }

  /// The first variant that can be made, with the tag that tells it apart.
  private func choice(_ choices: [SchemaReference], _ schema: Schema) -> MockValue? {
    for choice in choices {
      guard var value = value(ofPart: choice), value != .null || choices.count == 1 else {
        continue
      }
      if let discriminator = schema.discriminator, case .object(var members) = value {
        let mapping = discriminator.mapping.first { $0.schema.id == choice.id }
        if let tag = mapping?.value ?? document[choice.id].name {
          members.removeAll { $0.name == discriminator.propertyName }
          members.insert(.init(name: discriminator.propertyName, value: .string(tag)), at: 0)
          value = .object(members)
        }
      }
      return value
    }
    return nil
  }

  private func plain(_ schema: Schema) -> MockValue? {
    let types = schema.types
    if types.contains(.object) || !schema.properties.isEmpty { return object(schema) }
    if types.contains(.array) || schema.items != nil { return array(schema) }
    if isFile(schema) { return .string(Self.bytes) }
    if types.contains(.string) { return .string(text(schema)) }
    if types.contains(.integer) { return .number(MockValue.text(number(schema).rounded())) }
    if types.contains(.number) { return .number(MockValue.text(number(schema))) }
    if types.contains(.boolean) { return .bool(true) }
    if types.contains(.file) { return .string(purpose == .response ? "file" : Self.bytes) }
    return .object([])
  }

  /// Whether a value to be sent is bytes of a media type that is no text.
  private func isFile(_ schema: Schema) -> Bool {
    guard purpose != .response, schema.types.isSubset(of: .string) else { return false }
    return schema.contentMediaType.map { !$0.hasSuffix("json") && !$0.hasPrefix("text/") } ?? false
  }

  private func object(_ schema: Schema) -> MockValue? {
    var members: [MockValue.Member] = []
    for property in schema.properties {
      let found = document[property.schema.siblings ?? property.schema.id]
      let isRequired = schema.required.contains(property.name)
      if isLeftOut(found, isRequired: isRequired) { continue }
      if let value = value(ofPart: property.schema) {
        members.append(.init(name: property.name, value: value))
      } else if isRequired {
        return nil
      }
    }
    if purpose != .request(isMinimal: true), case .schema(let extra) = schema.additionalProperties,
      let value = value(ofPart: extra)
    {
      members.append(.init(name: "key", value: value))
    }
    return .object(members)
  }

  private func array(_ schema: Schema) -> MockValue? {
    if !schema.prefixItems.isEmpty {
      return .array(schema.prefixItems.map { value(ofPart: $0) ?? .null })
    }
    let least = schema.constraint(.minItems)?.int ?? 0
    guard let items = schema.items, let value = value(ofPart: items) else {
      return least == 0 ? .array([]) : nil
    }
    let isUnique = schema.constraint(.uniqueItems)?.bool == true
    return .array(Array(repeating: value, count: isUnique ? 1 : min(max(1, least), 100)))
  }

  private func number(_ schema: Schema) -> Double {
    func limit(_ keyword: Schema.Constraint.Keyword) -> Double? {
      schema.constraint(keyword)?.double
    }
    let step = limit(.multipleOf) ?? 1
    var value = limit(.minimum) ?? limit(.exclusiveMinimum).map { $0 + step } ?? 1
    if let high = limit(.maximum) ?? limit(.exclusiveMaximum).map({ $0 - step }), value > high {
      value = high
    }
    return limit(.multipleOf).map { (value / $0).rounded(.up) * $0 } ?? value
  }

  private func text(_ schema: Schema) -> String {
    // Files are given as base64 to be sent.
    if schema.format == "binary", purpose != .response { return Self.bytes }
    if let format = schema.format, let sample = Self.formats[format] { return sample }
    if schema.contentEncoding == "base64" { return Self.bytes }
    var text = schema.name.map { $0.lowercased() } ?? "text"
    let least = schema.constraint(.minLength)?.int ?? 0
    while text.count < min(least, 10_000) { text += "x" }
    if let most = schema.constraint(.maxLength)?.int { text = String(text.prefix(most)) }
    return text
  }

  /// Bytes as base64.
  static let bytes = "aGVsbG8="

  private static let formats = [
    "date-time": "2024-01-15T09:30:00Z", "date": "2024-01-15", "time": "09:30:00Z",
    "duration": "PT1H", "uuid": "7f0c2a52-6d5c-4b5e-9a53-0d3c2f6b8a10", "email": "ada@example.com",
    "uri": "https://example.com/", "url": "https://example.com/", "uri-reference": "/",
    "hostname": "example.com", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "byte": "aGVsbG8=",
    "binary": "hello", "decimal": "1.50", "int64": "1",
  ]
}

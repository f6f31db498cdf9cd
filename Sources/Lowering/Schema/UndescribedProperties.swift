import ClientModel
import Diagnostics
import OpenAPI

extension MergedSchema {
  /// Keys that are required and that no property describes.
  ///
  /// None where the schema allows no others: then no value has them. Nor where patterns may
  /// describe them, or where there is no property at all: a map keeps every key.
  var undescribed: [String] {
    guard additional != .forbidden, patterns.isEmpty, !properties.isEmpty else { return [] }
    return required.filter { property($0) == nil }
  }
}

extension SchemaLowering {
  /// A property for a key that is required and not described.
  ///
  /// All that the document says is that the key is there, with any value. It mostly is a slip of
  /// the pen that services know nothing of, so that nothing depends on its being there.
  func undescribed(
    _ key: String,
    of unit: SchemaUnit,
    in schema: MergedSchema,
    name: String,
    context: NameContext
  ) -> Property {
    var result = Property(name: name, key: key, type: .builtin(.json), presence: .optional)
    var sentence = "The document requires this key and does not describe it."
    if case .schema(let reference) = schema.additional {
      let lowered = type(reference, context.nested(swiftNames.type(key)))
      result.type = lowered.type
      if lowered.isNullable, lowered.type != .builtin(.json) { result.presence = .optionalNullable }
      sentence = "The document requires this key and describes it as it does all others."
    } else if let tag = unit.ids.lazy.compactMap({ self.facts.tags[$0] })
      .first(where: { $0.key == key })
    {
      // Without its tag no value would be read as this variant again.
      result.type = .builtin(.string)
      result.presence = .required
      result.defaultValue = .string(tag.value)
    }
    result.documentation = Documentation(summary: sentence)
    noteUndescribed(key, schema)
    return result
  }

  /// Tells of a key that none of several schemas describes; of single ones the reader told.
  private func noteUndescribed(_ key: String, _ schema: MergedSchema) {
    guard schema.sources.count > 1,
      let source = schema.sources.first(where: { $0.required.contains(key) })
    else { return }
    let list = source.node["required"] ?? source.node
    report.note(
      list.elements.first { $0.string == key } ?? list,
      .requiredWithoutProperty,
      "`\(key)` is required, but none of the schemas that hold here describes it; it is offered and "
        + "not asked for",
      severity: .warning
    )
  }
}

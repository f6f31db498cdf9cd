import ClientModel
import OpenAPI
import SpecTree

extension SchemaLowering {
  /// The discriminator values that mean each variant: what is mapped to it, the constants it has
  /// for itself, then its name.
  func tags(
    of variants: [Variant],
    key: String,
    _ discriminator: Schema.Discriminator?
  ) -> [[String]] {
    let constants = variants.map { self.constants($0.member, key: key) }
    var owners: [String: Int] = [:]
    for value in constants.flatMap(\.self) { owners[value, default: 0] += 1 }
    return zip(variants, constants).map { variant, values in
      var tags =
        discriminator?.mapping
        .filter {
          resolve($0.schema).id == variant.member || document.unit($0.schema) == variant.member
        }
        .map(\.value) ?? []
      let name = document[variant.member].name
      for value in values where !tags.contains(value) {
        // A list that variants share, in a common base say, tells them apart only by their names.
        let isOwn =
          owners[value] == 1
          || !variant.isBase && name.map({ SwiftNaming.type($0) }) == SwiftNaming.type(value)
        if isOwn { tags.append(value) }
      }
      if discriminator != nil, let name, !tags.contains(name) { tags.append(name) }
      return tags
    }
  }

  /// The values that a variant's own property lists.
  private func constants(_ id: SchemaID, key: String) -> [String] {
    var visited: Set<SchemaID> = []
    return constants(id, key: key, &visited)
  }

  private func constants(
    _ id: SchemaID,
    key: String,
    _ visited: inout Set<SchemaID>
  ) -> [String] {
    guard visited.insert(id).inserted else { return [] }
    let schema = merged(id)
    var result: [String] = []
    for reference in schema.property(key)?.schemas ?? [] {
      let property = merged(reference)
      let values = property.const.map { [$0] } ?? property.enumeration ?? []
      result += values.filter { $0.isScalar && !$0.isNull && !result.contains($0.text) }.map(\.text)
    }
    if result.isEmpty {
      for member in schema.unions.flatMap(\.members) {
        result += constants(resolve(member).id, key: key, &visited)
      }
    }
    return result
  }

  /// A required property whose constants tell all variants apart, where the document names none.
  func commonTag(_ variants: [Variant]) -> String? {
    guard variants.count > 1, let first = variants.first else { return nil }
    let candidates = merged(first.unit).properties.map(\.name)
    return candidates.first { key in
      var seen: Set<String> = []
      return variants.allSatisfy { variant in
        let values = constants(variant.member, key: key)
        let isRequired = merged(variant.unit).required.contains(key)
        return isRequired && !values.isEmpty && values.allSatisfy { seen.insert($0).inserted }
      }
    }
  }
}

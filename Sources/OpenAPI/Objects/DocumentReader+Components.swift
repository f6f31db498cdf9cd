import Diagnostics
import SpecTree

extension DocumentReader {
  /// The shared objects of the document.
  func components(_ field: Field) -> Components {
    let field = followed(field)
    var components = Components()
    guard field.value.kind == .mapping else {
      if !field.value.isNull { reportShape(field, expected: "an object", severity: .error) }
      return components
    }
    for section in fields(of: field.value) {
      switch section.keyword {
      case .schemas, .definitions: components.schemas = schemaComponents(section)
      case .responses:
        components.responses = listed(section) {
          response(at: $0.value, produces: [], isListed: true)
        }
      case .parameters:
        components.parameters = listed(section) { parameter(at: $0.value, isListed: true) }
      case .examples: components.examples = listed(section) { example($0, isListed: true) }
      case .requestBodies:
        components.requestBodies = listed(section) { requestBody(at: $0.value, isListed: true) }
      case .headers: components.headers = listed(section) { header($0, isListed: true) }
      case .securitySchemes: components.securitySchemes = listed(section) { securityScheme($0) }
      case .links: components.links = listed(section) { link($0, isListed: true) }
      case .callbacks: components.callbacks = listed(section) { callback($0, isListed: true) }
      case .pathItems: components.pathItems = listed(section) { inboundItem($0) }
      case .mediaTypes:
        components.mediaTypes = listed(section) { mediaType(at: $0.value, isListed: true) }
      default: other(section, in: .components, &components.extensions)
      }
    }
    return components
  }

  func schemaComponents(_ field: Field) -> [Component<SchemaReference>] {
    listed(field) { member in schema(at: member.value, name: member.key) }
  }

  /// The members of one list of components.
  func listed<Value>(_ field: Field, read: (Field) -> Value?) -> [Component<Value>] {
    members(field, of: "components by name", severity: .error).compactMap { member in
      if member.isVendor, member.value.kind != .mapping { return nil }
      return read(member).map { Component(name: member.key, value: $0, node: member.value) }
    }
  }
}

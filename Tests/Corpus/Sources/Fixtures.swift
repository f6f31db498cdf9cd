import ClientModel
import Foundation
import OpenAPI

/// Payloads that a service published beside its document: they must decode, whether or not the
/// document says all that is in them.
enum Fixtures {
  /// The folder of payloads by the document they belong to, both below the corpus' `specs`.
  private static let folders = ["real/stripe/stripe-old.yaml": "json/stripe"]

  /// The payloads of a document, each with the type of the schema that its key names.
  static func values(
    of item: Item,
    _ options: Options,
    _ document: Document,
    type: (SchemaID) -> String?
  ) throws -> [ExampleValue] {
    guard let folder = folders[item.name] else { return [] }
    let path = "\(options.documents)/specs/\(folder)"
    var schemas: [String: SchemaID] = [:]
    for schema in document.schemas {
      if let name = schema.name { schemas[name] = schema.id }
    }
    let unusable = try Corpus.unusable(options)
    var values: [ExampleValue] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    where file.hasSuffix(".json") {
      let data = try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(file)"))
      let root = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let resources = root?["resources"] as? [String: Any] ?? [:]
      for (name, resource) in resources.sorted(by: { $0.key < $1.key }) {
        guard let schema = schemas[name], let type = type(schema) else { continue }
        let place = "\(folder)/\(file): \(name)"
        if let reason = unusable[place] {
          say("left out: \(place): \(reason)")
          continue
        }
        let json = try JSONSerialization.data(withJSONObject: resource, options: [.sortedKeys])
        values.append(
          ExampleValue(
            place: place,
            type: type,
            json: String(decoding: json, as: UTF8.self),
            isReadOnly: true
          )
        )
      }
    }
    return values
  }
}

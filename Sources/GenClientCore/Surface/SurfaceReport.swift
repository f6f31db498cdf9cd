import ClientModel
import Diagnostics
import OpenAPI
import SpecTree

/// The changes between two clients, ready to be written.
struct SurfaceReport {
  let changes: [SurfaceChange]
  let step: VersionStep
  let oldVersion: String
  let newVersion: String
  private let places: [SurfaceChange.Place: SourceLocation]

  init(from old: LoweredClient, to new: LoweredClient) {
    changes = SurfaceDiff.changes(from: old.model, to: new.model)
    step = VersionStep(changes, isEqual: Self.essence(old.model) == Self.essence(new.model))
    oldVersion = old.model.documentVersion
    newVersion = new.model.documentVersion
    let finders = (
      old: PlaceFinder(old.loaded.document), new: PlaceFinder(new.loaded.document)
    )
    var places: [SurfaceChange.Place: SourceLocation] = [:]
    for place in changes.compactMap(\.place) where places[place] == nil {
      places[place] = (place.side == .old ? finders.old : finders.new).location(of: place)
    }
    self.places = places
  }

  /// A model without what differs between any two documents: version and names of files.
  private static func essence(_ model: Client) -> Client {
    func stripped(_ type: TypeDeclaration) -> TypeDeclaration {
      var type = type
      type.origin = ""
      type.nested = type.nested.map(stripped)
      return type
    }
    var model = model
    model.documentVersion = ""
    model.types = model.types.map(stripped)
    return model
  }

  /// The report as `text`, `markdown` or `json`.
  func text(_ form: String) -> String {
    switch form {
    case "json": json
    case "markdown": markdown
    default: plain
    }
  }

  private func location(_ change: SurfaceChange) -> SourceLocation? {
    change.place.flatMap { places[$0] }
  }

  /// What to do with the version, in words.
  private var advice: String {
    switch step {
    case .none: "Nothing has changed."
    case .patch where changes.isEmpty: "Suggested version step: patch (documentation and the like)"
    default: "Suggested version step: \(step.rawValue)"
    }
  }

  private var suggestion: String {
    guard step != .none, let next = step.next(after: oldVersion) else { return advice }
    return "\(advice), from \(oldVersion) to \(next)"
  }

  private var groups: [(impact: SurfaceChange.Impact, changes: [SurfaceChange])] {
    SurfaceChange.Impact.allCases.compactMap { impact in
      let members = changes.filter { $0.impact == impact }
      return members.isEmpty ? nil : (impact, members)
    }
  }

  private var plain: String {
    var text = ""
    for (impact, changes) in groups {
      text += "\(impact.title) (\(changes.count))\n"
      for change in changes {
        let place = location(change).map { "  \($0)" } ?? ""
        text += "  \(change.symbol): \(change.message)\(place)\n"
      }
      text += "\n"
    }
    return text + suggestion + "\n"
  }

  private var markdown: String {
    var text = "# Changes of the Swift surface\n\n\(suggestion)\n"
    for (impact, changes) in groups {
      text += "\n## \(impact.title)\n\n"
      for change in changes {
        let place = location(change).map { " (\($0))" } ?? ""
        text += "- `\(change.symbol)`: \(change.message)\(place)\n"
      }
    }
    return text
  }

  private var json: String {
    let elements = changes.map { change in
      JSONText.object([
        ("impact", .string(change.impact.title.lowercased())), ("symbol", .string(change.symbol)),
        ("message", .string(change.message)),
        (
          "location",
          location(change).map { location in
            .object([
              ("file", .string(location.file)), ("line", .int(location.line)),
              ("column", .int(location.column)),
            ])
          }
        ),
      ])
    }
    return JSONText.object([
      ("step", .string(step.rawValue)), ("from", .string(oldVersion)),
      ("suggestion", step.next(after: oldVersion).map { .string($0) }),
      ("changes", .array(elements)),
    ]).pretty + "\n"
  }
}

/// Finds the places of a document that declarations come from.
private struct PlaceFinder {
  private let document: Document
  private let schemas: [String: Schema]

  init(_ document: Document) {
    self.document = document
    schemas = Dictionary(
      document.schemas.map { ($0.pointer, $0) },
      uniquingKeysWith: { first, _ in first }
    )
  }

  func location(of place: SurfaceChange.Place) -> SourceLocation? {
    if let schema = schemas[place.key] {
      let property = place.property.flatMap { name in
        schema.node["properties"]?.entry(name)?.keyLocation
      }
      return property ?? Self.keyLocation(of: schema.node)
    }
    return document.operations.first { "\($0.method) \($0.path)" == place.key }.map {
      Self.keyLocation(of: $0.node)
    }
  }

  /// The key that a node stands under, which shows more than where its value begins.
  private static func keyLocation(of node: Node) -> SourceLocation {
    node.parent?.entries.first { $0.value == node }?.keyLocation ?? node.location
  }
}

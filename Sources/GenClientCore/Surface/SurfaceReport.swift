import Diagnostics
import OpenAPI

/// The changes between two clients, ready to be written.
struct SurfaceReport {
  let changes: [SurfaceChange]
  let step: VersionStep
  let oldVersion: String
  let newVersion: String
  private let places: [SurfaceChange.Place: SourceLocation]

  init(from old: LoweredClient, to new: LoweredClient) {
    changes = SurfaceDiff.changes(from: old.model, to: new.model)
    var (oldModel, newModel) = (old.model, new.model)
    oldModel.documentVersion = ""
    newModel.documentVersion = ""
    step = VersionStep(changes, isEqual: oldModel == newModel)
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
      return property ?? schema.location
    }
    return document.operations.first { "\($0.method) \($0.path)" == place.key }?.location
  }
}

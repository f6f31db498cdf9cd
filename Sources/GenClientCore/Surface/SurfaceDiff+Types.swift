import ClientModel

extension SurfaceDiff {
  mutating func compareTypes(_ old: [TypeDeclaration], _ new: [TypeDeclaration]) {
    match(Self.flat(old), Self.flat(new), by: \.name.description) { diff, old, new in
      switch (old, new) {
      case (let old?, nil):
        diff.report(
          .breaking,
          old.name.description,
          "removed",
          at: .init(side: .old, key: old.origin)
        )
      case (nil, let new?):
        diff.report(.added, new.name.description, "added", at: .init(side: .new, key: new.origin))
      case (let old?, let new?): diff.compare(old, new)
      case (nil, nil): break
      }
    }
  }

  private static func flat(_ types: [TypeDeclaration]) -> [TypeDeclaration] {
    types.flatMap { [$0] + flat($0.nested) }
  }

  private mutating func compare(_ old: TypeDeclaration, _ new: TypeDeclaration) {
    let name = new.name.description
    let place = SurfaceChange.Place(side: .new, key: new.origin)
    switch (old.kind, new.kind) {
    case (.object(let oldKind), .object(let newKind)):
      compare(oldKind, newKind, name, (old.origin, new.origin))
    case (.enumeration(let old), .enumeration(let new)):
      if old.raw != new.raw {
        report(
          .breaking,
          name,
          "has \(new.raw.rawValue) values, it had \(old.raw.rawValue)",
          at: place
        )
      }
      if (old.unknownName == nil) != (new.unknownName == nil) {
        report(.breaking, name, new.unknownName == nil ? "is closed" : "is open now", at: place)
      }
      compareCases(
        old.cases.map { ($0.name, "") },
        new.cases.map { ($0.name, "") },
        name,
        place,
        isExhaustive: old.unknownName == nil
      )
    case (.union(let old), .union(let new)):
      compareCases(
        old.cases.map { ($0.name, TypeSpelling.text($0.payload)) },
        new.cases.map { ($0.name, TypeSpelling.text($0.payload)) },
        name,
        place
      )
    case (.statusUnion(let old), .statusUnion(let new)):
      compareCases(
        old.cases.map { ($0.name, $0.payload.map(TypeSpelling.text) ?? "") },
        new.cases.map { ($0.name, $0.payload.map(TypeSpelling.text) ?? "") },
        name,
        place
      )
    case (.bodyChoice(let old), .bodyChoice(let new)):
      compareCases(
        old.contents.map { ($0.name, TypeSpelling.text($0.type)) },
        new.contents.map { ($0.name, TypeSpelling.text($0.type)) },
        name,
        place
      )
    case (.headers(let old), .headers(let new)):
      compareCases(
        old.fields.map { ($0.name, TypeSpelling.text($0.type)) },
        new.fields.map { ($0.name, TypeSpelling.text($0.type)) },
        name,
        place
      )
    case (.alias(let old), .alias(let new)):
      if old != new {
        report(
          .breaking,
          name,
          "is \(TypeSpelling.text(new)), it was \(TypeSpelling.text(old))",
          at: place
        )
      }
    case (.namespace, .namespace): break
    default: report(.breaking, name, "is another kind of type", at: place)
    }
    if (old.deprecation == nil) != (new.deprecation == nil) {
      let isNow = new.deprecation != nil
      report(.changed, name, isNow ? "is deprecated" : "is no longer deprecated", at: place)
    }
  }

  private mutating func compareCases(
    _ old: [(name: String, payload: String)],
    _ new: [(name: String, payload: String)],
    _ type: String,
    _ place: SurfaceChange.Place,
    isExhaustive: Bool = false
  ) {
    match(old, new, by: \.name) { diff, old, new in
      switch (old, new) {
      case (let old?, nil):
        let place = SurfaceChange.Place(side: .old, key: place.key)
        diff.report(.breaking, "\(type).\(old.name)", "removed", at: place)
      case (nil, let new?):
        // Callers may switch over a closed enum without a default.
        let impact: SurfaceChange.Impact = isExhaustive ? .breaking : .added
        diff.report(impact, "\(type).\(new.name)", "added", at: place)
      case (let old?, let new?) where old.payload != new.payload:
        diff.report(
          .breaking,
          "\(type).\(new.name)",
          "is \(new.payload), it was \(old.payload)",
          at: place
        )
      default: break
      }
    }
  }

  private mutating func compare(
    _ old: ObjectType,
    _ new: ObjectType,
    _ type: String,
    _ origin: (old: String, new: String)
  ) {
    match(old.properties, new.properties, by: \.name) { diff, oldProperty, newProperty in
      func place(_ property: Property, _ side: SurfaceChange.Place.Side) -> SurfaceChange.Place {
        .init(side: side, key: side == .old ? origin.old : origin.new, property: property.key)
      }
      switch (oldProperty, newProperty) {
      case (let old?, nil):
        diff.report(
          .breaking,
          "\(type).\(old.name)",
          "removed (\(TypeSpelling.text(of: old)))",
          at: place(old, .old)
        )
      case (nil, let property?):
        let isNeeded = property.presence == .required && property.defaultValue == nil && new.isSent
        let text = TypeSpelling.text(of: property)
        diff.report(
          isNeeded ? .breaking : .added,
          "\(type).\(property.name)",
          isNeeded ? "added (\(text)): the initializer needs it" : "added (\(text))",
          at: place(property, .new)
        )
      case (let old?, let property?):
        diff.compare(
          old,
          property,
          "\(type).\(property.name)",
          place(property, .new),
          isSent: new.isSent
        )
      case (nil, nil): break
      }
    }
    if let additional = old.additional, new.additional?.value != additional.value {
      report(
        .breaking,
        "\(type).\(additional.name)",
        new.additional == nil ? "removed" : "has other values",
        at: .init(side: .new, key: origin.new)
      )
    } else if let additional = new.additional, old.additional == nil {
      report(.added, "\(type).\(additional.name)", "added", at: .init(side: .new, key: origin.new))
    }
    guard new.isSent else { return }
    let names = (old: old.properties.map(\.name), new: new.properties.map(\.name))
    let common = Set(names.old).intersection(names.new)
    if names.old.filter(common.contains) != names.new.filter(common.contains) {
      report(
        .breaking,
        "\(type).init",
        "the arguments have another order",
        at: .init(side: .new, key: origin.new)
      )
    }
  }

  private mutating func compare(
    _ old: Property,
    _ new: Property,
    _ symbol: String,
    _ place: SurfaceChange.Place,
    isSent: Bool
  ) {
    let (oldType, newType) = (TypeSpelling.text(of: old), TypeSpelling.text(of: new))
    if oldType != newType {
      report(.breaking, symbol, "is \(newType), it was \(oldType)", at: place)
    } else if old.presence != new.presence {
      let states = new.presence == .optionalNullable || old.presence == .optionalNullable
      report(
        states && isSent ? .breaking : .changed,
        symbol,
        "\(Self.words(new.presence)), it \(Self.pastWords(old.presence))",
        at: place
      )
    }
    if old.key != new.key {
      report(.changed, symbol, "is `\(new.key)` on the wire, it was `\(old.key)`", at: place)
    }
    if (old.deprecation == nil) != (new.deprecation == nil) {
      report(
        .changed,
        symbol,
        new.deprecation != nil ? "is deprecated" : "is no longer deprecated",
        at: place
      )
    }
  }

  private static func words(_ presence: Property.Presence) -> String {
    switch presence {
    case .required: "is always there"
    case .nullable: "is always there and may be null"
    case .optional: "may be left out"
    case .optionalNullable: "may be left out or be null"
    }
  }

  private static func pastWords(_ presence: Property.Presence) -> String {
    switch presence {
    case .required: "was always there"
    case .nullable: "was always there and might be null"
    case .optional: "might be left out"
    case .optionalNullable: "might be left out or be null"
    }
  }
}

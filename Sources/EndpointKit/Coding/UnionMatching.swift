/// How well a JSON value fits a type: what speaks against it first, what speaks for it second.
struct Fit {
  /// Required keys that are missing, and values of a wrong type or outside of an enum.
  var conflicts = 0
  /// Keys that the type knows.
  var known = 0

  func isBetter(than other: Fit) -> Bool {
    (conflicts, other.known) < (other.conflicts, known)
  }
}

/// A type whose values are made of values of one other type.
protocol ElementContainer {
  static var elementType: any JSONCodable.Type { get }
}

extension Array: ElementContainer where Element: JSONCodable {
  static var elementType: any JSONCodable.Type { Element.self }
}

extension Dictionary: ElementContainer where Key == String, Value: JSONCodable {
  static var elementType: any JSONCodable.Type { Value.self }
}

/// A type that wraps one other type without changing its JSON form.
protocol TransparentWrapper {
  static var wrappedType: any JSONCodable.Type { get }
}

extension Optional: TransparentWrapper where Wrapped: JSONCodable {
  static var wrappedType: any JSONCodable.Type { Wrapped.self }
}

extension Indirect: TransparentWrapper {
  static var wrappedType: any JSONCodable.Type { Value.self }
}

extension Nullable: TransparentWrapper {
  static var wrappedType: any JSONCodable.Type { Wrapped.self }
}

extension IndirectNullable: TransparentWrapper {
  static var wrappedType: any JSONCodable.Type { Wrapped.self }
}

extension JSONReader {
  /// A place to come back to.
  struct Checkpoint {
    fileprivate let cursor: UnsafePointer<UInt8>
    fileprivate let remainingDepth: Int
    fileprivate let noteCount: Int
  }

  var checkpoint: Checkpoint {
    Checkpoint(cursor: cursor, remainingDepth: remainingDepth, noteCount: notes.count)
  }

  mutating func rewind(to checkpoint: Checkpoint) {
    cursor = checkpoint.cursor
    remainingDepth = checkpoint.remainingDepth
    notes.removeSubrange(checkpoint.noteCount...)
  }

  /// The value of a key of the object that is next, which is not consumed: a string's text, or
  /// any other value's JSON text.
  mutating func findTag(_ name: String) throws -> String? {
    let start = checkpoint
    defer { rewind(to: start) }
    guard try beginObject() else { return nil }
    repeat {
      let key = try scanKey()
      guard key.text.hasSameBytes(as: name) else {
        try skipValue()
        continue
      }
      if try peek() == .string { return try readString() }
      return String(decoding: try readRaw(), as: UTF8.self)
    } while try continueObject()
    return nil
  }

  /// How well the next value, which is not consumed, fits a type.
  ///
  /// - Returns: nil where the JSON type rules it out.
  mutating func fit(_ type: any JSONCodable.Type) throws -> Fit? {
    if let wrapper = type as? any TransparentWrapper.Type {
      if try peek() == .null {
        return type.knownType.pointee.coding.shapes().contains(.null) ? Fit() : nil
      }
      return try fit(wrapper.wrappedType)
    }
    let start = checkpoint
    defer { rewind(to: start) }
    let kind = try peek()
    let coding = type.knownType.pointee.coding
    let shapes = coding.shapes()
    if kind == .number {
      guard !shapes.isDisjoint(with: .number) else { return nil }
      let isInteger = try scanNumber().isInteger
      rewind(to: start)
      if !isInteger, !shapes.contains(.fraction) { return Fit(conflicts: 1) }
      if isInteger, !shapes.contains(.fraction) {
        return Fit(conflicts: try isListed(coding) ? 0 : 1, known: 1)
      }
    } else if !shapes.contains(JSONShapes(kind)) {
      return nil
    }
    if let union = type as? any VariantUnion.Type { return try fit(union: union) }
    if let model = coding.model { return try fit(table: model.table) }
    if let container = type as? any ElementContainer.Type {
      return try fitFirst(container.elementType, isObject: kind == .object)
    }
    return Fit(conflicts: try isListed(coding) ? 0 : 1)
  }

  private mutating func isListed(_ coding: ValueTreatment) throws -> Bool {
    guard let isListed = coding.isListed else { return true }
    let start = checkpoint
    defer { rewind(to: start) }
    return try isListed(&self)
  }

  private mutating func fit<Whole: VariantUnion>(union type: Whole.Type) throws -> Fit? {
    let variants = Whole.variants
    if let name = variants.discriminator, try peek() == .object, let tag = try findTag(name) {
      let named = variants.list.filter { $0.claims(tag) }
      if named.isEmpty { return Fit(conflicts: 1) }
      return try best(named.map(\.type))
    }
    return try best(variants.list.map(\.type))
  }

  private mutating func best(_ types: [any JSONCodable.Type]) throws -> Fit? {
    var best: Fit?
    for type in types {
      guard let fit = try fit(type) else { continue }
      if best.map({ fit.isBetter(than: $0) }) ?? true { best = fit }
    }
    return best
  }

  /// The fit of an array or map is that of its first element.
  private mutating func fitFirst(
    _ type: any JSONCodable.Type,
    isObject: Bool
  ) throws -> Fit {
    guard try isObject ? beginObject() : beginArray() else { return Fit() }
    if isObject { _ = try scanKey() }
    return Fit(conflicts: try fit(type)?.conflicts ?? 1)
  }

  private mutating func fit(table: FieldTable) throws -> Fit {
    var fit = Fit()
    var seen = [Bool](repeating: false, count: table.records.count)
    if try beginObject() {
      repeat {
        let key = try scanKey()
        let position = key.withBytes { table.index.position(of: $0) }
        if position >= 0 {
          let record = table.records[position]
          if !seen[position] { fit.known += 1 }
          seen[position] = true
          if try contradicts(record) { fit.conflicts += 1 }
        }
        try skipValue()
      } while try continueObject()
    }
    for (position, record) in table.records.enumerated() where record.isRequired {
      if !seen[position] { fit.conflicts += 1 }
    }
    return fit
  }

  /// Whether the next value speaks against a field, by its JSON type or as an enum value.
  private mutating func contradicts(_ record: FieldTable.Record) throws -> Bool {
    let kind = try peek()
    if kind == .null, record.canBeAbsent { return false }
    let coding = record.type.knownType.pointee.coding
    let shapes = coding.shapes()
    let isPossible =
      kind == .number ? !shapes.isDisjoint(with: .number) : shapes.contains(JSONShapes(kind))
    return try !isPossible || !isListed(coding)
  }
}

extension JSONShapes {
  init(_ kind: JSONKind) {
    switch kind {
    case .null: self = .null
    case .bool: self = .bool
    case .number: self = .number
    case .string: self = .string
    case .array: self = .array
    case .object: self = .object
    }
  }
}

extension Variant {
  /// Whether a value of the discriminator means this alternative, or one of those within it.
  func claims(_ tag: String) -> Bool {
    if tags.contains(where: { $0.hasSameBytes(as: tag) }) { return true }
    guard tags.isEmpty, let union = type as? any VariantUnion.Type else { return false }
    func claims<Inner: VariantUnion>(_ union: Inner.Type) -> Bool {
      union.variants.list.contains { $0.claims(tag) }
    }
    return claims(union)
  }
}

extension Variants {
  func decode(_ json: inout JSONReader) throws -> Whole {
    json.skipWhitespace()
    let start = json.checkpoint
    let kind = try json.peek()
    let isTagged = discriminator != nil && kind == .object
    if !isTagged, let sole = soles.position(for: kind, among: list) {
      return try decode(list[sole], from: start, &json) ?? unknown(JSONValue(json: &json))
    }
    var candidates = list
    if isTagged, let discriminator {
      let tag = try json.findTag(discriminator)
      if let tag { candidates = list.filter { $0.claims(tag) } }
      // A value that says what it is and is not what it says is worth an error.
      if tag != nil, candidates.count == 1 { return try candidates[0].decode(&json) }
      if let fallback, tag == nil || candidates.isEmpty { return try fallback.decode(&json) }
    }
    for candidate in try ranked(candidates, &json) {
      if let value = try decode(candidate, from: start, &json) { return value }
    }
    return unknown(try JSONValue(json: &json))
  }

  /// Tries an alternative.
  ///
  /// - Returns: nil where the value does not fit; then nothing is consumed.
  private func decode(
    _ candidate: Variant<Whole>,
    from start: JSONReader.Checkpoint,
    _ json: inout JSONReader
  ) throws -> Whole? {
    do {
      return try candidate.decode(&json)
    } catch {
      if let error = error as? JSONDecodingError, error.isFatal { throw error }
      json.rewind(to: start)
      return nil
    }
  }

  /// The alternatives that the next value does not rule out, best first; the first of equals is the
  /// one that drops least.
  private func ranked(
    _ candidates: [Variant<Whole>],
    _ json: inout JSONReader
  ) throws -> [Variant<Whole>] {
    var ranked: [(variant: Variant<Whole>, fit: Fit)] = []
    for variant in candidates {
      guard let fit = try json.fit(variant.type) else { continue }
      let position = ranked.firstIndex { fit.isBetter(than: $0.fit) } ?? ranked.count
      ranked.insert((variant, fit), at: position)
    }
    let equal = ranked.prefix { !ranked[0].fit.isBetter(than: $0.fit) }
    guard equal.count > 1 else { return ranked.map(\.variant) }
    // Of equals, the one that keeps most of the value; of these, the first.
    var losses: [Int] = []
    for candidate in equal { losses.append(try json.losses(candidate.variant.type)) }
    let order = equal.indices.sorted { (losses[$0], $0) < (losses[$1], $1) }
    return order.map { ranked[$0].variant } + ranked.dropFirst(equal.count).map(\.variant)
  }
}

/// How values are compared and hashed, given where they are stored.
///
/// Types need not be `Hashable` for it: containers compare what they contain by the `Comparing`
/// of that, and models go through their field tables.
struct Comparing: Sendable {
  /// Whether the values in two places are equal.
  let areEqual: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool
  /// Mixes the value in a place into a hash.
  let hash: @Sendable (UnsafeRawPointer, inout Hasher) -> Void

  /// Compares as the type itself does.
  static func hashable<Value: JSONCodable & Hashable>(_ type: Value.Type) -> Comparing {
    Comparing(
      areEqual: { load(type, $0) == load(type, $1) },
      hash: { $1.combine(load(type, $0)) }
    )
  }

  /// Compares by the JSON of the values; those that have none are equal to nothing.
  static func byJSON<Value: JSONCodable>(_ type: Value.Type) -> Comparing {
    Comparing(
      areEqual: { left, right in
        guard let left = try? JSONWriter.text(load(type, left)) else { return false }
        return left == (try? JSONWriter.text(load(type, right)))
      },
      hash: { $1.combine(try? JSONWriter.text(load(type, $0))) }
    )
  }

  /// Compares models by their fields.
  static func model(_ model: ModelTable) -> Comparing {
    Comparing(
      areEqual: { model.table.areEqual($0, $1) },
      hash: { model.table.hash($0, into: &$1) }
    )
  }

  /// Compares optionals.
  static func optional<Wrapped: JSONCodable>(
    of type: Wrapped.Type,
    _ wrapped: Comparing
  ) -> Comparing {
    Comparing(
      areEqual: { left, right in
        switch (load(Wrapped?.self, left), load(Wrapped?.self, right)) {
        case (nil, nil): true
        case (let left?, let right?): wrapped.compare(left, right)
        default: false
        }
      },
      hash: { storage, hasher in
        let value = load(Wrapped?.self, storage)
        hasher.combine(value != nil)
        if let value { wrapped.mix(value, into: &hasher) }
      }
    )
  }

  /// Compares boxes by what they hold.
  static func boxed<Value: JSONCodable>(of type: Value.Type, _ value: Comparing) -> Comparing {
    Comparing(
      areEqual: {
        let left = load(Indirect<Value>.self, $0)
        let right = load(Indirect<Value>.self, $1)
        return left.isSame(as: right) || value.compare(left.wrappedValue, right.wrappedValue)
      },
      hash: { value.mix(load(Indirect<Value>.self, $0).wrappedValue, into: &$1) }
    )
  }

  /// Compares what tells absence, null and a value apart by its full form.
  static func nullable<Form: JSONCodable, Wrapped: JSONCodable>(
    _ form: Form.Type,
    _ full: @escaping @Sendable (Form) -> Nullable<Wrapped>,
    _ wrapped: Comparing
  ) -> Comparing {
    Comparing(
      areEqual: {
        switch (full(load(form, $0)), full(load(form, $1))) {
        case (.absent, .absent), (.null, .null): true
        case (.value(let left), .value(let right)): wrapped.compare(left, right)
        default: false
        }
      },
      hash: { storage, hasher in
        switch full(load(form, storage)) {
        case .absent: hasher.combine(0)
        case .null: hasher.combine(1)
        case .value(let value):
          hasher.combine(2)
          wrapped.mix(value, into: &hasher)
        }
      }
    )
  }

  /// Compares arrays element by element.
  static func array<Element: JSONCodable>(
    of type: Element.Type,
    _ element: Comparing
  ) -> Comparing {
    Comparing(
      areEqual: {
        let left = load([Element].self, $0)
        let right = load([Element].self, $1)
        return left.count == right.count && zip(left, right).allSatisfy { element.compare($0, $1) }
      },
      hash: { storage, hasher in
        let values = load([Element].self, storage)
        hasher.combine(values.count)
        for value in values { element.mix(value, into: &hasher) }
      }
    )
  }

  /// Compares maps key by key.
  static func map<Value: JSONCodable>(to type: Value.Type, _ value: Comparing) -> Comparing {
    Comparing(
      areEqual: {
        let left = load([String: Value].self, $0)
        let right = load([String: Value].self, $1)
        return left.count == right.count
          && left.allSatisfy { key, member in
            right[key].map { value.compare(member, $0) } ?? false
          }
      },
      hash: { storage, hasher in
        let members = load([String: Value].self, storage)
        // Whatever the order of the keys.
        var mixed = 0
        for (key, member) in members {
          var inner = Hasher()
          inner.combine(key)
          value.mix(member, into: &inner)
          mixed ^= inner.finalize()
        }
        hasher.combine(mixed)
      }
    )
  }

  func compare<Value>(_ left: Value, _ right: Value) -> Bool {
    withUnsafePointer(to: left) { left in
      withUnsafePointer(to: right) { areEqual(UnsafeRawPointer(left), UnsafeRawPointer($0)) }
    }
  }

  func mix<Value>(_ value: Value, into hasher: inout Hasher) {
    withUnsafePointer(to: value) { hash(UnsafeRawPointer($0), &hasher) }
  }

  private static func load<Value>(_ type: Value.Type, _ storage: UnsafeRawPointer) -> Value {
    storage.assumingMemoryBound(to: type).pointee
  }
}

extension JSONCodable {
  /// Whether two values are equal, as fields of models are compared.
  static func areEqual(_ left: Self, _ right: Self) -> Bool {
    knownType.pointee.coding.whole.compare(left, right)
  }

  /// Mixes a value into a hash, as fields of models are hashed.
  static func hash(_ value: Self, into hasher: inout Hasher) {
    knownType.pointee.coding.whole.mix(value, into: &hasher)
  }
}

/// Hashes a value by its `hash(into:)`: the other entries of `Hashable`, which the standard library
/// would compile into every type, are here once for all types.
struct Hashed<Value: Hashable>: Hashable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

import OpenAPI
import SpecTree

/// Tells whether values are what schemas describe.
struct SchemaCheck {
  /// What is wrong, and where.
  struct Fault: Hashable, Sendable {
    /// The JSON pointer of the place; empty for the whole value.
    let pointer: String
    /// What is wrong, to be put behind a name.
    let message: String
  }

  private let document: Document
  private let depth: Int

  init(document: Document) { self.init(document: document, depth: 0) }

  private init(document: Document, depth: Int) {
    self.document = document
    self.depth = depth
  }

  /// Everything wrong with a value.
  func faults(of value: MockValue, _ schema: SchemaReference) -> [Fault] {
    faults(of: value, schema, at: "")
  }

  /// Everything wrong with a value.
  func faults(of value: MockValue, _ schema: Schema) -> [Fault] { check(value, schema, "") }

  private func faults(of value: MockValue, _ reference: SchemaReference, at pointer: String)
    -> [Fault]
  {
    // A schema that leads to itself says nothing more the second time.
    guard depth < 64 else { return [] }
    let inner = SchemaCheck(document: document, depth: depth + 1)
    return inner.check(value, document[reference.siblings ?? reference.id], pointer)
  }

  private func check(_ value: MockValue, _ schema: Schema, _ pointer: String) -> [Fault] {
    if schema.boolean == false { return [Fault(pointer: pointer, message: "is not allowed")] }
    var found: [Fault] = []
    if let base = schema.base { found += faults(of: value, base, at: pointer) }
    if case .null = value, schema.isNullable { return found }
    if let fault = typeFault(value, schema) {
      return found + [Fault(pointer: pointer, message: fault)]
    }
    found += valueFaults(value, schema).map { Fault(pointer: pointer, message: $0) }
    switch value {
    case .object(let members): found += objectFaults(members, schema, pointer)
    case .array(let elements): found += arrayFaults(elements, schema, pointer)
    default: break
    }
    return found + compositionFaults(value, schema, pointer)
  }

  // MARK: One value

  private func typeFault(_ value: MockValue, _ schema: Schema) -> String? {
    let types = schema.types.subtracting(.null)
    let isNullOnly = schema.isNullOnly
    if types.isEmpty, !isNullOnly { return nil }
    let fits =
      switch value {
      case .null: schema.types.contains(.null)
      case .bool: types.contains(.boolean)
      case .number(let text):
        types.contains(.number)
          || types.contains(.integer) && Double(text).map { $0 == $0.rounded() } == true
      case .string: types.contains(.string) || types.contains(.file)
      case .array: types.contains(.array)
      case .object: types.contains(.object)
      }
    if fits { return nil }
    let names: [(Schema.Types, String)] = [
      (.string, "text"), (.integer, "a whole number"), (.number, "a number"),
      (.boolean, "a Boolean"),
      (.array, "a list"), (.object, "an object"), (.null, "null"),
    ]
    let wanted = names.filter { schema.types.contains($0.0) }.map(\.1)
    return "should be \(Wording.list(wanted, last: "or")), not \(value.kind)"
  }

  private func valueFaults(_ value: MockValue, _ schema: Schema) -> [String] {
    var faults: [String] = []
    if let values = schema.enumeration, !values.contains(where: { MockValue($0) == value }) {
      let words = values.prefix(8).map(\.text)
      faults.append("should be one of \(Wording.list(Array(words), last: "or"))")
    }
    if let const = schema.const, MockValue(const) != value {
      faults.append("should be \(const.text)")
    }
    func limit(_ keyword: Schema.Constraint.Keyword) -> Double? {
      schema.constraint(keyword)?.double
    }
    switch value {
    case .number(let text):
      guard let number = Double(text) else { break }
      if let low = limit(.minimum), number < low {
        faults.append("is less than \(MockValue.text(low))")
      }
      if let high = limit(.maximum), number > high {
        faults.append("is more than \(MockValue.text(high))")
      }
      if let low = limit(.exclusiveMinimum), number <= low {
        faults.append("is not more than \(MockValue.text(low))")
      }
      if let high = limit(.exclusiveMaximum), number >= high {
        faults.append("is not less than \(MockValue.text(high))")
      }
      if let step = limit(.multipleOf), step > 0 {
        let quotient = number / step
        if abs(quotient - quotient.rounded()) > 1e-9 * max(1, abs(quotient)) {
          faults.append("is no multiple of \(MockValue.text(step))")
        }
      }
    case .string(let text): faults += textFaults(text, schema)
    default: break
    }
    return faults
  }

  private func textFaults(_ text: String, _ schema: Schema) -> [String] {
    var faults: [String] = []
    let count = text.unicodeScalars.count
    if let least = schema.constraint(.minLength)?.int, count < least {
      faults.append("is shorter than \(Wording.count(least, "character"))")
    }
    if let most = schema.constraint(.maxLength)?.int, count > most {
      faults.append("is longer than \(Wording.count(most, "character"))")
    }
    // A pattern that is no regular expression here cannot be held against anyone.
    if let pattern = schema.constraint(.pattern)?.text, let expression = try? Regex(pattern),
      text.firstMatch(of: expression) == nil
    {
      faults.append("does not match \(pattern)")
    }
    if let format = schema.format, !TextFormat.fits(text, format) {
      faults.append("is no \(format)")
    }
    return faults
  }

  // MARK: Containers

  private func objectFaults(
    _ members: [MockValue.Member],
    _ schema: Schema,
    _ pointer: String
  ) -> [Fault] {
    var found: [Fault] = []
    let names = Set(members.map(\.name))
    for name in schema.required where !names.contains(name) {
      // What only comes back need not be sent.
      let property = schema.properties.first { $0.name == name }
      if property.map({ document[$0.schema.siblings ?? $0.schema.id].isReadOnly }) == true {
        continue
      }
      found.append(Fault(pointer: pointer, message: "has no `\(name)`, which is required"))
    }
    for member in members {
      let place = pointer + "/" + JSONPointer.escape(member.name)
      if let property = schema.properties.first(where: { $0.name == member.name }) {
        found += faults(of: member.value, property.schema, at: place)
        continue
      }
      let patterns = schema.patternProperties.filter { pattern in
        (try? Regex(pattern.name)).map { member.name.firstMatch(of: $0) != nil } ?? true
      }
      for pattern in patterns { found += faults(of: member.value, pattern.schema, at: place) }
      guard patterns.isEmpty else { continue }
      switch schema.additionalProperties {
      case .forbidden:
        let near = Suggestion.nearest(to: member.name, in: schema.properties.map(\.name))
        let hint = near.map { "; did you mean `\($0)`?" } ?? ""
        found.append(Fault(pointer: place, message: "is not documented\(hint)"))
      case .schema(let schema): found += faults(of: member.value, schema, at: place)
      case .unstated, .allowed: break
      }
    }
    if let least = schema.constraint(.minProperties)?.int, members.count < least {
      found.append(Fault(pointer: pointer, message: "has fewer than \(least) members"))
    }
    if let most = schema.constraint(.maxProperties)?.int, members.count > most {
      found.append(Fault(pointer: pointer, message: "has more than \(most) members"))
    }
    return found
  }

  private func arrayFaults(_ elements: [MockValue], _ schema: Schema, _ pointer: String) -> [Fault]
  {
    var found: [Fault] = []
    if let least = schema.constraint(.minItems)?.int, elements.count < least {
      found.append(
        Fault(pointer: pointer, message: "has fewer than \(Wording.count(least, "item"))")
      )
    }
    if let most = schema.constraint(.maxItems)?.int, elements.count > most {
      found.append(Fault(pointer: pointer, message: "has more than \(Wording.count(most, "item"))"))
    }
    if schema.constraint(.uniqueItems)?.bool == true, Set(elements).count < elements.count {
      found.append(Fault(pointer: pointer, message: "has an item twice"))
    }
    for (index, element) in elements.enumerated() {
      let place = "\(pointer)/\(index)"
      if index < schema.prefixItems.count {
        found += faults(of: element, schema.prefixItems[index], at: place)
      } else if let items = schema.items {
        found += faults(of: element, items, at: place)
      }
    }
    return found
  }

  private func compositionFaults(
    _ value: MockValue,
    _ schema: Schema,
    _ pointer: String
  ) -> [Fault] {
    var found = schema.allOf.flatMap { faults(of: value, $0, at: pointer) }
    for choices in [schema.anyOf, schema.oneOf] where !choices.isEmpty {
      let results = choices.map { faults(of: value, $0, at: pointer) }
      // The variant that comes nearest tells most.
      if !results.contains(where: \.isEmpty), let nearest = results.min(by: { $0.count < $1.count })
      {
        found += nearest
      }
    }
    let excluded = schema.subschemas.filter { $0.keyword == .not }
    if excluded.contains(where: { faults(of: value, $0.schema, at: pointer).isEmpty }) {
      found.append(Fault(pointer: pointer, message: "is what the document excludes"))
    }
    return found
  }
}

/// The formats of strings that are checked.
enum TextFormat {
  /// Whether a text is of a format; one that is not known has room for every text.
  static func fits(_ text: String, _ format: String) -> Bool {
    guard let pattern = patterns[format], let expression = try? Regex(pattern) else { return true }
    return text.wholeMatch(of: expression) != nil
  }

  private static let patterns = [
    "date": #"\d{4}-\d{2}-\d{2}"#,
    "date-time": #"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})"#,
    "time": #"\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})?"#,
    "uuid": "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    "email": "[^@ ]+@[^@ ]+",
    "uri": "[A-Za-z][A-Za-z0-9+.-]*:[^ ]*",
    "ipv4": #"(\d{1,3}\.){3}\d{1,3}"#,
    "byte": "[A-Za-z0-9+/=_\\-\r\n]*",
  ]
}

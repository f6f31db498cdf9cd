/// The names taken in one scope.
///
/// Names that fold to the same Swift name are told apart by a rule that does not depend on the
/// order in which they come: the one spelled exactly so keeps it, else the first in byte order;
/// the others are numbered in byte order.
struct NameScope {
  private var taken: Set<String>
  private var held: Set<String> = []

  /// Makes a scope.
  ///
  /// - Parameter reserved: names that nothing may take.
  init(reserved: some Sequence<String> = []) {
    taken = Set(reserved)
  }

  /// Takes the name, or a numbered one where it is taken.
  mutating func take(_ wanted: String) -> String {
    if taken.insert(wanted).inserted { return wanted }
    let base = wanted.last?.isNumber == true ? wanted + "_" : wanted
    var number = 2
    while !taken.insert("\(base)\(number)").inserted { number += 1 }
    return "\(base)\(number)"
  }

  /// Keeps a name for the key that a lock gives it to.
  mutating func hold(_ name: String) {
    if taken.insert(name).inserted { held.insert(name) }
  }

  /// Takes the name that a lock gives, where it gives one, else the wanted one.
  mutating func take(_ wanted: String, locked: String?) -> String {
    guard let locked, held.remove(locked) != nil || taken.insert(locked).inserted else {
      return take(wanted)
    }
    return locked
  }

  /// Takes a name for each of several keys at once.
  ///
  /// - Parameters:
  ///   - keys: the document's names; equal ones share a name.
  ///   - locked: names fixed earlier, by key; they are given first.
  ///   - name: the wanted Swift name of a key.
  /// - Returns: the names, by position.
  mutating func take(
    _ keys: [String],
    locked: [String: String] = [:],
    name: (String) -> String
  ) -> [String] {
    var result: [ByteText: String] = [:]
    result.reserveCapacity(keys.count)
    var open: [(key: String, name: String)] = []
    for key in keys where result.updateValue("", forKey: ByteText(key)) == nil {
      if let fixed = locked[key], taken.insert(fixed).inserted {
        result[ByteText(key)] = fixed
      } else {
        open.append((key, name(key)))
      }
    }
    open.sort { left, right in
      let leftExact = left.key == left.name
      if leftExact != (right.key == right.name) { return leftExact }
      return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
    }
    for (key, name) in open { result[ByteText(key)] = take(name) }
    return keys.map { result[ByteText($0)] ?? $0 }
  }

  /// Whether the name is free.
  func isFree(_ name: String) -> Bool { !taken.contains(name) }
}

/// A text that equals only the same bytes: Unicode calls `é` in one character and in two equal,
/// which on the wire they are not.
struct ByteText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ByteText, right: ByteText) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// Names that generated declarations must not take.
enum ReservedNames {
  /// For types, wherever they are nested: a type of this name cannot be referred to, or hides the
  /// modules that qualify library names.
  static let types: Set<String> = [
    "Type", "Protocol", "Self", "Any", "Swift", "EndpointKit", "Foundation",
    "FoundationEssentials", "RawValue", "AllCases",
  ]

  /// For types nested directly in the client: what every client declares.
  static let client: Set<String> = ["Servers", "Flows", "Scopes", "Webhook"]

  /// For properties, cases and arguments: even in backticks these do not work everywhere.
  static let members: Set<String> = ["self", "init", "hashValue", "Type", "Protocol"]

  /// For enum cases besides: what the runtime's protocols declare.
  static let cases: Set<String> = ["self", "init", "rawValue", "hashValue", "allCases", "known"]

  /// A type's name that can be used.
  static func type(_ name: String) -> String { types.contains(name) ? name + "Model" : name }

  /// A member's name that can be used.
  static func member(_ name: String) -> String { members.contains(name) ? name + "Value" : name }

  /// An enum case's name that can be used.
  static func enumCase(_ name: String) -> String { cases.contains(name) ? name + "Value" : name }
}

/// English plurals, as far as names need them.
enum Plural {
  /// The name of one of several: `labels` gives `label`.
  static func singular(_ word: String) -> String {
    let lower = word.lowercased()
    if lower.hasSuffix("ss") || lower.hasSuffix("us") || lower.hasSuffix("is") || lower.count < 4 {
      return word
    }
    if lower.hasSuffix("ies") { return word.dropLast(3) + "y" }
    for ending in ["sses", "shes", "ches", "xes", "zes", "uses"] where lower.hasSuffix(ending) {
      return String(word.dropLast(2))
    }
    return lower.hasSuffix("s") ? String(word.dropLast()) : word
  }
}

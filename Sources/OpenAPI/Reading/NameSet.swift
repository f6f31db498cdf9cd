/// Names, to ask whether one is among them.
///
/// Most lists of a document are short, and are fastest looked through from where the last search
/// ended: they come in the same order as what they are compared with.
struct NameSet {
  private var names: [String]
  private var hashed: Set<String> = []
  private var next = 0

  private static let threshold = 16

  init(_ names: [String] = []) {
    self.names = names
    if names.count > Self.threshold { hashed = Set(names) }
  }

  /// Whether a name is there.
  mutating func contains(_ name: String) -> Bool {
    if names.count > Self.threshold { return hashed.contains(name) }
    for step in names.indices {
      let position = (next + step) % names.count
      if names[position] == name {
        next = position + 1
        return true
      }
    }
    return false
  }

  /// Adds a name.
  ///
  /// - Returns: Whether it was new.
  mutating func insert(_ name: String) -> Bool {
    if contains(name) { return false }
    names.append(name)
    if names.count > Self.threshold {
      if hashed.isEmpty { hashed = Set(names) } else { hashed.insert(name) }
    }
    return true
  }
}

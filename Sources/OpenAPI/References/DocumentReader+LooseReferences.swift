import SpecTree

extension DocumentReader {
  /// Finds what a reference surely means that leads nowhere as written.
  ///
  /// Nothing is guessed that has two readings: each of these is tried only where the reference
  /// fails otherwise, and only what is there counts.
  func findLoosely(
    _ text: String,
    file: LoadedFile,
    expected: Expected,
    _ failure: ReferenceFailure
  ) -> ReferenceTarget? {
    switch failure {
    case .nothingThere:
      if file !== root, text.hasPrefix("#"),
        let target = walk(text.dropFirst(), saying: "read from the root of the document")
      {
        return target
      }
      return findRenamed(text, expected) ?? findFolded(text, from: file)
    case .noFile, .malformed:
      if text.hasPrefix("/") || text.hasPrefix("components/") || text.hasPrefix("definitions/") {
        let pointer = text.hasPrefix("/") ? text : "/" + text
        if let target = walk(pointer[...], saying: "taken as `#\(pointer)`") { return target }
      }
      guard !text.contains("/"), !text.contains("#"), !text.contains(".") else { return nil }
      return findComponent(named: text, expected)
    default: return nil
    }
  }

  /// What a pointer leads to when letter case counts for nothing, where that is one thing only.
  private func findFolded(_ text: String, from file: LoadedFile) -> ReferenceTarget? {
    let (location, fragment) = text.split(at: "#")
    guard let pointer = JSONPointer(fragment: fragment), !pointer.tokens.isEmpty else { return nil }
    var node = file.root
    if !location.isEmpty {
      guard case .file(let other) = load(location, from: file) else { return nil }
      node = other.root
    }
    var tokens: [String] = []
    for token in pointer.tokens {
      let folded = token.lowercased()
      let fitting = node.entries.filter { $0.key.lowercased() == folded }
      guard let entry = fitting.first, fitting.count == 1 else { return nil }
      tokens.append(entry.key)
      node = entry.value
    }
    let found = JSONPointer(tokens)
    let message = "the reference leads nowhere as written; it is taken as `\(found.fragment)`"
    return ReferenceTarget(node: node, name: Self.name(at: tokens), repair: message)
  }

  /// Components under the name that another version has for their list, or without the first slash.
  private func findRenamed(_ text: String, _ expected: Expected) -> ReferenceTarget? {
    guard text.hasPrefix("#") else { return nil }
    let fragment = text.dropFirst()
    if !fragment.hasPrefix("/") {
      return walk("/" + fragment, saying: "taken as `#/\(fragment)`")
    }
    guard let pointer = JSONPointer(fragment: String(fragment)), let last = pointer.tokens.last
    else { return nil }
    let lists = [["definitions"], ["components", "schemas"], ["components", "definitions"]]
    guard lists.contains(Array(pointer.tokens.dropLast())) else { return nil }
    return findComponent(named: last, expected)
  }

  private func findComponent(named name: String, _ expected: Expected) -> ReferenceTarget? {
    let pointer: JSONPointer
    if isSwagger {
      guard let section = expected.swaggerSection else { return nil }
      pointer = JSONPointer([section, name])
    } else {
      guard let section = expected.section else { return nil }
      pointer = JSONPointer(["components", section, name])
    }
    return walk(pointer.description[...], saying: "taken as `\(pointer.fragment)`")
  }

  private func walk(_ fragment: Substring, saying repair: String) -> ReferenceTarget? {
    guard let pointer = JSONPointer(fragment: String(fragment)),
      let node = root.root.resolve(pointer)
    else { return nil }
    let message = "the reference leads nowhere as written; it is \(repair)"
    return ReferenceTarget(node: node, name: Self.name(at: pointer.tokens), repair: message)
  }
}

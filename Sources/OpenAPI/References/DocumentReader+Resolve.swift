import SpecTree

extension DocumentReader {
  /// Finds what the text of a reference leads to.
  ///
  /// - Parameters:
  ///   - text: The reference.
  ///   - holder: The object it is written in.
  ///   - expected: What should be there.
  func resolve(_ text: String, in holder: Node, to expected: Expected) -> Resolution {
    let file = file(of: holder)
    // Where a file gives parts of itself addresses of their own, the same text may mean different
    // things in different places.
    let isCacheable = !file.hasIdentities || generation < .openAPI31
    if isCacheable, let known = file.resolutions[text] { return known }
    let resolution = find(text, file: file, holder: holder, expected: expected)
    if isCacheable { file.resolutions[text] = resolution }
    return resolution
  }

  private func find(_ text: String, file: LoadedFile, holder: Node, expected: Expected)
    -> Resolution
  {
    let strict = findStrictly(text, file: file, holder: holder)
    guard case .failure(let failure) = strict else { return strict }
    if let loose = findLoosely(text, file: file, expected: expected, failure) {
      return .success(loose)
    }
    return strict
  }

  private func findStrictly(_ text: String, file: LoadedFile, holder: Node) -> Resolution {
    let hash = text.firstIndex(of: "#") ?? text.endIndex
    let location = String(text[..<hash])
    let fragment = hash == text.endIndex ? "" : String(text[text.index(after: hash)...])
    if location.isEmpty {
      return find(fragment: fragment, in: resource(around: holder, in: file), of: file)
    }
    if let resource = resource(location, holder: holder, file: file) {
      return find(fragment: fragment, in: resource, of: self.file(of: resource))
    }
    switch load(location, from: file) {
    case .file(let target):
      return find(fragment: fragment, in: target.root, of: target)
    case .failure(let failure): return .failure(failure)
    }
  }

  // MARK: Fragments

  /// Finds a fragment in a file or in a part of it that has an address of its own.
  private func find(fragment: String, in resource: Node, of file: LoadedFile) -> Resolution {
    if fragment.isEmpty {
      let name: String?
      if resource == file.root {
        name = resource == root.root ? nil : FilePath.stem(of: file.path)
      } else {
        name = Self.name(at: resource.pointer.tokens)
      }
      return .success(ReferenceTarget(node: resource, name: name))
    }
    guard fragment.hasPrefix("/") else { return find(anchor: fragment, in: resource, of: file) }
    guard let pointer = JSONPointer(fragment: fragment) ?? JSONPointer(fragment) else {
      return .failure(.malformed("`\(fragment)` is no JSON pointer"))
    }
    let found = walk(pointer.tokens, from: resource)
    guard case .failure = found else { return found }
    // A key may hold a percent sign itself, and pointers of outer parts are common in inner ones.
    if let plain = JSONPointer(fragment), plain != pointer,
      case .success(let target) = walk(plain.tokens, from: resource)
    {
      return .success(target)
    }
    if resource != file.root, case .success(let target) = walk(pointer.tokens, from: file.root) {
      return .success(target)
    }
    return found
  }

  /// Goes down a pointer, through the references on the way.
  private func walk(_ tokens: [String], from start: Node) -> Resolution {
    var node = start
    for (depth, token) in tokens.enumerated() {
      var hops = 0
      while child(token, of: node) == nil, hops < 16, let reference = referenceEntry(node),
        let text = reference.value.string,
        case .success(let next) = resolve(text, in: node, to: .schema), next.node != node
      {
        node = next.node
        hops += 1
      }
      guard let next = child(token, of: node) else {
        return .failure(missing(token, at: depth, of: tokens, in: node, from: start))
      }
      node = next
    }
    return .success(ReferenceTarget(node: node, name: Self.name(at: tokens)))
  }

  private func child(_ token: String, of node: Node) -> Node? {
    guard node.kind == .sequence else { return node[token] }
    guard let position = Int(token), String(position) == token else { return nil }
    return node[position]
  }

  private func missing(
    _ token: String,
    at depth: Int,
    of tokens: [String],
    in node: Node,
    from start: Node
  ) -> ReferenceFailure {
    let place = JSONPointer(Array(tokens[..<depth]))
    let parent = place.tokens.isEmpty ? "the file" : "`#\(place)`"
    var suggestion: String?
    if let near = Suggestion.nearest(to: token, in: node.entries.lazy.map(\.key)) {
      var repaired = tokens
      repaired[depth] = near
      suggestion = JSONPointer(repaired).fragment
    }
    return .nothingThere(missing: "\(parent) has no `\(token)`", suggestion: suggestion)
  }

  /// The name that a place gives to what is there.
  ///
  /// Keys that people choose name things; keywords and positions do not.
  static func name(at tokens: [String]) -> String? {
    guard let last = tokens.last, Int(last) == nil else { return nil }
    guard tokens.count > 1 else { return last }
    switch Keyword(key: tokens[tokens.count - 2]) {
    case .unknown, .vendor, .schemas, .definitions, .defs, .responses, .parameters, .examples,
      .requestBodies, .headers, .securitySchemes, .links, .callbacks, .pathItems, .mediaTypes,
      .securityDefinitions:
      return tokens.count > 2 && Keyword(key: last) != .unknown && !isSection(tokens) ? nil : last
    default: return nil
    }
  }

  private static func isSection(_ tokens: [String]) -> Bool {
    let parent = tokens[tokens.count - 2]
    if parent == "$defs" || parent == "definitions" { return true }
    return tokens.count == 3 && tokens[0] == "components"
  }
}

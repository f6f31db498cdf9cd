import SpecTree

/// The addresses that a file's schemas give themselves (`$id`, `$anchor`; 3.1).
struct IdentityIndex {
  /// Schemas by URI.
  var resources: [String: Node] = [:]
  /// Schemas by the resource they are in and their anchor.
  var anchors: [Anchor: Node] = [:]

  struct Anchor: Hashable {
    let resource: Node
    let name: String
  }
}

extension DocumentReader {
  /// Finds all addresses in a file.
  func index(_ file: LoadedFile) {
    var stack: [(node: Node, resource: Node, base: String)] = [(file.root, file.root, file.path)]
    while let (node, resource, base) = stack.popLast() {
      var (resource, base) = (resource, base)
      if node.kind == .mapping {
        if let key = file.idKey, let id = node.entry(number: key)?.value.string {
          if id.hasPrefix("#") {
            file.identities.anchors[.init(resource: resource, name: String(id.dropFirst()))] = node
          } else {
            base = Self.resolveURI(Self.withoutFragment(id), against: base)
            resource = node
            file.identities.resources[base] = node
          }
        }
        for field in Fields(node.entries, keywords: file.keywords) {
          switch field.keyword {
          case .anchor, .dynamicAnchor:
            if let name = field.value.string {
              file.identities.anchors[.init(resource: resource, name: name)] = node
            }
          // Data is not searched: what looks like an address there is none.
          case .example, .examples, .enum, .const, .default: break
          default: if !field.value.isScalar { stack.append((field.value, resource, base)) }
          }
        }
      } else {
        for element in node.elements where !element.isScalar {
          stack.append((element, resource, base))
        }
      }
    }
  }

  /// The nearest part around a node that has an address of its own; else the root of its file.
  func resource(around node: Node, in file: LoadedFile) -> Node {
    guard generation >= .openAPI31, let key = file.idKey else { return file.root }
    var candidate: Node? = node
    while let current = candidate {
      if let id = current.entry(number: key)?.value.string, !id.hasPrefix("#") { return current }
      candidate = current.parent
    }
    return file.root
  }

  /// The schema whose `$id` a location names, seen from a node.
  func resource(_ location: String, holder: Node, file: LoadedFile) -> Node? {
    guard generation >= .openAPI31 else { return nil }
    let base = baseURI(around: holder, in: file)
    let uri = Self.resolveURI(location, against: base)
    for file in files.all {
      if let node = file.identities.resources[uri] { return node }
    }
    return nil
  }

  func find(anchor: String, in resource: Node, of file: LoadedFile) -> Resolution {
    let name = JSONPointer.percentDecode(anchor) ?? anchor
    if let node = file.identities.anchors[.init(resource: resource, name: name)] {
      return .success(
        ReferenceTarget(node: node, name: Self.name(at: node.pointer.tokens) ?? name)
      )
    }
    return .failure(.nothingThere(missing: "nothing has the `$anchor` \(name)", suggestion: nil))
  }

  private func baseURI(around node: Node, in file: LoadedFile) -> String {
    guard let key = file.idKey else { return file.path }
    var ids: [String] = []
    var candidate: Node? = node
    while let current = candidate {
      if let id = current.entry(number: key)?.value.string, !id.hasPrefix("#") { ids.append(id) }
      candidate = current.parent
    }
    return ids.reversed().reduce(file.path) { base, id in
      Self.resolveURI(Self.withoutFragment(id), against: base)
    }
  }

  private static func withoutFragment(_ uri: String) -> String {
    String(uri[..<(uri.firstIndex(of: "#") ?? uri.endIndex)])
  }

  /// A URI reference seen from a base, which may be a path (RFC 3986 §5.2, without queries).
  static func resolveURI(_ reference: String, against base: String) -> String {
    if FilePath.scheme(of: reference) != nil { return reference }
    guard let scheme = FilePath.scheme(of: base) else {
      return FilePath.join(FilePath.folder(of: base), reference)
    }
    var rest = base.dropFirst(scheme.count + 1)
    guard rest.hasPrefix("//") else { return reference }
    if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
    rest = rest.dropFirst(2)
    let authority = rest[..<(rest.firstIndex(of: "/") ?? rest.endIndex)]
    let path = rest[authority.endIndex...]
    let joined = FilePath.join(path.isEmpty ? "/" : FilePath.folder(of: String(path)), reference)
    return "\(scheme)://\(authority)\(joined.hasPrefix("/") ? "" : "/")\(joined)"
  }
}

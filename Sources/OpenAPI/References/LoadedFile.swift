import SpecTree

/// A file in memory, with the tables that make look-ups in it cheap.
final class LoadedFile {
  let root: Node
  /// The path as shown, and the base of relative references.
  let path: String
  let tree: ObjectIdentifier
  /// The keyword each key of the tree spells, by the key's number.
  let keywords: [Keyword]
  /// The numbers of keys that make references, where the file has them.
  let refKey: Int?
  let dynamicRefKey: Int?
  let recursiveRefKey: Int?
  let idKey: Int?
  /// Whether names other than pointers lead into the file (`$id`, `$anchor`, `$dynamicAnchor`).
  let hasIdentities: Bool

  /// The handle of each node that is a schema, by the node's number; negative for none.
  var schemaIDs: [Int32] = []
  /// What references written in this file led to.
  var resolutions: [String: Resolution] = [:]
  var identities = IdentityIndex()

  init(root: Node, path: String) {
    self.root = root
    self.path = path
    tree = root.treeID
    let keywords = root.treeKeys.map { Keyword(key: $0) }
    self.keywords = keywords
    refKey = keywords.firstIndex(of: .ref)
    dynamicRefKey = keywords.firstIndex(of: .dynamicRef)
    recursiveRefKey = keywords.firstIndex(of: .recursiveRef)
    idKey = keywords.firstIndex(of: .id)
    hasIdentities =
      idKey != nil || keywords.contains(.anchor) || keywords.contains(.dynamicAnchor)
  }
}

/// The files of one load.
final class FileTable {
  /// In the order of the first reference; the root first.
  private(set) var all: [LoadedFile] = []
  private var byTree: [ObjectIdentifier: LoadedFile] = [:]
  private var byCanonicalPath: [String: LoadedFile] = [:]
  private var byPath: [String: Lookup] = [:]

  /// What became of an attempt to load a path.
  enum Lookup {
    case file(LoadedFile)
    case failure(ReferenceFailure)
  }

  func file(of tree: ObjectIdentifier) -> LoadedFile? { byTree[tree] }
  func file(atCanonicalPath path: String) -> LoadedFile? { byCanonicalPath[path] }
  func lookup(_ path: String) -> Lookup? { byPath[path] }
  func remember(_ lookup: Lookup, for path: String) { byPath[path] = lookup }

  func add(_ file: LoadedFile, canonicalPath: String) {
    all.append(file)
    byTree[file.tree] = file
    byCanonicalPath[canonicalPath] = file
    byPath[file.path] = .file(file)
  }
}

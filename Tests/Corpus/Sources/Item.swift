import Foundation

/// A document of the corpus, and what is expected of it.
struct Item {
  /// A short name, which is the client's and the output folder's.
  var id = ""
  /// What it is called in tables: its path below the corpus, or below the project.
  var name: String
  var path: String
  var kind: Kind
  var expectation: Expectation
  var bytes = 0

  enum Kind: String, CaseIterable {
    case real, edge, part, cases, specs, tolerated, malformed
  }

  enum Expectation {
    /// It generates.
    case generates
    /// It is refused, with a place.
    case refused
    /// Wrong on purpose, in one validator's opinion, or not a whole document: to generate and to
    /// refuse are both right, to crash is not.
    case either
  }
}

/// All documents there are.
struct Corpus {
  let items: [Item]

  /// Collects the project's own documents, and those of the corpus where it is.
  init(_ options: Options) throws {
    var found: [Item] = []
    func add(_ folder: String, _ kind: Item.Kind, _ expectation: Item.Expectation) {
      found += Self.files(in: folder).map {
        Item(name: $0, path: $0, kind: kind, expectation: expectation)
      }
    }
    add("Specs", .specs, .generates)
    add("Specs/Golden", .specs, .generates)
    add("Specs/Tolerated", .tolerated, .generates)
    add("Specs/Malformed", .malformed, .refused)
    found += Self.files(in: options.documents + "/cases").filter { $0.contains("/cases/n") }.map {
      let name = String($0.dropFirst(options.documents.count + 1))
      return Item(name: name, path: $0, kind: .cases, expectation: .generates)
    }
    found += Self.manifest(options.documents + "/specs")
    try Self.markUnusable(&found, options)
    if options.subset { found = Self.subset(of: found) }
    if let filter = options.filter { found = found.filter { $0.name.contains(filter) } }
    for position in found.indices { found[position].id = "D\(position)" }
    items = found
  }

  /// What fits in two minutes: the project's own and the cases, real documents up to a size, and
  /// every so many of the small ones.
  private static func subset(of items: [Item]) -> [Item] {
    var edge = 0
    return items.filter { item in
      switch item.kind {
      case .specs, .cases, .tolerated, .malformed: return true
      case .real: return item.bytes <= 100_000
      case .part: return false
      case .edge:
        edge += 1
        return edge % 8 == 0
      }
    }
  }

  private static func files(in folder: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".json") }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// The documents that the corpus lists.
  private static func manifest(_ folder: String) -> [Item] {
    guard let text = try? String(contentsOfFile: folder + "/MANIFEST.tsv", encoding: .utf8) else {
      return []
    }
    let rows = text.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = rows.first, let role = head.firstIndex(of: "role"),
      let valid = head.firstIndex(of: "valid"), let path = head.firstIndex(of: "path"),
      let bytes = head.firstIndex(of: "bytes")
    else { return [] }
    return rows.dropFirst().compactMap { row in
      guard row.count > max(role, valid, path, bytes) else { return nil }
      let isReal = row[path].hasPrefix("real/")
      let isRoot = row[role] == "root"
      // Parts of real documents are read with their roots.
      guard isReal && isRoot || row[path].hasPrefix("edge/") else { return nil }
      return Item(
        name: row[path],
        path: "\(folder)/\(row[path])",
        kind: isReal ? .real : isRoot ? .edge : .part,
        expectation: isReal || isRoot && row[valid] == "y" ? .generates : .either,
        bytes: Int(row[bytes]) ?? 0
      )
    }
  }

  /// Expects the documents to be refused that the list of unusable ones names.
  private static func markUnusable(_ items: inout [Item], _ options: Options) throws {
    let unusable = try Self.unusable(options)
    for index in items.indices where unusable[items[index].name] != nil {
      items[index].expectation = .refused
    }
  }

  /// What nobody can use, with the reasons.
  static func unusable(_ options: Options) throws -> [String: String] {
    var reasons: [String: String] = [:]
    let text = try String(contentsOfFile: options.unusable, encoding: .utf8)
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let columns = line.split(separator: "\t", maxSplits: 1)
      guard columns.count == 2 else {
        throw Options.Failure(description: "\(options.unusable): no reason in “\(line)”")
      }
      reasons[String(columns[0])] = String(columns[1])
    }
    return reasons
  }
}

import OpenAPI

/// The keys under which names are kept from run to run.
enum LockKey {
  /// An operation's: `METHOD path`.
  static func operation(_ operation: OpenAPI.Operation) -> String {
    "\(operation.method) \(operation.path)"
  }

  /// A group's.
  static func tag(_ tag: String) -> String { tagPrefix + tag }

  private static let tagPrefix = "tag "

  /// Whether a key names a type at the top of the client.
  static func isType(_ key: String) -> Bool {
    if key.hasPrefix(tagPrefix) { return true }
    guard key.contains("#/") else { return false }
    let words = key.split(separator: " ", maxSplits: 1)
    return words.count < 2 || !words[1].hasPrefix("/") || words[0].contains("#")
  }
}

import OpenAPI

/// The keys under which names are kept from run to run.
enum LockKey {
  /// An operation's: `METHOD path`.
  static func operation(_ operation: OpenAPI.Operation) -> String {
    "\(operation.method) \(operation.path)"
  }

  /// A group's.
  static func tag(_ tag: String) -> String { tagPrefix + tag }

  /// What the keys of a thing's members begin with.
  static func memberPrefix(_ owner: String) -> String { owner + memberMark }

  /// Whether a key names a property, a case or an argument.
  static func isMember(_ key: String) -> Bool { key.contains(memberMark) }

  private static let memberMark = " ."
  private static let tagPrefix = "tag "

  /// Whether a key names a type at the top of the client.
  static func isType(_ key: String) -> Bool {
    if key.hasPrefix(tagPrefix) { return true }
    guard key.contains("#/"), !isMember(key) else { return false }
    let words = key.split(separator: " ", maxSplits: 1)
    return words.count < 2 || !words[1].hasPrefix("/") || words[0].contains("#")
  }
}

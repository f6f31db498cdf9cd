/// The names of properties, enum cases and arguments, which a lock keeps like those of types.
final class MemberNames {
  private let locked: [String: String]
  /// Whether anybody wants to know the names, or knows some already.
  let isKept: Bool
  private let isTold: Bool
  /// The names chosen that are spelled otherwise than in the document, by their keys.
  private(set) var chosen: [String: String] = [:]

  init(_ options: LoweringOptions) {
    isTold = options.tellsMembers
    locked = options.lockedNames.filter { LockKey.isMember($0.key) }
    isKept = isTold || !locked.isEmpty
  }

  /// Takes a name for each of several names of the document.
  ///
  /// - Parameters:
  ///   - texts: the document's names, as bytes tell them apart.
  ///   - owner: the lock's key of what they are members of.
  ///   - scope: where the names are taken.
  ///   - name: the wanted Swift name.
  func take(
    _ texts: [String],
    of owner: @autoclosure () -> String,
    in scope: inout NameScope,
    name: (String) -> String
  ) -> [String] {
    guard isKept else { return scope.take(texts, name: name) }
    let prefix = LockKey.memberPrefix(owner())
    var fixed: [String: String] = [:]
    for text in texts { fixed[text] = locked[prefix + text] }
    let names = scope.take(texts, locked: fixed, name: name)
    if isTold {
      // Arguments are told apart by their places too, as in `query page`.
      for (text, name) in zip(texts, names) where name != text && !text.hasSuffix(" " + name) {
        chosen[prefix + text] = name
      }
    }
    return names
  }
}

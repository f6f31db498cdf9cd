/// Remembers Swift names of document names, of which documents repeat a few over and over.
final class NameCache {
  private var members: [String: String] = [:]
  private var types: [String: String] = [:]

  /// The name of a property or parameter that can be used as it is.
  func member(_ name: String, fallback: String = "value") -> String {
    if let known = members[name] { return known }
    let result = ReservedNames.member(SwiftNaming.member(name, fallback: fallback))
    members[name] = result
    return result
  }

  /// The name of a type; nested ones are checked against reserved names when they are claimed.
  func type(_ name: String) -> String {
    if let known = types[name] { return known }
    let result = SwiftNaming.type(name)
    types[name] = result
    return result
  }

  /// Names for the keys of one object.
  func members(_ keys: [String]) -> [String] {
    let wanted = keys.map { member($0) }
    var seen: Set<String> = []
    seen.reserveCapacity(keys.count)
    if wanted.allSatisfy({ seen.insert($0).inserted }) { return wanted }
    var scope = NameScope(reserved: ReservedNames.members)
    return scope.take(keys) { member($0) }
  }
}

/// Where the smoke tests of a client go, and what they import.
struct SmokeOutput: Hashable, Sendable {
  /// The folder of the tests.
  let folder: String
  /// The module of the client.
  let module: String

  /// Follows the layout of packages: beside `Sources/Module` are `Tests/ModuleSmokeTests`; a folder
  /// elsewhere gets one beside it.
  ///
  /// - Parameter client: The output folder of the client.
  init(client: String) {
    var parts = client.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let own = parts.last ?? client
    if let sources = parts.lastIndex(of: "Sources"), sources + 1 < parts.count {
      module = Self.identifier(parts[sources + 1])
      parts.replaceSubrange(sources..., with: ["Tests", own + "SmokeTests"])
      folder = parts.joined(separator: "/")
    } else {
      module = Self.identifier(own)
      folder = client + "SmokeTests"
    }
  }

  /// A folder's name as the name of the module that is made of it.
  private static func identifier(_ name: String) -> String {
    String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
  }
}

/// What the document demands to authorize an operation: alternatives, each a set of schemes that
/// must all sign.
public struct Security: Sendable, Hashable {
  /// The alternatives in document order; empty where the operation needs no credential.
  public var alternatives: [Alternative]
  /// Whether the operation may also go out without any credential.
  public var isOptional: Bool

  /// Makes a demand from alternatives.
  ///
  /// - Parameters:
  ///   - alternatives: the alternatives in document order.
  ///   - isOptional: whether no credential will do too.
  public init(_ alternatives: [Alternative], isOptional: Bool = false) {
    self.alternatives = alternatives
    self.isOptional = isOptional
  }

  /// No credential: nothing is signed.
  public static let none = Security([], isOptional: true)

  /// Any one of the alternatives.
  public static func any(_ alternatives: Alternative...) -> Security { Security(alternatives) }

  /// Any one of the alternatives where their credentials are at hand, else none.
  public static func optional(_ alternatives: Alternative...) -> Security {
    Security(alternatives, isOptional: true)
  }

  /// One way to authorize: every scheme in it signs.
  public struct Alternative: Sendable, Hashable {
    /// The schemes that must all sign.
    public var requirements: [Requirement]

    /// A single scheme with the scopes it needs.
    public static func scheme(_ name: String, _ scopes: String...) -> Alternative {
      Alternative(requirements: [Requirement(scheme: name, scopes: scopes)])
    }

    /// Several schemes together.
    public static func all(_ alternatives: Alternative...) -> Alternative {
      Alternative(requirements: alternatives.flatMap(\.requirements))
    }
  }

  /// A security scheme of the document with the scopes an operation needs.
  public struct Requirement: Sendable, Hashable {
    /// The scheme's name in the document.
    public var scheme: String
    /// Scopes or roles needed.
    public var scopes: [String]

    /// Makes a requirement.
    public init(scheme: String, scopes: [String] = []) {
      self.scheme = scheme
      self.scopes = scopes
    }
  }

  /// The scopes an operation needs from a scheme, over all alternatives that name it.
  ///
  /// - Parameter scheme: the scheme's name.
  public func scopes(of scheme: String) -> [String] {
    alternatives.lazy.flatMap(\.requirements).first { $0.scheme == scheme }?.scopes ?? []
  }
}

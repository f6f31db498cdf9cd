/// One change of a client's Swift surface.
struct SurfaceChange: Hashable, Sendable {
  /// What it means for code that uses the client.
  enum Impact: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Code may no longer compile.
    case breaking
    /// There is more than before; code compiles as it did.
    case added
    /// Code compiles as it did, and something else is different.
    case changed

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    var title: String {
      switch self {
      case .breaking: "Breaking"
      case .added: "Added"
      case .changed: "Changed"
      }
    }
  }

  /// Where in a document the cause is.
  struct Place: Hashable, Sendable {
    enum Side: Hashable, Sendable {
      case old, new
    }

    var side: Side
    /// A schema's canonical pointer, or `METHOD path`.
    var key: String
    /// A property of the schema.
    var property: String?
  }

  var impact: Impact
  /// The declaration, such as `GitHub.Issue.title`.
  var symbol: String
  /// What has happened to it.
  var message: String
  var place: Place?
}

/// By how much a version grows.
enum VersionStep: String, Hashable, Sendable, CaseIterable {
  case major, minor, patch, none

  /// The step that changes ask for.
  ///
  /// - Parameters:
  ///   - changes: The changes of the surface.
  ///   - isEqual: Whether nothing else, such as documentation, has changed.
  init(_ changes: [SurfaceChange], isEqual: Bool) {
    switch changes.map(\.impact).min() {
    case .breaking: self = .major
    case .added: self = .minor
    case .changed: self = .patch
    case nil: self = isEqual ? .none : .patch
    }
  }

  /// The version after this step; `nil` where the version is not `major.minor.patch`.
  func next(after version: String) -> String? {
    let numbers = version.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let major = numbers[0], let minor = numbers[1], let patch = numbers[2]
    else { return nil }
    switch self {
    case .major: return "\(major + 1).0.0"
    case .minor: return "\(major).\(minor + 1).0"
    case .patch: return "\(major).\(minor).\(patch + 1)"
    case .none: return version
    }
  }
}

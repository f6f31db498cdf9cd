/// A key of a document's responses: a status, a class such as `4XX`, or `default`.
public struct StatusPattern: Hashable, Sendable, ExpressibleByIntegerLiteral,
  CustomStringConvertible
{
  /// A status; a class as its negative first digit; 0 for the default.
  private let code: Int

  private init(code: Int) { self.code = code }

  public init(integerLiteral value: Int) { code = value }

  /// One status.
  public init(_ status: Int) { code = status }

  /// A class of statuses: `.range(4)` is 400 to 499.
  public static func range(_ firstDigit: Int) -> StatusPattern { StatusPattern(code: -firstDigit) }

  /// Every status that no other pattern names.
  public static let `default` = StatusPattern(code: 0)

  /// Whether this is the default.
  var isDefault: Bool { code == 0 }

  /// How well the pattern matches a status: 3 exactly, 2 by class, 1 by default, 0 not at all.
  func rank(for status: Int) -> Int {
    if code == status { return 3 }
    if code < 0 { return status / 100 == -code ? 2 : 0 }
    return code == 0 ? 1 : 0
  }

  public var description: String {
    if code == 0 { return "default" }
    return code < 0 ? "\(-code)XX" : String(code)
  }
}

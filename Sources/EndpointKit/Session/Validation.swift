#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How a response is judged before it is decoded.
public struct Validation: Sendable {
  /// Which statuses are acceptable.
  public enum Statuses: Sendable {
    /// 200 to 299, and what the document lists as success.
    case documented
    /// Only these.
    case only(Set<Int>)
    /// All.
    case any
  }

  /// Which content types are acceptable.
  public enum ContentTypes: Sendable {
    /// Those the document lists; `+json` types count as JSON. A response without a content type
    /// or without content is acceptable.
    case documented
    /// Only these types or ranges.
    case only([MediaType])
    /// All.
    case any
  }

  /// A test of your own; throws what is wrong.
  public typealias Check =
    @Sendable (_ request: HTTPRequest, _ response: HTTPResponse, _ body: Data) throws -> Void

  /// Which statuses are acceptable.
  public var statuses = Statuses.documented
  /// Which content types are acceptable.
  public var contentTypes = ContentTypes.documented
  /// Further tests, run in order on acceptable responses.
  public var checks: [Check] = []

  /// Makes the usual rules; change what should differ.
  public init() {}

  /// Accepts everything.
  public static let none: Validation = {
    var validation = Validation()
    validation.statuses = .any
    validation.contentTypes = .any
    return validation
  }()

  /// Whether nothing was adjusted.
  var isDefault: Bool {
    if case .documented = statuses, case .documented = contentTypes { return checks.isEmpty }
    return false
  }

  /// Whether a status is a success of an operation.
  func accepts(status: Int, of endpoint: Endpoint) -> Bool {
    switch statuses {
    case .documented:
      (200..<300).contains(status) || endpoint.successes.contains { $0.rank(for: status) >= 2 }
    case .only(let statuses): statuses.contains(status)
    case .any: true
    }
  }

  /// Whether the content type is one the operation can have.
  func accepts(contentType: String, of endpoint: Endpoint) -> Bool {
    switch contentTypes {
    case .any: return true
    case .only(let ranges):
      guard let type = MediaType(contentType) else { return false }
      return ranges.contains { $0.covers(type, suffixes: true) }
    case .documented:
      let accepted = endpoint.acceptText
      if accepted.isEmpty || contentType == accepted { return true }
      guard let type = MediaType(contentType) else { return false }
      return FieldValue.split(accepted, at: UInt8(ascii: ",")).contains { range in
        MediaType(range)?.covers(type, suffixes: true) == true
      }
    }
  }
}

/// Describes one operation with its arguments: where it goes, what it carries, what comes back.
///
/// A target is a plain value: it can be inspected, compared in tests, logged, stubbed and sent.
/// Generated targets are enums, one a tag; your own can be any type.
public protocol Target: Sendable {
  /// The request this target describes.
  ///
  /// Called once for each call. Never fails: a value that cannot be sent is recorded in
  /// ``Endpoint/problem`` and reported by the session.
  var endpoint: Endpoint { get }

  /// A response as the document's examples show it, for stubs and previews.
  var sample: SampleResponse? { get }
}

extension Target {
  public var sample: SampleResponse? { nil }
}

/// A response made of a document's example.
public struct SampleResponse: Sendable, Hashable {
  /// The status.
  public var status: Int
  /// The media type of the body; `nil` where there is none.
  public var contentType: String?
  /// The body.
  public var body: String

  /// Makes a sample.
  public init(status: Int = 200, contentType: String? = "application/json", body: String = "") {
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

/// Targets of several kinds as one type, for collections and generic code.
public struct MultiTarget: Target {
  /// The target inside.
  public let base: any Target

  /// Makes a target of another.
  public init(_ base: any Target) { self.base = base }

  public var endpoint: Endpoint { base.endpoint }
  public var sample: SampleResponse? { base.sample }
}

extension Endpoint: Target {
  public var endpoint: Endpoint { self }
}

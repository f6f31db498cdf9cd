/// Sample arguments and a sample response of an operation, for generated smoke tests.
public struct OperationSamples: Hashable, Sendable {
  /// The arguments that are required, as JSON on one line.
  public var minimal: String
  /// All arguments, as JSON on one line.
  public var full: String
  /// The response's status.
  public var status: Int
  /// The media type of the response's body; `nil` where there is none.
  public var contentType: String?
  /// The response's body.
  public var body: String

  public init(minimal: String, full: String, status: Int, contentType: String?, body: String) {
    self.minimal = minimal
    self.full = full
    self.status = status
    self.contentType = contentType
    self.body = body
  }
}

/// Smoke tests to write for a client.
public struct SmokeTests: Hashable, Sendable {
  /// The module that holds the client.
  public var module: String
  /// The samples, by method and path of the document: `GET /pets`; those of one media type of
  /// several by that, too: `GET /pets text/event-stream`.
  public var samples: [String: OperationSamples]

  public init(module: String, samples: [String: OperationSamples]) {
    self.module = module
    self.samples = samples
  }
}

/// A response of an operation as the document shows it.
public struct ResponseSample: Hashable, Sendable {
  /// The status.
  public var status: Int
  /// The media type of the body; `nil` where there is none.
  public var contentType: String?
  /// The body.
  public var body: String
  /// Whether the body is JSON on one line.
  public var isJSON: Bool

  public init(status: Int, contentType: String?, body: String, isJSON: Bool) {
    self.status = status
    self.contentType = contentType
    self.body = body
    self.isJSON = isJSON
  }
}

/// What a single call does differently from its session.
struct CallOptions: Sendable {
  var timeout: Duration??
  var deadline: Duration?
  var maximumBodySize: Int??
  var fields: HTTPFields = [:]
  /// Encoded query text added to the operation's.
  var query = EncodedText()
  var server: Server?
  /// The whole URL instead of server, path and query (a next page's).
  var url: HTTPURL?
  /// Query items, not encoded, that replace those of the operation.
  var replacedQueryItems: [(name: String, value: String?)] = []
  var interceptor: (any RequestInterceptor)?
  var retry: RetryPolicy?
  var validation: Validation?
  var redirects: RedirectPolicy?
  var uploadProgress: (@Sendable (Int64, Int64?) -> Void)?
  var downloadProgress: (@Sendable (Int64, Int64?) -> Void)?
  var idempotencyKey: String?
  var isIdempotent: Bool?
  var compressor: (any BodyCompressor)?
  var decompresses: Bool?
  /// Whether statuses of partial and unsatisfied ranges are handed out, for resumed downloads.
  var acceptsRangeStatuses = false

  /// Shares options between the copies of a call, and keeps them out of hot code.
  @dynamicMemberLookup
  final class Box: Sendable {
    let value: CallOptions
    init(_ value: CallOptions) { self.value = value }

    subscript<Value>(dynamicMember path: KeyPath<CallOptions, Value>) -> Value {
      value[keyPath: path]
    }
  }
}

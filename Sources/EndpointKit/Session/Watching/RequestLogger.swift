/// Writes what happens to calls, a line an event, with secrets left out.
public struct RequestLogger: EventMonitor {
  /// How much is written.
  public enum Detail: Int, Sendable, Comparable {
    /// One line a call, when it ends.
    case calls
    /// Also a line a try, retry and redirect.
    case tries
    /// Also header fields.
    case fields
    /// Also a cURL command for each request.
    case commands

    public static func < (left: Detail, right: Detail) -> Bool { left.rawValue < right.rawValue }
  }

  /// How much is written.
  public var detail: Detail
  /// What is left out.
  public var redaction: Redaction
  private let write: @Sendable (String) -> Void

  /// Makes a logger.
  ///
  /// - Parameters:
  ///   - detail: how much is written.
  ///   - redaction: what is left out.
  ///   - write: takes a line; called from any task.
  public init(
    _ detail: Detail = .tries,
    redaction: Redaction = .standard,
    write: @escaping @Sendable (String) -> Void = { print($0) }
  ) {
    self.detail = detail
    self.redaction = redaction
    self.write = write
  }

  private func line(_ context: RequestContext, _ text: String) {
    write("[\(context.id)] \(context.operationID): \(text)")
  }

  public func willSend(_ request: HTTPRequest, _ context: RequestContext) {
    guard detail >= .tries else { return }
    let redaction = redaction.hiding(request.secretNames)
    line(context, "→ \(request.method) \(redaction.url(request.url)) (try \(context.attempt))")
    if detail == .fields { writeFields(request.fields, context, redaction) }
    if detail >= .commands { line(context, request.curlCommand(redaction: redaction)) }
  }

  public func didReceiveHead(_ response: HTTPResponse, _ context: RequestContext) {
    guard detail >= .tries else { return }
    line(context, "← \(response.status) \(response.version)")
    if detail >= .fields { writeFields(response.fields, context, redaction) }
  }

  private func writeFields(
    _ fields: HTTPFields,
    _ context: RequestContext,
    _ redaction: Redaction
  ) {
    for field in fields { line(context, "  \(field.name): \(redaction.value(field))") }
  }

  public func willRedirect(
    _ response: HTTPResponse,
    to request: HTTPRequest,
    _ context: RequestContext
  ) {
    guard detail >= .tries else { return }
    let redaction = redaction.hiding(request.secretNames)
    line(context, "↪ \(request.method) \(redaction.url(request.url))")
  }

  public func willRetry(
    after delay: Duration,
    dueTo error: ClientError,
    _ context: RequestContext
  ) {
    if detail >= .tries { line(context, "↻ in \(delay.inMilliseconds) ms: \(error.reason)") }
  }

  public func callDidFinish(_ context: RequestContext, error: ClientError?) {
    let last = context.history.last
    let time = context.history.reduce(Duration.zero) { $0 + $1.duration + $1.pause }
    let outcome = error.map { "failed: \($0.kind): \($0.reason)" } ?? "\(last?.status ?? 0)"
    let tries = context.history.count > 1 ? ", \(context.history.count) tries" : ""
    line(
      context,
      "\(context.request.method) \(context.pathTemplate) \(outcome) (\(time.inMilliseconds) ms\(tries))"
    )
  }
}

extension Duration {
  /// Whole milliseconds.
  var inMilliseconds: Int { Int(inSeconds * 1000) }
}

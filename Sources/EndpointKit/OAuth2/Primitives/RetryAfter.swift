/// The pause a server asks for.
enum RetryAfter {
  /// Reads a `Retry-After` field in seconds or as a date (RFC 9110 §10.2.3).
  ///
  /// A date is held against the response's own `Date`, so that no clock but the server's counts.
  ///
  /// - Parameter fields: the response's fields.
  /// - Returns: the pause, zero for a date in the past; `nil` where none is asked for.
  static func pause(in fields: HTTPFields) -> Duration? {
    guard let text = fields["Retry-After"]?.trimmingBlanks else { return nil }
    if let seconds = Int64(text) { return .seconds(min(max(0, seconds), 31_536_000)) }
    guard let date = HTTPDate.seconds(text) else { return nil }
    let now = fields["Date"].flatMap(HTTPDate.seconds) ?? WallClock.now()
    return .seconds(min(max(0, date - now), 31_536_000))
  }
}

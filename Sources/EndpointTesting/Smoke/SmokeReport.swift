internal import EndpointKit

/// What became of one call of an operation, as a line of JSON.
///
/// The line has the keys `operation`, `route`, `set`, `call`, `request`, `status`, `decoded`,
/// `equal`, `difference`, `failure`, `error` and `message`; what does not apply is left out.
public struct SmokeReport: Sendable, CustomStringConvertible {
  /// The operation's id.
  public let operation: String
  /// Method and path of the document.
  public let route: String
  /// The name of the set of arguments.
  public let set: String
  /// The call's own name, where it came with a list of calls.
  public let call: String?
  /// What became of it.
  public let outcome: SmokeOutcome

  /// The report as JSON on one line.
  public var line: String {
    let texts: [(String, String?)] = [
      ("operation", operation), ("route", route), ("set", set), ("call", call),
      ("request", outcome.request),
    ]
    let reasons: [(String, String?)] = [
      ("difference", outcome.difference), ("failure", outcome.failureType),
      ("error", outcome.error), ("message", outcome.message),
    ]
    var members: [(String, JSONValue)] = []
    for (key, text) in texts { if let text { members.append((key, .string(text))) } }
    if let status = outcome.status { members.append(("status", .number(JSONNumber(status)))) }
    members.append(("decoded", .bool(outcome.isDecoded)))
    if let isEqual = outcome.isEqual { members.append(("equal", .bool(isEqual))) }
    for (key, text) in reasons { if let text { members.append((key, .string(text))) } }
    let value = JSONValue.object(JSONObject(members))
    return (try? value.jsonData()).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  public var description: String { line }
}

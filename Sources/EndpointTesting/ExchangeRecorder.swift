internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes records of exchanges that hold no secrets.
struct ExchangeRecorder: Sendable {
  let redaction: Redaction
  /// Members of JSON objects whose values are replaced, in lower case.
  let members: Set<String>

  /// What the framing and the encoding on the wire were; the recorded body has neither.
  private static let wireFields: Set<String> = [
    "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive",
  ]

  func record(
    _ request: HTTPRequest,
    _ head: HTTPResponse,
    _ body: Data
  ) -> RecordedExchange {
    let redaction = redaction.hiding(request.secretNames)
    func line(_ field: HTTPField) -> String { "\(field.name): \(redaction.value(field))" }
    var exchange = RecordedExchange(
      method: request.method.rawValue,
      url: redaction.url(request.url),
      status: head.status,
      fields: head.fields.filter { !Self.wireFields.contains($0.name.lowercased()) }.map(line),
      body: body.isEmpty ? nil : RecordedBody(redacted(body, head.fields["Content-Type"]))
    )
    exchange.requestFields = request.fields.map(line)
    if case .data(let data) = request.body?.source {
      exchange.requestBody = RecordedBody(redacted(data, request.fields["Content-Type"]))
    }
    return exchange
  }

  /// A body with its secrets replaced; the same bytes where it holds none.
  func redacted(_ body: Data, _ contentType: String?) -> Data {
    let type = contentType?.lowercased() ?? ""
    if type.hasPrefix("application/x-www-form-urlencoded") {
      return Data(redaction.form(String(decoding: body, as: UTF8.self)).utf8)
    }
    guard type.contains("json"),
      let value = try? JSONReader.decode(JSONValue.self, from: body)
    else { return body }
    let clean = redacted(value)
    guard clean != value, let data = try? clean.jsonData() else { return body }
    return data
  }

  private func redacted(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      .object(
        JSONObject(
          object.map { member in
            members.contains(member.key.lowercased()) && member.value.string != nil
              ? (member.key, .string(redaction.mark)) : (member.key, redacted(member.value))
          }
        )
      )
    case .array(let elements): .array(elements.map(redacted))
    default: value
    }
  }
}

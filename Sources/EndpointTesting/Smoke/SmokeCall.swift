public import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A call of any kind whose outcome can be told in one line.
public protocol SmokeCall: AdjustableCall {
  /// Sends the call and compares what comes with what is written back.
  func outcome() async -> SmokeOutcome
}

/// What became of a call.
public struct SmokeOutcome: Sendable {
  /// The request line.
  public var request: String?
  /// The status, where a response came.
  public var status: Int?
  /// Whether the response was read as the documented type.
  public var isDecoded = false
  /// The type of the documented error that came instead.
  public var failureType: String?
  /// Whether what was read is written back as it came; `nil` where that means nothing.
  public var isEqual: Bool?
  /// Where it differs.
  public var difference: String?
  /// What went wrong, by kind.
  public var error: String?
  /// What went wrong, in words.
  public var message: String?

  /// Whether all is as the document says: a value, or an error that is documented, without loss.
  public var isGood: Bool { (isDecoded || failureType != nil) && isEqual != false }
}

extension Call: SmokeCall {
  public func outcome() async -> SmokeOutcome {
    let response = await self.response
    var outcome = SmokeOutcome()
    outcome.request = response.request.map(SmokeOutcome.line)
    outcome.status = response.status
    switch response.result {
    case .success(let value):
      outcome.isDecoded = true
      if let body = response.body, !body.isEmpty { outcome.compare(value, with: body) }
    case .failure(let error): outcome.note(error)
    }
    return outcome
  }
}

extension PagedCall: SmokeCall {
  public func outcome() async -> SmokeOutcome { await firstPage.outcome() }
}

extension StreamCall: SmokeCall {
  public func outcome() async -> SmokeOutcome {
    var outcome = SmokeOutcome()
    let endpoint = target.endpoint
    let query = endpoint.query.isEmpty ? "" : "?\(endpoint.query)"
    outcome.request = "\(endpoint.method) \(endpoint.path)\(query)"
    do throws(ClientError) {
      for try await _ in stream { outcome.isDecoded = true }
      // An empty stream is one, too.
      outcome.isDecoded = true
    } catch {
      outcome.isDecoded = false
      outcome.note(error)
    }
    return outcome
  }
}

extension SmokeOutcome {
  fileprivate static func line(_ request: HTTPRequest) -> String {
    "\(request.method) \(request.url.target)"
  }

  fileprivate mutating func note(_ error: ClientError) {
    self.error = error.kind.rawValue
    message = error.description
    if request == nil { request = error.request.map(Self.line) }
    if status == nil { status = error.status }
    guard let body = error.decodedBody else { return }
    failureType = "\(type(of: body))"
    if let bytes = error.body { compare(body, with: bytes) }
  }

  /// Compares what a value is written as with the bytes it was read from.
  fileprivate mutating func compare(_ value: Any, with body: Data) {
    if let data = value as? Data { return conclude(data == body ? nil : "other bytes") }
    if let text = value as? String, text.utf8.elementsEqual(body) { return conclude(nil) }
    guard let encodable = Self.encodable(value) else { return }
    if let data = encodable as? Data { return conclude(data == body ? nil : "other bytes") }
    if let text = encodable as? String, text.utf8.elementsEqual(body) { return conclude(nil) }
    guard let before = try? JSONReader.decode(JSONValue.self, from: body) else { return }
    do {
      let after = try JSONReader.decode(JSONValue.self, from: try encodable.jsonData())
      conclude(JSONDifference.between(before, after))
    } catch {
      conclude("cannot be written: \(error)")
    }
  }

  private mutating func conclude(_ difference: String?) {
    isEqual = difference == nil
    self.difference = difference
  }

  /// The value, or the payload of the case that it is of a response by status.
  private static func encodable(_ value: Any) -> (any JSONCodable)? {
    if let value = value as? any JSONCodable { return value }
    guard value is any StatusUnion else { return nil }
    return Mirror(reflecting: value).children.first?.value as? any JSONCodable
  }
}

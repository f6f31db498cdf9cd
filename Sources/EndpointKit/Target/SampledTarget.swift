#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A target whose responses the document shows.
///
/// Generated targets are, where the client was made with `--emit samples`.
public protocol SampledTarget: Target {
  /// The responses of the client's operations.
  var samples: SampleResponses { get }
}

extension SampledTarget {
  /// The documented success as the document shows it.
  public var sample: SampleResponse? { samples.response(to: endpoint) }

  /// The response of a status as the document shows it.
  ///
  /// - Parameter status: the status.
  /// - Returns: the response; `nil` where the document has none of the status.
  public func sample(status: Int) -> SampleResponse? {
    samples.response(to: endpoint, status: status)
  }
}

extension MultiTarget: SampledTarget {
  /// Those of the target inside; none where it has none.
  public var samples: SampleResponses {
    (base as? any SampledTarget)?.samples ?? SampleResponses(json: "{}")
  }
}

/// Responses of operations as a document shows them: its examples, else values made from the
/// schemas.
public struct SampleResponses: Sendable {
  private let operations: JSONValue

  /// Reads responses.
  ///
  /// ```json
  /// {"getPet": [{"status": 200, "contentType": "application/json", "json": {"name": "Rex"}},
  ///             {"status": 404, "contentType": "text/plain", "text": "no such pet"}]}
  /// ```
  ///
  /// - Parameter json: the responses by operation; nothing is there where it cannot be read.
  public init(json: String) {
    operations = (try? JSONReader.decode(JSONValue.self, from: json)) ?? .object([:])
  }

  /// All responses of an operation, successes first.
  ///
  /// - Parameter id: the operation's id in the document, else its method and path.
  public func responses(of id: String) -> [SampleResponse] {
    (operations[id]?.array ?? []).map(SampleResponse.init)
  }

  /// The response that the document shows for an endpoint.
  ///
  /// - Parameters:
  ///   - endpoint: what is sent; of several media types the one it accepts counts.
  ///   - status: the status; left out, the first success counts, else the first response.
  /// - Returns: the response; `nil` where the document shows none.
  public func response(to endpoint: Endpoint, status: Int? = nil) -> SampleResponse? {
    var candidates = responses(of: endpoint.id)
    if let status {
      candidates.removeAll { $0.status != status }
    } else if let first = candidates.first(where: { 200..<300 ~= $0.status }) ?? candidates.first {
      candidates.removeAll { $0.status != first.status }
    }
    return candidates.first { endpoint.accepts($0.contentType) } ?? candidates.first
  }
}

extension SampleResponse {
  fileprivate init(_ value: JSONValue) {
    let text = value["json"].flatMap { json in
      (try? json.jsonData()).map { String(decoding: $0, as: UTF8.self) }
    }
    self.init(
      status: value["status"]?.int ?? 200,
      contentType: value["contentType"]?.string,
      body: text ?? value["text"]?.string ?? ""
    )
  }
}

extension Endpoint {
  /// Whether responses of a media type are among those that the operation asks for.
  fileprivate func accepts(_ type: String?) -> Bool {
    guard let type = type.flatMap({ MediaType($0) }) else { return acceptText.isEmpty }
    return acceptText.split(separator: ",").contains { range in
      MediaType(String(range.drop { $0 == " " })).map { $0.covers(type) } ?? false
    }
  }
}

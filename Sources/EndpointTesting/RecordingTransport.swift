public import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A transport that passes everything on to another and writes down what happened.
///
/// Credentials do not get into the file: header fields, query items, form fields and members of
/// JSON bodies that usually hold them are replaced by a mark.
public final class RecordingTransport: Transport {
  private let base: any Transport
  private let path: String
  private let recorder: ExchangeRecorder
  private let exchanges = Watched<[RecordedExchange]>([])

  /// The members of JSON bodies that are replaced unless told otherwise.
  public static let secretMembers: Set<String> = [
    "access_token", "refresh_token", "id_token", "client_secret", "password", "passwd", "secret",
    "assertion", "client_assertion", "code_verifier", "device_code", "api_key", "private_key",
    "registration_access_token", "subject_token", "actor_token",
  ]

  /// Makes a transport that records.
  ///
  /// - Parameters:
  ///   - base: makes the exchanges.
  ///   - path: the file that ``save()`` and ``shutdown()`` write.
  ///   - redaction: which header fields, query items and form fields are replaced.
  ///   - secretMembers: which members of JSON objects are replaced, in lower case.
  public init(
    _ base: any Transport,
    path: String,
    redaction: Redaction = .standard,
    secretMembers: Set<String> = RecordingTransport.secretMembers
  ) {
    self.base = base
    self.path = path
    recorder = ExchangeRecorder(redaction: redaction, members: secretMembers)
  }

  /// What has been recorded so far.
  public var recording: Recording { Recording(exchanges: exchanges.withLock { $0 }) }

  /// Writes what has been recorded so far.
  ///
  /// - Throws: a ``ClientError`` of kind `.file`.
  public func save() throws { try recording.write(path: path) }

  public func send(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportResponse {
    let response = try await base.send(request, options: options)
    note(request, response.head, response.body)
    return response
  }

  /// Records the response once its body has been read to the end.
  public func open(
    _ request: HTTPRequest,
    options: TransportOptions
  ) async throws -> TransportStream {
    var stream = try await base.open(request, options: options)
    let (body, head) = (stream.body, stream.head)
    let collected = Watched(Data())
    let iterator = Watched(body.makeAsyncIterator())
    stream.body = BodyStream {
      // One consumer at a time: the iterator is taken out while it is used.
      var current = iterator.withLock { $0 }
      guard let chunk = try await current.next() else {
        self.note(request, head, collected.withLock { $0 })
        return nil
      }
      collected.withLock { $0.append(chunk) }
      return chunk
    } cancel: {
      body.cancel()
    }
    return stream
  }

  /// Shuts the other transport down and writes the file; a file that cannot be written is lost,
  /// so use ``save()`` where that matters.
  public func shutdown() async {
    await base.shutdown()
    try? save()
  }

  public var cancelsGroups: Bool { base.cancelsGroups }

  public func cancel(_ group: TransferGroup) { base.cancel(group) }

  private func note(_ request: HTTPRequest, _ head: HTTPResponse, _ body: Data) {
    let exchange = recorder.record(request, head, body)
    exchanges.withLock { $0.append(exchange) }
  }
}

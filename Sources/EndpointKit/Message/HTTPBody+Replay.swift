internal import Synchronization

extension HTTPBody {
  /// A copy that knows whether its one-shot parts were opened: until then it can still be sent.
  func trackingUse() -> HTTPBody {
    var body = self
    switch source {
    case .data, .file: return self
    case .stream(let open):
      guard !isReplayable else { return self }
      let use = BodyUse(open)
      body.source = .stream { try await use.open() }
      body.use = use
    case .parts(let parts): body.source = .parts(parts.map { $0.trackingUse() })
    }
    return body
  }

  /// Whether another try can send the whole body.
  var canBeSentAgain: Bool {
    if isReplayable { return true }
    if let use { return !use.wasOpened }
    if case .parts(let parts) = source { return parts.allSatisfy(\.canBeSentAgain) }
    return false
  }
}

/// Remembers whether a stream that can be read once was opened.
final class BodyUse: Sendable {
  private let source: @Sendable () async throws -> BodyStream
  private let opened = Atomic<Bool>(false)

  init(_ source: @escaping @Sendable () async throws -> BodyStream) { self.source = source }

  var wasOpened: Bool { opened.load(ordering: .acquiring) }

  func open() async throws -> BodyStream {
    if opened.exchange(true, ordering: .acquiringAndReleasing) {
      throw ClientError(.bodyNotReplayable, "the body is a stream that was sent before")
    }
    return try await source()
  }
}

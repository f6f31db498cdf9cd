/// What happened to the session of an ``OAuth2Handler``.
public enum OAuth2Event: Sendable {
  /// A person signed in, or a token was given to the handler.
  case signedIn
  /// A new token is in use.
  case refreshed
  /// The grant is over; a person has to sign in. Told once, however many calls noticed.
  case sessionEnded(OAuth2Error)
  /// The program signed out.
  case signedOut
  /// The token could not be read or kept; the one in memory stays in use.
  case storeFailed(any Error)
}

extension OAuth2Handler {
  /// What happens from now on.
  ///
  /// Several can listen. What is not taken within the last hundred events is dropped.
  public var events: AsyncStream<OAuth2Event> {
    AsyncStream(bufferingPolicy: .bufferingNewest(100)) { continuation in
      let id = listeners.withLock { listeners in
        listeners.lastID += 1
        listeners.open[listeners.lastID] = continuation
        return listeners.lastID
      }
      continuation.onTermination = { [listeners] _ in
        listeners.withLock { $0.open[id] = nil }
      }
    }
  }

  func tell(_ event: OAuth2Event) {
    settings.onEvent?(event)
    for listener in listeners.withLock({ Array($0.open.values) }) { listener.yield(event) }
  }

  /// Those who listen to events.
  struct Listeners: Sendable {
    var open: [Int: AsyncStream<OAuth2Event>.Continuation] = [:]
    var lastID = 0
  }
}

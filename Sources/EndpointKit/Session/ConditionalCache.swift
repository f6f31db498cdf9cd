#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Remembers responses that carry an `ETag` or `Last-Modified`, and revalidates them: the next GET
/// asks conditionally, and a 304 gives the stored response again.
///
/// Every request still goes to the server, so nothing stale is ever seen; what is saved is the
/// transfer, and at many services the rate limit. Responses marked `no-store` are not kept.
/// Entries are kept apart by URL, `Accept` and credential; the least recently used go first.
public final class ConditionalCache: Sendable {
  struct Key: Hashable, Sendable {
    var url: HTTPURL
    var accept: String?
    /// A hash, so that the cache holds no secret.
    var credential: Int
  }

  struct Entry: Sendable {
    var head: HTTPResponse
    var body: Data
    var lastUse: UInt64
  }

  /// What a request has in the cache.
  struct Stored: Sendable {
    let key: Key
    let entry: Entry?
  }

  private struct State: Sendable {
    var entries: [Key: Entry] = [:]
    var size = 0
    var clock: UInt64 = 0
  }

  private let state = Locked(State())
  /// The largest sum of bodies kept, in bytes.
  public let sizeLimit: Int
  /// The largest body kept, in bytes.
  public let entryLimit: Int

  /// Makes an empty cache.
  ///
  /// - Parameters:
  ///   - sizeLimit: the largest sum of bodies kept, in bytes.
  ///   - entryLimit: the largest body kept; an eighth of the whole if left out.
  public init(sizeLimit: Int = 16 << 20, entryLimit: Int? = nil) {
    self.sizeLimit = sizeLimit
    self.entryLimit = entryLimit ?? sizeLimit / 8
  }

  /// Forgets everything.
  public func removeAll() { state.withLock { $0 = State() } }

  /// The sum of the bodies kept, in bytes.
  public var size: Int { state.withLock(\.size) }

  /// Makes a GET conditional where there is something to compare with.
  ///
  /// - Returns: what is stored, to be handed to ``complete(_:with:)``; `nil` where the request is
  ///   none of the cache's business.
  func prepare(_ request: inout HTTPRequest) -> Stored? {
    let conditions = [
      "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "Range",
    ]
    guard request.method == .get, !conditions.contains(where: request.fields.contains) else {
      return nil
    }
    let key = Key(
      url: request.url,
      accept: request.fields["Accept"],
      credential: [request.fields["Authorization"], request.fields["Cookie"]].hashValue
    )
    let entry = state.withLock { state in
      state.clock += 1
      state.entries[key]?.lastUse = state.clock
      return state.entries[key]
    }
    if let entry {
      if let tag = entry.head.fields["ETag"] { request.fields["If-None-Match"] = tag }
      if let date = entry.head.fields["Last-Modified"] {
        request.fields["If-Modified-Since"] = date
      }
    }
    return Stored(key: key, entry: entry)
  }

  /// Gives the stored body for a 304 and stores what can be revalidated.
  func complete(_ exchange: inout Exchange, with stored: Stored?) {
    guard let stored else { return }
    if exchange.head.status == 304, let entry = stored.entry {
      var head = entry.head
      head.version = exchange.head.version
      // RFC 9111 §4.3.4: the fields of the 304 replace those stored, but for those of the content.
      for field in exchange.head.fields where !ConditionalCache.isContentField(field.name) {
        head.fields[field.name] = field.value
      }
      exchange.head = head
      exchange.content = .body(entry.body)
      return
    }
    guard exchange.head.status == 200 else { return }
    let fields = exchange.head.fields
    let isForbidden = fields["Cache-Control"]?.lowercased().containsText("no-store") ?? false
    let canRevalidate = fields.contains("ETag") || fields.contains("Last-Modified")
    let varies = fields["Vary"].map { $0.trimmingBlanks == "*" } ?? false
    let body = exchange.body
    if isForbidden || !canRevalidate || varies || body.count > entryLimit {
      remove(stored.key)
    } else {
      keep(stored.key, Entry(head: exchange.head, body: body, lastUse: 0))
    }
  }

  private static func isContentField(_ name: String) -> Bool {
    name.lowercased().hasPrefix("content-")
  }

  private func remove(_ key: Key) {
    state.withLock { state in
      if let old = state.entries.removeValue(forKey: key) { state.size -= old.body.count }
    }
  }

  private func keep(_ key: Key, _ entry: Entry) {
    state.withLock { state in
      var entry = entry
      state.clock += 1
      entry.lastUse = state.clock
      if let old = state.entries.updateValue(entry, forKey: key) { state.size -= old.body.count }
      state.size += entry.body.count
      while state.size > sizeLimit,
        let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        state.entries[oldest.key] = nil
        state.size -= oldest.value.body.count
      }
    }
  }
}

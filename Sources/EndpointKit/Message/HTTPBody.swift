#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The content of a request: bytes, a file, or a stream, with the knowledge whether it can be
/// sent again.
///
/// A retry or a redirect that keeps the body sends it again from the start. A body that cannot
/// be replayed says so, and the request then fails instead of being resent cut or empty.
public struct HTTPBody: Sendable {
  /// Where the bytes come from.
  public enum Source: Sendable {
    /// Bytes in memory.
    case data(Data)
    /// A file read in pieces from disk at each try.
    case file(path: String)
    /// A stream opened anew at each try; the closure is called once where `isReplayable` is false.
    case stream(@Sendable () async throws -> BodyStream)
    /// Parts one after another (multipart from memory and disk).
    case parts([HTTPBody])
  }

  /// Where the bytes come from.
  public var source: Source
  /// The length in bytes, where it is known before sending.
  public var length: Int64?
  /// Whether a second try can send the same bytes.
  public var isReplayable: Bool
  /// Whether a one-shot source was opened, where that is watched.
  var use: BodyUse?

  /// Makes a body.
  ///
  /// - Parameters:
  ///   - source: where the bytes come from.
  ///   - length: the length in bytes, where it is known before sending.
  ///   - isReplayable: whether a second try can send the same bytes.
  public init(source: Source, length: Int64?, isReplayable: Bool) {
    self.source = source
    self.length = length
    self.isReplayable = isReplayable
  }

  /// Bytes in memory.
  public static func data(_ data: Data) -> HTTPBody {
    HTTPBody(source: .data(data), length: Int64(data.count), isReplayable: true)
  }

  /// UTF-8 text in memory.
  public static func text(_ text: String) -> HTTPBody { .data(Data(text.utf8)) }

  /// A stream that can be opened once only.
  public static func stream(_ stream: BodyStream, length: Int64? = nil) -> HTTPBody {
    HTTPBody(source: .stream { stream }, length: length, isReplayable: false)
  }
}

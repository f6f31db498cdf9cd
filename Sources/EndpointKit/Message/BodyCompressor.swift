#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Compresses request bodies on demand; wrap the compression library of your choice.
///
/// Servers do not announce what they can decode, so nothing is compressed unless a call says so.
public protocol BodyCompressor: Sendable {
  /// The name of the coding for the `Content-Encoding` field, `gzip` say.
  var contentEncoding: String { get }

  /// Compresses a body.
  ///
  /// - Parameter data: the body.
  /// - Returns: the body in its coding.
  /// - Throws: any error, which ends the call with kind `.requestEncoding`.
  func compress(_ data: Data) throws -> Data
}

internal import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension HTTPBody {
  /// Reads the whole body into memory.
  ///
  /// - Throws: a ``ClientError`` of kind `.file`, or what the body's stream throws.
  func collected() async throws -> Data {
    switch source {
    case .data(let data): return data
    case .file(let path):
      do {
        return try Data(contentsOf: URL(filePath: path))
      } catch {
        throw ClientError(
          .file,
          "the file of the request body cannot be read: \(path)",
          underlying: error
        )
      }
    case .stream(let open):
      var whole = Data()
      for try await chunk in try await open() { whole.append(chunk) }
      return whole
    case .parts(let parts):
      var whole = Data()
      for part in parts { whole.append(try await part.collected()) }
      return whole
    }
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Files are fields of multipart models; in JSON they are base64 text.
extension FilePart: JSONRepresentable, ParameterEncodable {
  /// Reads base64 text; the file has no name of its own.
  public init(json: inout JSONReader) throws {
    self.init(data: try Data(json: &json), filename: "file")
  }

  /// Writes the bytes as base64 text, where they are in memory.
  public func write(json: inout JSONWriter) throws {
    guard case .data(let data) = body.source else {
      throw JSONEncodingError(
        message: "the file '\(filename)' is not in memory, send it as multipart"
      )
    }
    try data.write(json: &json)
  }

  public var parameterValue: ParameterValue {
    if case .data(let data) = body.source { return data.parameterValue }
    return .scalar(filename)
  }
}

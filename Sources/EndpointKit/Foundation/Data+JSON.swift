#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Data: JSONRepresentable, ParameterEncodable {
  /// Reads base64, standard or URL-safe, with or without padding.
  public init(json: inout JSONReader) throws {
    self = Data(try json.readText("base64") { bytes in Base64.decode(bytes) })
  }

  /// Writes base64 with the standard alphabet and padding.
  public func write(json: inout JSONWriter) throws { json.writeString(base64Text) }

  public var parameterValue: ParameterValue { .scalar(base64Text) }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }

  private var base64Text: String { withUnsafeBytes { Base64.encode($0) } }
}

extension JSONCodable {
  /// Encodes the value as a whole JSON text.
  ///
  /// - Parameter options: how values without a plain JSON form are written.
  /// - Returns: the text in UTF-8.
  /// - Throws: `JSONEncodingError`.
  public func jsonData(
    options: JSONEncodingOptions = .init()
  ) throws(JSONEncodingError) -> Data {
    var writer = JSONWriter(options: options)
    try writer.writeWhole(self)
    return writer.takeData()
  }

  /// Decodes a value that is the whole of a JSON text.
  ///
  /// - Parameters:
  ///   - data: the text.
  ///   - options: how strictly and how deep to read.
  /// - Throws: `JSONDecodingError`.
  public init(
    jsonData data: Data,
    options: JSONDecodingOptions = .init()
  ) throws(JSONDecodingError) {
    self = try JSONReader.decode(Self.self, from: data, options: options)
  }
}

extension JSONReader {
  /// Decodes one value that is the whole of a text.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: the JSON text.
  ///   - options: how strictly and how deep to read.
  /// - Returns: the value.
  /// - Throws: `JSONDecodingError`.
  public static func decode<Value: JSONCodable>(
    _ type: Value.Type = Value.self,
    from data: Data,
    options: JSONDecodingOptions = .init()
  ) throws(JSONDecodingError) -> Value {
    let result: Result<Value, JSONDecodingError> = data.withUnsafeBytes { bytes in
      do throws(JSONDecodingError) {
        return .success(try decode(type, from: bytes, options: options))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}

extension JSONWriter {
  /// Gives the bytes written away without copying them; the writer is empty afterwards.
  ///
  /// - Returns: the bytes.
  public mutating func takeData() -> Data {
    let buffer = take()
    // The buffer always has an address: a writer allocates at once.
    guard let base = buffer.baseAddress else { return Data() }
    return Data(
      bytesNoCopy: base,
      count: buffer.count,
      deallocator: .custom { base, _ in base.deallocate() }
    )
  }
}

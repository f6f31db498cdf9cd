#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Endpoint {
  /// Sends a value as JSON.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - contentType: the media type.
  public mutating func json(
    _ value: some JSONCodable,
    contentType: String = "application/json"
  ) {
    do {
      body = .data(try value.jsonData())
      fields["Content-Type"] = contentType
    } catch {
      report("the body cannot be written as JSON: \(error)")
    }
  }

  /// Sends a value as JSON; `nil` sends no body.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - contentType: the media type.
  @_disfavoredOverload
  public mutating func json<Value: JSONCodable>(
    _ value: Value?,
    contentType: String = "application/json"
  ) {
    if let value { json(value, contentType: contentType) }
  }

  /// Sends a value or null as JSON; an absent value sends no body.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - contentType: the media type.
  public mutating func json<Value: JSONCodable>(
    _ value: Nullable<Value>,
    contentType: String = "application/json"
  ) {
    switch value {
    case .absent: return
    case .null: json(JSONValue.null, contentType: contentType)
    case .value(let value): json(value, contentType: contentType)
    }
  }

  /// Sends any `Encodable` value with an encoder of your own.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - encoder: writes it.
  ///   - contentType: the media type.
  public mutating func encode(
    _ value: some Encodable,
    with encoder: some DataEncoder,
    contentType: String = "application/json"
  ) {
    do {
      body = .data(try encoder.encode(value))
      fields["Content-Type"] = contentType
    } catch {
      report("the body cannot be encoded: \(error)")
    }
  }

  /// Sends text.
  ///
  /// - Parameters:
  ///   - text: the text, sent as UTF-8.
  ///   - contentType: the media type.
  public mutating func text(_ text: String?, contentType: String = "text/plain; charset=utf-8") {
    guard let text else { return }
    body = .text(text)
    fields["Content-Type"] = contentType
  }

  /// Sends bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - contentType: the media type.
  public mutating func data(_ data: Data?, contentType: String = "application/octet-stream") {
    guard let data else { return }
    body = .data(data)
    fields["Content-Type"] = contentType
  }

  /// Sends a file, a stream or whatever else a body can be made of.
  ///
  /// - Parameters:
  ///   - body: the content.
  ///   - contentType: the media type.
  public mutating func upload(
    _ body: HTTPBody?,
    contentType: String = "application/octet-stream"
  ) {
    guard let body else { return }
    self.body = body
    fields["Content-Type"] = contentType
  }
}

/// Writes `Encodable` values; `JSONEncoder` and `PropertyListEncoder` do.
public protocol DataEncoder {
  /// Writes a value.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: DataEncoder {}
extension PropertyListEncoder: DataEncoder {}

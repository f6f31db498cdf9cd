public import EndpointKit

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The arguments of one call as JSON, read as the types that the operation takes.
///
/// ```json
/// {"path": {"id": 7}, "query": {"tags": ["a"]}, "header": {}, "cookie": {},
///  "body": {"contentType": "application/json", "value": {"name": "Rex"}}}
/// ```
///
/// A body may have `base64` beside or in place of its `value`: the bytes to send as they are. Inside
/// of values `{"$base64": "…"}` stands for bytes.
public struct SmokeArguments: Sendable {
  private let values: JSONValue

  /// Reads arguments.
  ///
  /// - Parameter json: the text.
  /// - Throws: `JSONDecodingError` where it is none.
  public init(json: String) throws { self.init(try JSONReader.decode(JSONValue.self, from: json)) }

  init(_ values: JSONValue) { self.values = values.withPlainBytes }

  /// A parameter.
  ///
  /// - Parameters:
  ///   - location: `path`, `query`, `header`, `cookie` or `querystring`.
  ///   - name: its name in the document.
  /// - Throws: a ``SmokeFault`` where it is not there or does not fit its type.
  public func value<Value: JSONCodable>(_ location: String, _ name: String) throws -> Value {
    guard let value = values[location]?[name] else {
      throw SmokeFault("the \(location) parameter '\(name)' has no sample")
    }
    return try read(value, "the \(location) parameter '\(name)'")
  }

  /// A parameter that may be left out.
  ///
  /// - Parameters:
  ///   - location: `path`, `query`, `header`, `cookie` or `querystring`.
  ///   - name: its name in the document.
  /// - Throws: a ``SmokeFault`` where it does not fit its type.
  public func optional<Value: JSONCodable>(_ location: String, _ name: String) throws -> Value? {
    guard let value = values[location]?[name] else { return nil }
    return try read(value, "the \(location) parameter '\(name)'")
  }

  private func read<Value: JSONCodable>(_ value: JSONValue, _ what: String) throws -> Value {
    do {
      return try value.decode(Value.self)
    } catch {
      throw SmokeFault("\(what) does not fit \(Value.self): \(error)")
    }
  }

  // MARK: Content

  /// The content read as a type.
  ///
  /// - Throws: a ``SmokeFault`` where there is none or it does not fit.
  public func body<Value: JSONCodable>() throws -> Value {
    guard let value = values["body"]?["value"] else { throw SmokeFault("the body has no sample") }
    return try read(value, "the body")
  }

  /// The content read as a type; `nil` where there is none.
  ///
  /// - Throws: a ``SmokeFault`` where it does not fit.
  public func optionalBody<Value: JSONCodable>() throws -> Value? {
    hasBody ? try body() : nil
  }

  /// The content read as a type: absent where there is none, null where it is null.
  ///
  /// - Throws: a ``SmokeFault`` where it does not fit.
  public func nullableBody<Value: JSONCodable>() throws -> Nullable<Value> {
    hasBody ? try body() : .absent
  }

  /// The media type of the content; that of any bytes where there is none.
  public func contentType() -> String {
    values["body"]?["contentType"]?.string ?? MediaType.octetStream.essence
  }

  /// The content as it is sent.
  ///
  /// - Throws: a ``SmokeFault`` where there is none.
  public func upload() throws -> HTTPBody {
    guard let body = values["body"] else { throw SmokeFault("the body has no sample") }
    if let text = body["base64"], let data = try? text.decode(Data.self) { return .data(data) }
    switch body["value"] {
    case .string(let text)?: return .text(text)
    case let value?: return .data(try value.jsonData())
    case nil: throw SmokeFault("the body has no sample")
    }
  }

  /// The content as it is sent; `nil` where there is none.
  ///
  /// - Throws: a ``SmokeFault`` where it cannot be read.
  public func optionalUpload() throws -> HTTPBody? { hasBody ? try upload() : nil }

  /// The content as parts: one for each member of an object, one for anything else.
  ///
  /// - Throws: a ``SmokeFault`` where there is none.
  public func parts() throws -> [MultipartPart] {
    guard let value = values["body"]?["value"] else { throw SmokeFault("the body has no sample") }
    guard let members = value.object else { return [try Self.part("value", value)] }
    return try members.map { try Self.part($0.key, $0.value) }
  }

  /// The content as parts; `nil` where there is none.
  ///
  /// - Throws: a ``SmokeFault`` where it cannot be read.
  public func optionalParts() throws -> [MultipartPart]? { hasBody ? try parts() : nil }

  private static func part(_ name: String, _ value: JSONValue) throws -> MultipartPart {
    if let text = value.string { return .text(name, text) }
    return .json(name, try value.jsonData())
  }

  /// The media type of the content out of those that the operation takes; `nil` for no content.
  ///
  /// - Parameter types: the media types of the document.
  /// - Throws: a ``SmokeFault`` where it is none of them.
  public func bodyType(among types: [String]) throws -> String? {
    guard hasBody else { return nil }
    guard let name = values["body"]?["contentType"]?.string, let sent = MediaType(name) else {
      throw SmokeFault("the body has no content type")
    }
    if let same = types.first(where: { $0 == name }) { return same }
    let fitting = types.first { MediaType($0)?.covers(sent) == true }
    let alike = types.first { MediaType($0)?.isJSON == true && sent.isJSON }
    // It stands for a wildcard of the document, too.
    let general = types.first { $0 == MediaType.octetStream.essence }
    guard let type = fitting ?? alike ?? general else {
      throw SmokeFault("the operation takes no \(name)")
    }
    return type
  }

  private var hasBody: Bool { values["body"].map { !$0.isNull } ?? false }
}

/// Why an operation could not even be called.
public struct SmokeFault: Error, CustomStringConvertible {
  /// The reason.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension JSONValue {
  /// The value with `{"$base64": "…"}` as its text.
  fileprivate var withPlainBytes: JSONValue {
    switch self {
    case .array(let elements): return .array(elements.map(\.withPlainBytes))
    case .object(let members):
      if members.count == 1, let bytes = members["$base64"] { return bytes }
      return .object(JSONObject(members.map { ($0.key, $0.value.withPlainBytes) }))
    default: return self
    }
  }
}

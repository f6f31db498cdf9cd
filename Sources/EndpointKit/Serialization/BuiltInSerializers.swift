#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body as it came.
public struct DataSerializer: ResponseSerializer {
  /// Makes the serializer; it has no settings.
  public init() {}

  public func serialize(_ response: ReceivedResponse) -> Data { response.body }
}

/// Nothing: whatever the body holds, the call succeeds.
public struct EmptySerializer: ResponseSerializer {
  /// Makes the serializer; it has no settings.
  public init() {}

  public func serialize(_ response: ReceivedResponse) {}
  public var readsContent: Bool { false }
}

/// The body as text, by its byte order mark, else by the charset of its content type.
public struct StringSerializer: ResponseSerializer {
  /// The charset of bodies that do not say theirs.
  public var defaultCharset: String

  /// Makes the serializer.
  ///
  /// - Parameter defaultCharset: the charset of bodies that do not say theirs.
  public init(defaultCharset: String = "utf-8") { self.defaultCharset = defaultCharset }

  public func serialize(_ response: ReceivedResponse) throws -> String {
    if response.isEmpty { return "" }
    let charset = response.contentType?.charset ?? defaultCharset
    guard let text = TextDecoding.text(of: response.body, charset: charset) else {
      throw ClientError(.serialization, "the body cannot be read as text in charset '\(charset)'")
    }
    return text
  }
}

/// JSON read into a type: a model, a list of models, a scalar, ``JSONValue``.
public struct JSONSerializer<Value: JSONCodable>: ResponseSerializer {
  /// Makes the serializer; it has no settings.
  public init() {}

  public func serialize(_ response: ReceivedResponse) throws -> Value {
    if response.isEmpty { return try response.emptyValue(Value.self) }
    return try JSONReader.decode(Value.self, from: response.body)
  }
  public var accept: String? { MediaType.json.essence }
}

/// Any `Decodable` type, read with a decoder of your own.
public struct DecodableSerializer<Value: Decodable & Sendable, Decoder: DataDecoder>:
  ResponseSerializer
{
  /// Reads the body.
  public var decoder: Decoder

  /// Makes the serializer.
  ///
  /// - Parameters:
  ///   - type: what is read.
  ///   - decoder: reads the body.
  public init(_ type: Value.Type, decoder: Decoder) { self.decoder = decoder }

  public func serialize(_ response: ReceivedResponse) throws -> Value {
    if response.isEmpty { return try response.emptyValue(Value.self) }
    do {
      return try decoder.decode(Value.self, from: response.body)
    } catch let error as DecodingError {
      throw ClientError(.decoding, DecodableSerializer.describe(error), underlying: error)
    }
  }

  /// The coding path and what is wrong there.
  private static func describe(_ error: DecodingError) -> String {
    func text(_ context: DecodingError.Context, _ what: String) -> String {
      let path = context.codingPath.map { key in key.intValue.map { "[\($0)]" } ?? key.stringValue }
      return "the body is no \(Value.self): \(what) at '\(path.joined(separator: "."))'"
    }
    return switch error {
    case .typeMismatch(let type, let context): text(context, "\(type) expected")
    case .valueNotFound(let type, let context): text(context, "\(type) missing")
    case .keyNotFound(let key, let context): text(context, "key '\(key.stringValue)' missing")
    case .dataCorrupted(let context): text(context, context.debugDescription)
    @unknown default: "the body is no \(Value.self): \(error)"
    }
  }
}

/// Reads `Decodable` values; `JSONDecoder` and `PropertyListDecoder` do.
public protocol DataDecoder: Sendable {
  /// Reads a value.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

/// A serializer made of a function.
public struct ClosureSerializer<Value: Sendable>: ResponseSerializer {
  private let function: @Sendable (ReceivedResponse) throws -> Value

  /// Makes a serializer of a function.
  ///
  /// - Parameter function: makes the value of the response, or throws.
  public init(_ function: @escaping @Sendable (ReceivedResponse) throws -> Value) {
    self.function = function
  }

  public func serialize(_ response: ReceivedResponse) throws -> Value { try function(response) }
}

/// A serializer whose value another function goes on with.
public struct MappedSerializer<Base: ResponseSerializer, Value: Sendable>: ResponseSerializer {
  private let base: Base
  private let transform: @Sendable (Base.Value) throws -> Value

  init(_ base: Base, _ transform: @escaping @Sendable (Base.Value) throws -> Value) {
    self.base = base
    self.transform = transform
  }

  public func serialize(_ response: ReceivedResponse) throws -> Value {
    try transform(base.serialize(response))
  }
  public var readsContent: Bool { base.readsContent }
  public var accept: String? { base.accept }
}

/// A serializer that reads a changed body.
public struct PreprocessedSerializer<Base: ResponseSerializer>: ResponseSerializer {
  private let base: Base
  private let preprocessor: BodyPreprocessor

  init(_ base: Base, _ preprocessor: BodyPreprocessor) {
    self.base = base
    self.preprocessor = preprocessor
  }

  public func serialize(_ response: ReceivedResponse) throws -> Base.Value {
    var response = response
    if !response.isEmpty { response.body = try preprocessor.process(response.body) }
    return try base.serialize(response)
  }
  public var readsContent: Bool { base.readsContent }
  public var accept: String? { base.accept }
}

extension ResponseSerializer {
  /// The same, with a further step at the end.
  ///
  /// - Parameter transform: the step; what it throws becomes `.serialization`.
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws -> Other
  ) -> MappedSerializer<Self, Other> { MappedSerializer(self, transform) }

  /// The same, with a step in front.
  ///
  /// - Parameter preprocessor: changes the body.
  public func preprocessed(by preprocessor: BodyPreprocessor) -> PreprocessedSerializer<Self> {
    PreprocessedSerializer(self, preprocessor)
  }
}

extension ResponseSerializer where Self == DataSerializer {
  /// The body as it came.
  public static var data: DataSerializer { DataSerializer() }
}

extension ResponseSerializer where Self == EmptySerializer {
  /// Nothing of the body.
  public static var empty: EmptySerializer { EmptySerializer() }
}

extension ResponseSerializer where Self == StringSerializer {
  /// The body as text.
  public static var string: StringSerializer { StringSerializer() }
  /// The body as text.
  public static var text: StringSerializer { StringSerializer() }
}

extension ResponseSerializer where Self == JSONSerializer<JSONValue> {
  /// Any JSON.
  public static var json: JSONSerializer<JSONValue> { JSONSerializer() }
}

extension ResponseSerializer {
  /// JSON read into a type.
  public static func model<Value: JSONCodable>(
    _ type: Value.Type = Value.self
  ) -> Self where Self == JSONSerializer<Value> { JSONSerializer() }

  /// A `Decodable` type read with a decoder; JSON if none is given.
  public static func decodable<Value: Decodable & Sendable, Decoder: DataDecoder>(
    _ type: Value.Type = Value.self,
    decoder: Decoder
  ) -> Self where Self == DecodableSerializer<Value, Decoder> {
    DecodableSerializer(type, decoder: decoder)
  }

  /// A `Decodable` type read with a `JSONDecoder`.
  public static func decodable<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self
  ) -> Self where Self == DecodableSerializer<Value, JSONDecoder> {
    DecodableSerializer(type, decoder: JSONDecoder())
  }

  /// A `Decodable` type read from a property list.
  public static func propertyList<Value: Decodable & Sendable>(
    _ type: Value.Type = Value.self
  ) -> Self where Self == DecodableSerializer<Value, PropertyListDecoder> {
    DecodableSerializer(type, decoder: PropertyListDecoder())
  }
}

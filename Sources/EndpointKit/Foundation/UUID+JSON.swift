#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UUID: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    self = try json.readText("a UUID") { bytes in
      UUID(uuidString: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Writes the identifier in lower case, as RFC 9562 does.
  public func write(json: inout JSONWriter) throws { json.writeString(uuidString.lowercased()) }

  public var parameterValue: ParameterValue { .scalar(uuidString.lowercased()) }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }
}

extension URL: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    self = try json.readText("a URL") { bytes in
      URL(string: String(decoding: bytes, as: UTF8.self))
    }
  }

  public func write(json: inout JSONWriter) throws { json.writeString(absoluteString) }

  public var parameterValue: ParameterValue { .scalar(absoluteString) }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }
}

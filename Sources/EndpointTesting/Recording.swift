public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Exchanges as they happened, without their secrets, in a file that a person can read and edit.
public struct Recording: Model {
  /// The version of the file's format.
  public var version: Int
  /// The exchanges in the order they ended.
  public var exchanges: [RecordedExchange]

  /// Makes a recording.
  ///
  /// - Parameter exchanges: the exchanges in order.
  public init(exchanges: [RecordedExchange] = []) {
    version = Recording.currentVersion
    self.exchanges = exchanges
  }

  /// The version that this library writes and reads.
  public static let currentVersion = 1

  public static var coding: ValueCoding {
    fields(
      .init("version", \.version),
      .init("exchanges", \.exchanges)
    )
  }

  /// Reads a recording from a file.
  ///
  /// - Parameter path: where it is.
  /// - Throws: a ``ClientError`` of kind `.file`.
  public init(path: String) throws {
    do {
      self = try JSONReader.decode(Recording.self, from: Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ClientError(.file, "the recording \(path) cannot be read: \(error)", underlying: error)
    }
    guard version == Recording.currentVersion else {
      throw ClientError(
        .file,
        "the recording \(path) has version \(version); record it again"
      )
    }
  }

  /// Writes the recording to a file, all or nothing.
  ///
  /// - Parameter path: where to; what is there is replaced.
  /// - Throws: a ``ClientError`` of kind `.file`.
  public func write(path: String) throws {
    do {
      // An exchange a line: what changes from recording to recording shows in a diff.
      let lines = try exchanges.map { String(decoding: try $0.jsonData(), as: UTF8.self) }
      let text = """
        {"version": \(version), "exchanges": [
        \(lines.joined(separator: ",\n"))
        ]}

        """
      try Data(text.utf8).write(to: URL(filePath: path), options: .atomic)
    } catch {
      throw ClientError(
        .file,
        "the recording \(path) cannot be written: \(error)",
        underlying: error
      )
    }
  }

  /// A transport that replays a file, or records it where there is none yet.
  ///
  /// - Parameters:
  ///   - path: where the recording is or shall be; it is written by ``RecordingTransport/save()``
  ///     and when the transport is shut down.
  ///   - transport: makes the real exchanges.
  /// - Returns: a ``ReplayTransport`` or a ``RecordingTransport``.
  /// - Throws: a ``ClientError`` of kind `.file` where there is a file that is no recording.
  public static func transport(
    path: String,
    recording transport: @autoclosure () -> any Transport
  ) throws -> any Transport {
    if FileManager.default.fileExists(atPath: path) {
      return ReplayTransport(try Recording(path: path))
    }
    return RecordingTransport(transport(), path: path)
  }
}

/// One exchange of a ``Recording``.
public struct RecordedExchange: Model {
  /// The method.
  public var method: String
  /// The URL, with secrets in its query replaced.
  public var url: String
  /// The request's fields as `Name: value`, with secrets replaced.
  public var requestFields: [String]
  /// The request's body, where it was in memory.
  public var requestBody: RecordedBody?
  /// The status.
  public var status: Int
  /// The response's fields as `Name: value`, with secrets replaced; framing and encoding are left
  /// out, since the body is kept decoded and whole.
  public var responseFields: [String]
  /// The response's body.
  public var body: RecordedBody?

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - url: the URL.
  ///   - status: the response's status.
  ///   - fields: the response's fields as `Name: value`.
  ///   - body: the response's body.
  public init(
    method: String,
    url: String,
    status: Int,
    fields: [String] = [],
    body: RecordedBody? = nil
  ) {
    self.method = method
    self.url = url
    self.status = status
    responseFields = fields
    self.body = body
    requestFields = []
    requestBody = nil
  }

  public static var coding: ValueCoding {
    fields(
      .init("method", \.method),
      .init("url", \.url),
      .init("request_fields", \.requestFields),
      .init("request_body", \.requestBody),
      .init("status", \.status),
      .init("fields", \.responseFields),
      .init("body", \.body)
    )
  }
}

/// A body in a ``Recording``: text where it is UTF-8, else base64.
public struct RecordedBody: Model {
  /// The bytes as text.
  public var text: String?
  /// The bytes, where they are no text.
  public var base64: Data?

  /// Makes a body from its bytes.
  ///
  /// - Parameter data: the bytes.
  public init(_ data: Data) {
    text = String(validating: data, as: UTF8.self)
    base64 = text == nil ? data : nil
  }

  /// The bytes.
  public var data: Data { text.map { Data($0.utf8) } ?? base64 ?? Data() }

  public static var coding: ValueCoding {
    fields(
      .init("text", \.text),
      .init("base64", \.base64)
    )
  }
}

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One part of a `multipart/form-data` body (RFC 7578).
public struct MultipartPart: Sendable {
  /// The form field's name.
  public var name: String
  /// The file name; only parts that stand for files have one.
  public var filename: String?
  /// The media type; plain text has none.
  public var contentType: String?
  /// Further header fields of the part.
  public var fields: HTTPFields
  /// The content.
  public var body: HTTPBody

  /// Makes a part.
  ///
  /// - Parameters:
  ///   - name: the form field's name.
  ///   - filename: the file name, for parts that stand for files.
  ///   - contentType: the media type.
  ///   - fields: further header fields of the part.
  ///   - body: the content.
  public init(
    name: String,
    filename: String? = nil,
    contentType: String? = nil,
    fields: HTTPFields = [:],
    body: HTTPBody
  ) {
    self.name = name
    self.filename = filename
    self.contentType = contentType
    self.fields = fields
    self.body = body
  }

  /// A text field.
  public static func text(_ name: String, _ text: String, contentType: String? = nil)
    -> MultipartPart
  {
    MultipartPart(name: name, contentType: contentType, body: .text(text))
  }

  /// A file; its type follows from its name unless it says so itself.
  public static func file(_ name: String, _ file: FilePart, contentType: String? = nil)
    -> MultipartPart
  {
    MultipartPart(
      name: name,
      filename: file.filename,
      contentType: file.contentType ?? contentType
        ?? FileTypes.mediaType(ofFileNamed: file.filename),
      body: file.body
    )
  }

  /// JSON that is written already.
  public static func json(_ name: String, _ data: Data, contentType: String = "application/json")
    -> MultipartPart
  {
    MultipartPart(name: name, contentType: contentType, body: .data(data))
  }

  /// The lines in front of the content, up to and with the empty one.
  func head(boundary: String) -> String {
    var text =
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(MultipartPart.escaped(name))\""
    if let filename { text += "; filename=\"\(MultipartPart.escaped(filename))\"" }
    text += "\r\n"
    if let contentType, let field = HTTPField(checking: "Content-Type", contentType) {
      text += "\(field.line)\r\n"
    }
    for field in fields { text += "\(field.line)\r\n" }
    return text + "\r\n"
  }

  /// Escapes a name the way browsers do (WHATWG HTML): quote, CR and LF as triplets, the rest as
  /// UTF-8.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Assembles multipart bodies.
enum MultipartBody {
  /// Bodies up to this size are one piece in memory, if all their parts are.
  static let memoryThreshold = 1 << 20

  /// Joins parts.
  ///
  /// Parts in memory stay one piece below the threshold; files are read when they are sent, a
  /// piece at a time and at every try anew.
  static func assemble(_ parts: [MultipartPart], boundary: String) -> HTTPBody {
    var pieces: [HTTPBody] = []
    var text = ""
    for part in parts {
      text += part.head(boundary: boundary)
      pieces.append(.text(text))
      pieces.append(part.body)
      text = "\r\n"
    }
    text += parts.isEmpty ? "--\(boundary)--\r\n" : "--\(boundary)--\r\n"
    pieces.append(.text(text))
    return joined(pieces)
  }

  private static func joined(_ pieces: [HTTPBody]) -> HTTPBody {
    var length: Int64? = 0
    var isInMemory = true
    for piece in pieces {
      if let sum = length, let more = piece.length { length = sum + more } else { length = nil }
      if case .data = piece.source { continue }
      isInMemory = false
    }
    if isInMemory, let length, length <= memoryThreshold {
      var data = Data(capacity: Int(length))
      for piece in pieces {
        if case .data(let bytes) = piece.source { data.append(bytes) }
      }
      return .data(data)
    }
    return HTTPBody(
      source: .parts(pieces),
      length: length,
      isReplayable: pieces.allSatisfy(\.isReplayable)
    )
  }

  /// A boundary nobody can guess, so that no content can hold it by accident or design.
  static func makeBoundary() -> String {
    var generator = SystemRandomNumberGenerator()
    let digits = (0..<2).map { _ in
      let text = String(generator.next(), radix: 36)
      return String(repeating: "0", count: 13 - text.utf8.count) + text
    }
    return "----endpoint-\(digits.joined())"
  }
}

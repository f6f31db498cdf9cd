#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file to upload: its bytes, or where they are, with name and type.
public struct FilePart: Sendable, Hashable {
  /// Where the bytes come from.
  private enum Content: Sendable, Hashable {
    case data(Data)
    case path(String)
    case stream(StreamSource)
  }

  private final class StreamSource: Sendable, Hashable {
    let body: HTTPBody
    init(_ body: HTTPBody) { self.body = body }
    static func == (left: StreamSource, right: StreamSource) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private var content: Content
  /// The name the server is told; not a path.
  public var filename: String
  /// The media type; by the name's extension where it is `nil`.
  public var contentType: String?

  /// A file in memory.
  ///
  /// - Parameters:
  ///   - data: its bytes.
  ///   - filename: the name the server is told.
  ///   - contentType: its media type; by the name's extension if left out.
  public init(data: Data, filename: String, contentType: String? = nil) {
    content = .data(data)
    self.filename = filename
    self.contentType = contentType
  }

  /// A file on disk, read while it is sent.
  ///
  /// - Parameters:
  ///   - path: where it is.
  ///   - filename: the name the server is told; the last component of the path if left out.
  ///   - contentType: its media type; by the name's extension if left out.
  public init(path: String, filename: String? = nil, contentType: String? = nil) {
    content = .path(path)
    self.filename = filename ?? String(path.split(separator: "/").last ?? "file")
    self.contentType = contentType
  }

  /// A file from a stream.
  ///
  /// - Parameters:
  ///   - stream: the body; says itself whether it can be sent again.
  ///   - filename: the name the server is told.
  ///   - contentType: its media type; by the name's extension if left out.
  public init(stream: HTTPBody, filename: String, contentType: String? = nil) {
    content = .stream(StreamSource(stream))
    self.filename = filename
    self.contentType = contentType
  }

  /// The bytes as a body.
  public var body: HTTPBody {
    switch content {
    case .data(let data): .data(data)
    case .path(let path): .file(path: path)
    case .stream(let source): source.body
    }
  }
}

/// Media types by file name extension.
enum FileTypes {
  private static let types: [String: String] = [
    "aac": "audio/aac", "avif": "image/avif", "bmp": "image/bmp", "bz2": "application/x-bzip2",
    "css": "text/css", "csv": "text/csv", "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "epub": "application/epub+zip", "flac": "audio/flac", "gif": "image/gif",
    "gz": "application/gzip", "heic": "image/heic", "htm": "text/html", "html": "text/html",
    "ico": "image/vnd.microsoft.icon", "ics": "text/calendar", "jpeg": "image/jpeg",
    "jpg": "image/jpeg", "js": "text/javascript", "json": "application/json",
    "jsonl": "application/jsonl", "m4a": "audio/mp4", "md": "text/markdown",
    "mov": "video/quicktime", "mp3": "audio/mpeg", "mp4": "video/mp4", "mpeg": "video/mpeg",
    "mpga": "audio/mpeg", "oga": "audio/ogg", "ogg": "audio/ogg", "opus": "audio/ogg",
    "pdf": "application/pdf", "png": "image/png",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf", "svg": "image/svg+xml", "tar": "application/x-tar",
    "tif": "image/tiff", "tiff": "image/tiff", "ttf": "font/ttf", "txt": "text/plain",
    "wasm": "application/wasm", "wav": "audio/wav", "webm": "video/webm", "webp": "image/webp",
    "woff": "font/woff", "woff2": "font/woff2", "xls": "application/vnd.ms-excel",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "xml": "application/xml", "yaml": "application/yaml", "yml": "application/yaml",
    "zip": "application/zip", "zst": "application/zstd",
  ]

  /// The type a name's extension stands for; bytes of unknown kind where it is not known.
  static func mediaType(ofFileNamed name: String) -> String {
    guard let dot = name.lastIndex(of: "."),
      let type = types[name[name.index(after: dot)...].lowercased()]
    else { return MediaType.octetStream.essence }
    return type
  }
}

internal import EndpointKit
internal import Foundation

/// A request body in a form that `URLSession` sends: bytes or a file.
struct BodySpool {
  enum Content {
    case none
    case data(Data)
    case file(URL)
  }

  let content: Content
  private let temporary: URL?

  init(_ request: HTTPRequest) async throws {
    switch request.body?.source {
    case nil:
      content = .none
      temporary = nil
    case .data(let data):
      content = .data(data)
      temporary = nil
    case .file(let path):
      content = .file(URL(fileURLWithPath: path))
      temporary = nil
      guard FileManager.default.isReadableFile(atPath: path) else {
        throw ClientError(.file, "the file of the request body cannot be read: \(path)")
      }
    case .stream, .parts:
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("endpoint-body-\(UUID().uuidString)")
      content = .file(file)
      temporary = file
      do {
        try await BodySpool.write(request.body, to: file)
      } catch {
        try? FileManager.default.removeItem(at: file)
        throw error
      }
    }
  }

  /// Removes the temporary file.
  func remove() {
    if let temporary { try? FileManager.default.removeItem(at: temporary) }
  }

  private static func write(_ body: HTTPBody?, to file: URL) async throws {
    guard let body else { return }
    guard FileManager.default.createFile(atPath: file.path, contents: nil),
      let handle = try? FileHandle(forWritingTo: file)
    else { throw ClientError(.file, "no temporary file can be made at \(file.path)") }
    defer { try? handle.close() }
    var written: Int64 = 0
    do {
      for try await piece in try await body.openStream() {
        try handle.write(contentsOf: piece)
        written += Int64(piece.count)
      }
    } catch let error as ClientError {
      throw error
    } catch let error as CancellationError {
      throw ClientError(.cancelled, "the call was cancelled", underlying: error)
    } catch {
      throw ClientError(
        .requestEncoding,
        "the request body could not be read: \(error)",
        underlying: error
      )
    }
    if let length = body.length, written != length {
      throw ClientError(
        .requestEncoding,
        "the request body has \(written) bytes instead of the \(length) it was said to have"
      )
    }
  }
}

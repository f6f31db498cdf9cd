import Diagnostics
import Testing

@testable import GenClientCore

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#endif

/// A folder of a test's own, gone when the test is.
final class TestFolder {
  let path: String

  init() {
    var template = Array("/tmp/gen-client-tests.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
    path = template.withUnsafeBufferPointer { buffer in
      String(decoding: buffer.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
  }

  deinit {
    chmod(path, 0o700)
    FileSystem.removeTree(path)
  }

  /// The full path of a name in the folder.
  func callAsFunction(_ name: String) -> String { PathText.join(path, name) }

  /// Writes a file, with the folders it needs.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let path = self(name)
    try FileSystem.createFolder(PathText.folder(of: path))
    try FileSystem.remove(path)
    try FileSystem.create(Array(text.utf8), at: path)
    return path
  }

  /// A file's text; `nil` where there is none.
  func text(_ name: String) -> String? {
    (try? FileSystem.contents(of: self(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// All files below a folder, hidden ones included, with their texts.
  func tree(_ name: String = "") -> [String: String] {
    var found: [String: String] = [:]
    func visit(_ relative: String) {
      let full = PathText.join(self(name), relative)
      for entry in (try? FileSystem.names(in: full)) ?? [] {
        let path = PathText.join(relative, entry)
        switch FileSystem.kind(of: PathText.join(self(name), path)) {
        case .folder: visit(path)
        case .file: found[path] = text(PathText.join(name, path))
        default: break
        }
      }
    }
    visit("")
    return found
  }

  /// Swift files below a folder.
  func sources(_ name: String) -> [String] {
    tree(name).keys.filter { $0.hasSuffix(".swift") }.sorted()
  }
}

/// What a run of the tool left behind.
struct Outcome {
  let code: ExitCode
  let output: String
  let error: String
}

/// Runs the tool in this process.
///
/// - Parameters:
///   - arguments: The command line.
///   - input: Standard input.
///   - environment: The environment.
func runTool(
  _ arguments: [String],
  input: String = "",
  environment: [String: String] = [:],
  isTerminal: Bool = false,
  program: String = "/nowhere/gen-client",
  replaceProcess: @escaping @Sendable (String, [String]) -> FileFailure? = { _, _ in nil }
) -> Outcome {
  let output = Locked("")
  let error = Locked("")
  let console = Console(
    output: { text in output.withLock { $0 += text } },
    error: { text in error.withLock { $0 += text } },
    input: { Array(input.utf8) },
    environment: { environment[$0] },
    executablePath: { program },
    replaceProcess: replaceProcess,
    errorIsTerminal: isTerminal,
    outputIsTerminal: isTerminal
  )
  let code = GenClient.run(arguments, console: console)
  return Outcome(code: code, output: output.withLock { $0 }, error: error.withLock { $0 })
}

/// The repository.
let repository: String = {
  let file = #filePath
  return PathText.folder(of: PathText.folder(of: PathText.folder(of: file)))
}()

/// Documents that tests share.
enum Sample {
  static let shop = """
    openapi: 3.1.0
    info:
      title: Shop REST API v2
      version: 1.4.2
    servers:
      - url: https://shop.example.com
      - url: https://staging.example.com
        description: Staging
    tags:
      - name: items
      - name: orders
    paths:
      /items:
        get:
          operationId: listItems
          tags: [items]
          parameters:
            - {name: page, in: query, schema: {type: integer}}
            - {name: q, in: query, schema: {type: string}}
          responses:
            "200":
              description: Items.
              content:
                application/json:
                  schema:
                    type: array
                    items: {$ref: "#/components/schemas/Item"}
      /items/{id}:
        parameters:
          - {name: id, in: path, required: true, schema: {type: string}}
        get:
          operationId: getItem
          tags: [items]
          security: [{login: [read]}]
          responses:
            "200":
              description: One item.
              content:
                application/json:
                  schema: {$ref: "#/components/schemas/Item"}
      /orders:
        post:
          operationId: placeOrder
          tags: [orders]
          requestBody:
            required: true
            content:
              application/json:
                schema: {$ref: "#/components/schemas/Order"}
          responses:
            "204": {description: Done.}
    components:
      securitySchemes:
        login:
          type: oauth2
          flows:
            authorizationCode:
              authorizationUrl: https://shop.example.com/authorize
              tokenUrl: https://shop.example.com/token
              scopes: {read: Look around.}
      schemas:
        Item:
          type: object
          required: [id]
          properties:
            id: {type: string}
            link: {type: string, format: uri}
            price: {$ref: "#/components/schemas/Money"}
            state: {type: string, enum: [new, used]}
        Money:
          type: object
          properties:
            amount: {type: integer}
        Order:
          type: object
          required: [item]
          properties:
            item: {type: string}
        Spare:
          type: object
          properties:
            part: {type: string}

    """

  /// The shop with one text in place of another, which has to be there.
  static func shop(_ old: String, _ new: String) -> String {
    precondition(shop.contains(old), "the sample has no \(old)")
    return shop.split(separator: old, omittingEmptySubsequences: false).joined(separator: new)
  }
}

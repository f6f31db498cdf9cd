#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One operation with its arguments filled in: what to send and what the document promises back.
///
/// Building never fails. A value that cannot be sent is remembered in ``problem``, and the session
/// reports it as ``ClientError`` of kind `.requestEncoding` before anything goes out.
public struct Endpoint: Sendable {
  /// The method.
  public var method: HTTPMethod
  /// The operation's id in the document.
  public let id: String
  /// Header fields of this operation.
  public var fields = HTTPFields()
  /// The content, if any.
  public var body: HTTPBody?
  /// What the document demands to authorize the operation.
  public var security = Security.none
  /// The server to use instead of the session's.
  public var server: Server?
  /// Whether the operation may be sent twice; by method where it is `nil`.
  public var isIdempotent: Bool?
  private var reported: String?

  private var pathBuilder: PathBuilder
  var queryText = EncodedText()
  var cookieText = EncodedText()
  /// Media types documented for responses, in document order, as in an `Accept` field.
  private(set) var acceptText = ""
  private(set) var successes: [StatusPattern] = []
  private(set) var failures: [DocumentedFailure] = []

  /// Starts an operation.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - path: the path as the document has it, parameters in braces.
  ///   - id: the operation's id; method and path if left out.
  public init(_ method: HTTPMethod, _ path: String, id: String = "") {
    self.method = method
    self.id = id.isEmpty ? "\(method) \(path)" : id
    pathBuilder = PathBuilder(path)
  }

  /// The path with its parameters in braces.
  public var pathTemplate: String { pathBuilder.template }

  /// The path with its parameters filled in.
  public var path: String {
    var text = EncodedText()
    _ = pathBuilder.finish(into: &text)
    return text.string
  }

  /// The query without its question mark, empty where there is none.
  public var query: String { queryText.string }

  /// What is wrong with the arguments, if anything: the first problem met.
  public var problem: String? {
    var text = EncodedText()
    return finishPath(into: &text)
  }

  /// Remembers that an argument cannot be sent; the first one counts.
  ///
  /// - Parameter text: what is wrong, naming the parameter.
  public mutating func report(_ text: String) {
    if reported == nil { reported = text }
  }

  /// Puts a path parameter in its place.
  ///
  /// Every character that could end its segment is percent-encoded; an empty value is a problem,
  /// since the request would go to another resource, and so is one that makes a segment `.` or
  /// `..`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name in the template.
  ///   - value: the value.
  ///   - style: `.simple`, `.label` or `.matrix`.
  ///   - explode: whether items are written apart.
  ///   - allowReserved: whether reserved characters stay as they are, where they do no harm.
  public mutating func path(
    _ name: String,
    _ value: some JSONCodable,
    style: ParameterStyle = .simple,
    explode: Bool = false,
    allowReserved: Bool = false
  ) {
    let writer = StyleWriter(
      name: name,
      explode: explode,
      kept: allowReserved ? .reservedInPath : .unreserved,
      keepsTriplets: allowReserved
    )
    let value = ParameterValue(value)
    if value.isEmpty, style != .simple {
      return report("path parameter '\(name)' is empty, which would lead to another resource")
    }
    let problem = pathBuilder.place(name) { output in
      switch style {
      case .label: writer.label(value, to: &output)
      case .matrix: writer.matrix(value, to: &output)
      default: writer.simple(value, to: &output)
      }
    }
    if let problem { report(problem) }
  }

  /// Puts a path parameter of a media type in its place.
  ///
  /// - Parameters:
  ///   - name: the parameter's name in the template.
  ///   - value: the value.
  ///   - content: the media type; `application/json` unless the value is text.
  public mutating func path(_ name: String, _ value: some JSONCodable, content: String) {
    guard let text = contentText(name, value, content) else { return }
    path(name, text)
  }

  /// Adds media types that a response may have, in the document's order.
  ///
  /// - Parameter types: media types or ranges; one that is there already is not repeated.
  public mutating func accept(_ types: String...) {
    if acceptText.isEmpty, types.count == 1, let only = types.first {
      acceptText = only
      return
    }
    for type in types where !acceptTypes.contains(Substring(type)) {
      acceptText += acceptText.isEmpty ? type : ", \(type)"
    }
  }

  private var acceptTypes: [Substring] {
    acceptText.split(separator: ",").map { $0.drop { $0 == " " } }
  }

  /// Names the one status the document lists as success.
  public mutating func success(_ status: StatusPattern) { successes.append(status) }

  /// Names statuses the document lists as success.
  public mutating func success(_ statuses: StatusPattern...) {
    if successes.isEmpty { successes = statuses } else { successes += statuses }
  }

  /// Names the type of the body that comes with a failure.
  ///
  /// - Parameters:
  ///   - status: the status, class or default.
  ///   - type: the documented body: a type read from JSON, `String` or `Data`.
  ///   - format: how the body is read.
  public mutating func failure<Body: JSONCodable>(
    _ status: StatusPattern,
    _ type: Body.Type,
    as format: BodyFormat = .json
  ) {
    if failures.isEmpty { failures.reserveCapacity(4) }
    failures.append(DocumentedFailure(status: status, type: type, format: format))
  }

  /// About how many bytes path and query take.
  var sizeHint: Int { pathBuilder.sizeHint + queryText.count + 1 }

  /// Appends the filled path.
  ///
  /// - Returns: what is wrong with the arguments, or `nil`.
  func finishPath(into output: inout EncodedText) -> String? {
    let pathProblem = pathBuilder.finish(into: &output)
    return reported ?? pathProblem
  }
}

/// How a body is read.
public enum BodyFormat: Sendable, Hashable {
  case json, text, data
}

/// A failure the document describes.
struct DocumentedFailure: Sendable {
  let status: StatusPattern
  let type: any JSONCodable.Type
  let format: BodyFormat

  /// The body as the type documented; `nil` where it does not fit.
  func decode(_ body: Data, _ contentType: MediaType?) -> (any Sendable)? {
    switch format {
    case .data: return body
    case .text: return TextDecoding.text(of: body, charset: contentType?.charset)
    case .json:
      if let value = try? type.init(jsonData: body) { return value }
      let isText = type == String.self && contentType?.isJSON != true
      return isText ? TextDecoding.text(of: body, charset: contentType?.charset) : nil
    }
  }
}

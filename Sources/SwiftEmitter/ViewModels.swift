import ClientModel
import Mustache

/// Turns the client model into what templates see: every decision is taken here, so that a
/// template only lays out.
struct ViewModels {
  let model: Client
  let printer: TypePrinter
  /// The access modifier with a trailing space.
  let access: String

  /// The widest line the formatter leaves alone.
  static let lineLength = 100

  init(model: Client) {
    self.model = model
    printer = TypePrinter(model: model)
    access = model.access == .internal ? "" : model.access.rawValue + " "
  }

  /// The lines of a doc comment, each with its `///`.
  ///
  /// - Parameters:
  ///   - documentation: the document's text.
  ///   - fallback: the summary where there is none.
  ///   - sections: parameters, returns and throws, one item a line.
  ///   - indent: the columns left of the comment.
  func doc(
    _ documentation: Documentation,
    fallback: String? = nil,
    sections: [String] = [],
    indent: Int
  ) -> Value {
    let width = max(40, Self.lineLength - indent - 4)
    let lines = DocComment.lines(
      documentation,
      fallback: fallback,
      sections: sections,
      width: width
    )
    return .list(lines.map { .string($0.isEmpty ? "///" : "/// " + $0) })
  }

  /// The attribute that marks a deprecated declaration, or nothing.
  func deprecated(_ deprecation: Deprecation?) -> Value {
    guard let deprecation else { return .null }
    let reason = deprecation.message.map(DocComment.oneLine) ?? ""
    guard !reason.isEmpty, reason.utf8.count <= 60 else { return "@available(*, deprecated)" }
    return .string("@available(*, deprecated, message: \(SwiftLiteral.string(reason)))")
  }

  /// Names of the runtime, with their module where a generated type of the file hides them.
  ///
  /// - Parameter types: the types declared in the file.
  func library(around types: [TypeDeclaration] = []) -> Value {
    var hidden: Set<String> = []
    func collect(_ type: TypeDeclaration) {
      hidden.insert(type.name.last)
      type.nested.forEach(collect)
    }
    types.forEach(collect)
    return .object(
      Self.libraryNames.map { name in
        let text = hidden.contains(name) ? printer.qualified(name) : printer.library(name, in: [])
        return (name, .string(text))
      }
    )
  }

  private static let libraryNames = [
    "APIKeySigner", "BasicSigner", "BearerSigner", "BodyChoice", "Call", "Data", "Date",
    "Endpoint", "EventMonitor", "Fields", "HTTPFields", "Int", "JSONCodable", "JSONValue",
    "KnownCases", "Model", "OAuth2Flow", "OAuth2Handler", "OAuth2Settings", "OpenEnum",
    "PagedCall", "RequestInterceptor", "RequestSigner", "ResponseHeaders", "Sendable", "Server",
    "Session", "StatusUnion", "StatusVariants", "StreamCall", "String", "Target", "TokenStore",
    "Transport", "Union", "Variants", "Void",
  ]

  /// Comma-separated items: the separator inside one line, the comma on lines of their own.
  static func items(_ items: [[(String, Value)]]) -> Value {
    .list(
      items.enumerated().map { index, pairs in
        let isLast = index == items.count - 1
        return .object(
          pairs + [
            ("separator", isLast ? "" : ", "), ("comma", isLast ? "" : ","),
          ]
        )
      }
    )
  }

  /// The Swift spelling of a default.
  func literal(_ value: DefaultValue, in scope: [String]) -> String {
    switch value {
    case .string(let text): SwiftLiteral.string(text)
    case .integer(let digits), .number(let digits): digits
    case .bool(let flag): flag ? "true" : "false"
    case .enumCase(_, let name): "." + SwiftName.member(name)
    case .array(let elements):
      "[" + elements.map { literal($0, in: scope) }.joined(separator: ", ") + "]"
    case .emptyDictionary: "[:]"
    case .null: "nil"
    }
  }
}

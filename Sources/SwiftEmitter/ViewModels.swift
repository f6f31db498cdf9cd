import ClientModel
import Mustache

/// Turns the client model into what templates see: every decision is taken here, so that a
/// template only lays out.
struct ViewModels {
  let model: Client
  let printer: TypePrinter
  /// The access modifier with a trailing blank.
  let access: String
  /// The keys that any template asks for.
  private let keys: Set<String>
  /// Whether templates include others by names in the view model, whose keys nobody knows.
  private let hasDynamicParts: Bool
  /// The lines of the comment at the top of each file, without `//`.
  private let header: Value
  /// The same for templates that are no part of the client.
  var headerValue: Value { header }
  private let imports: Value
  /// Names of the runtime as they are written where no type of the file hides them.
  private let library: Value

  init(model: Client, header: [String], keys: Set<String>) {
    self.model = model
    self.keys = keys
    hasDynamicParts = keys.contains(Self.dynamicParts)
    printer = TypePrinter(model: model)
    access = model.access == .internal ? "" : model.access.rawValue + " "
    self.header = .strings(header.map(DocText.oneLine))
    imports = .strings(model.imports)
    library = Self.library(printer, hidden: [])
  }

  /// Stands among the keys where templates include others by names in the view model.
  static let dynamicParts = ">*"

  /// Whether any template asks for a key; what none asks for need not be made.
  func wants(_ key: String) -> Bool { hasDynamicParts || keys.contains(key) }

  // MARK: Files

  /// The view model of a file: what every template sees, and more.
  ///
  /// - Parameters:
  ///   - kind: the kind of file.
  ///   - values: the values of the keys that follow those of every file.
  ///   - types: the types declared in the file, which hide names of the runtime.
  func file(_ kind: ViewKind, _ values: [Value], declaring types: [TypeDeclaration] = []) -> Value {
    let common: [Value] = [
      header, imports, .string(SwiftName.escaped(model.name)), .string(access),
      library(around: types),
    ]
    return kind.object(common + values)
  }

  private func library(around types: [TypeDeclaration]) -> Value {
    var hidden: Set<String> = []
    func collect(_ type: TypeDeclaration) {
      if Self.libraryNames.contains(type.name.last) { hidden.insert(type.name.last) }
      type.nested.forEach(collect)
    }
    types.forEach(collect)
    return hidden.isEmpty ? library : Self.library(printer, hidden: hidden)
  }

  private static func library(_ printer: TypePrinter, hidden: Set<String>) -> Value {
    ViewKind.library.object(
      ViewKind.library.keys.map { key in
        let name = key.name
        let isHidden = hidden.contains(name)
        return .string(isHidden ? TypePrinter.qualified(name) : printer.library(name, in: []))
      }
    )
  }

  private static let libraryNames = Set(ViewKind.library.keys.map(\.name))

  // MARK: Comments and attributes

  /// A doc comment of a summary and a discussion.
  func doc(
    _ documentation: Documentation,
    fallback: @autoclosure () -> String? = nil,
    at column: Int
  ) -> Value {
    // Most comments by far: one line that fits.
    if documentation.discussion == nil, documentation.url == nil {
      if let text = documentation.summary.map(DocText.oneLine), !text.isEmpty {
        let stop = DocComment.fullStop(text)
        if column + 4 + text.utf8.count + stop.utf8.count <= Code.lineWidth {
          return .string(String(joining: "/// ", text, stop))
        }
      } else if let text = fallback(), column + 4 + text.utf8.count <= Code.lineWidth {
        return .string(String(joining: "/// ", text))
      }
    }
    var comment = DocComment(at: column)
    comment.summary(documentation, fallback: fallback())
    comment.discussion(documentation)
    comment.link(documentation)
    return comment.value
  }

  /// A doc comment of a summary alone.
  func brief(_ text: String, at column: Int) -> Value {
    if column + 4 + text.utf8.count <= Code.lineWidth, !text.isEmpty {
      return .string(String(joining: "/// ", text))
    }
    var comment = DocComment(at: column)
    comment.paragraph(text)
    return comment.value
  }

  /// The first paragraph of a documentation on one line.
  static func summary(_ documentation: Documentation) -> String? {
    guard let text = documentation.summary ?? documentation.discussion else { return nil }
    let line = DocText.firstParagraph(text)
    return line.isEmpty ? nil : line
  }

  /// The attribute that marks a deprecated declaration, or nothing.
  func deprecated(_ deprecation: Deprecation?) -> Value {
    guard let deprecation else { return .null }
    let reason = deprecation.message.map(DocText.oneLine) ?? ""
    let literal = SwiftLiteral.string(reason)
    guard !reason.isEmpty, literal.utf8.count <= 60 else { return "@available(*, deprecated)" }
    return .string("@available(*, deprecated, message: \(literal))")
  }

  // MARK: Code

  /// A variable's declaration.
  func variable(
    _ name: String,
    type: String,
    wrapper: String = "",
    isMutable: Bool,
    at column: Int
  ) -> Value {
    let keyword = isMutable || !wrapper.isEmpty ? "var " : "let "
    let head = String(joining: wrapper, access, keyword, name)
    return Code.declaration(head, type: type).value(at: column)
  }

  /// Arguments one a line, each with its comma.
  static func argumentLines(_ arguments: [Code], at column: Int) -> Value {
    var lines = Lines()
    for index in arguments.indices {
      let comma = index < arguments.count - 1 ? "," : ""
      arguments[index].append(to: &lines, at: column, trailing: comma)
    }
    return lines.value
  }

  /// The Swift spelling of a default.
  func literal(_ value: DefaultValue) -> Code {
    switch value {
    case .string(let text): Code(SwiftLiteral.string(text))
    case .integer(let digits), .number(let digits): Code(digits)
    case .bool(let flag): Code(flag ? "true" : "false")
    case .enumCase(_, let name): Code("." + SwiftName.member(name))
    case .array(let elements):
      elements.isEmpty ? Code("[]") : Code.collection(elements.map(literal))
    case .emptyDictionary: Code("[:]")
    case .null: Code("nil")
    }
  }
}

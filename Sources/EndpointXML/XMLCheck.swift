#if canImport(FoundationXML) || os(macOS)
internal import Foundation
#if canImport(FoundationXML)
internal import FoundationXML
#endif

/// Looks a text through before a document is made of it.
///
/// `XMLDocument(data:)` alone will not do: on Linux it crashes where a text is malformed, fetches
/// what entities refer to, and goes down without a limit.
final class XMLCheck: NSObject, XMLParserDelegate {
  /// How many elements may be inside of each other. Freeing a tree takes stack for each.
  static let depthLimit = 256

  private var open: [String] = []
  private var hasElement = false
  private var failure: XMLDecodingError?

  /// Reads a text.
  ///
  /// - Parameter data: the text in any charset that its declaration or byte order mark names.
  /// - Returns: its document.
  /// - Throws: what is wrong with it and where.
  static func document(of data: Data) throws(XMLDecodingError) -> XMLDocument {
    guard XMLProlog.declaresNothing(data) else {
      throw XMLDecodingError("the text declares a grammar or entities, which is not accepted")
    }
    let parser = XMLParser(data: data)
    parser.shouldProcessNamespaces = true
    parser.shouldResolveExternalEntities = false
    let check = XMLCheck()
    parser.delegate = check
    // On Linux it gives true for a text that ends within an element: the reported errors count.
    let isWellFormed = parser.parse()
    if let failure = check.failure { throw failure }
    guard isWellFormed, check.hasElement, check.open.isEmpty else {
      throw XMLDecodingError("the text holds no element")
    }
    do {
      return try XMLDocument(data: data, options: .nodeLoadExternalEntitiesNever)
    } catch {
      throw XMLDecodingError("the text is malformed: \(error)")
    }
  }

  func parser(
    _ parser: XMLParser,
    didStartElement name: String,
    namespaceURI: String?,
    qualifiedName: String?,
    attributes: [String: String]
  ) {
    hasElement = true
    if open.count == Self.depthLimit {
      fail(parser, "elements are nested deeper than \(Self.depthLimit) levels")
      parser.abortParsing()
    }
    open.append(qualifiedName ?? name)
  }

  func parser(
    _ parser: XMLParser,
    didEndElement name: String,
    namespaceURI: String?,
    qualifiedName: String?
  ) {
    _ = open.popLast()
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail(parser, XMLDecodingError.reason(code: (error as NSError).code))
  }

  /// Notes the first fault; the parser goes on after some.
  private func fail(_ parser: XMLParser, _ reason: String) {
    guard failure == nil else { return }
    failure = XMLDecodingError(
      reason,
      path: open,
      line: parser.lineNumber,
      column: parser.columnNumber
    )
  }
}

/// What comes before the first element.
struct XMLProlog {
  /// What is looked through at most.
  private static let limit = 1 << 16

  private var rest: ArraySlice<UInt8>

  /// Whether there is no declaration that the document brings itself: no `[…]` in its `DOCTYPE`.
  ///
  /// False also for what cannot be followed, since nobody can vouch for it then.
  static func declaresNothing(_ data: Data) -> Bool {
    // Without its zeros UTF-16 looks like UTF-8 as far as markup goes.
    var prolog = XMLProlog(rest: Array(data.prefix(limit).lazy.filter { $0 != 0 })[...])
    return prolog.declaresNothing()
  }

  private mutating func declaresNothing() -> Bool {
    for mark: [UInt8] in [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]] {
      if rest.starts(with: mark) {
        rest = rest.dropFirst(mark.count)
        break
      }
    }
    var isFirst = true
    while true {
      rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      if rest.starts(with: "<?".utf8) {
        guard let text = take(through: "?>") else { return isFirst }
        // Markup in UTF-7 looks like something else.
        if String(decoding: text, as: UTF8.self).lowercased().contains("utf-7") { return false }
      } else if rest.starts(with: "<!--".utf8) {
        guard take(through: "-->") != nil else { return isFirst }
      } else if rest.starts(with: "<!".utf8) {
        guard let text = take(through: ">"), !text.contains(UInt8(ascii: "[")) else { return false }
      } else {
        // An element; or what is no XML at all, which the parser tells in words of its own.
        return rest.first == UInt8(ascii: "<") || isFirst
      }
      isFirst = false
    }
  }

  private mutating func take(through end: String) -> ArraySlice<UInt8>? {
    let end = Array(end.utf8)
    for index in rest.indices where rest[index...].starts(with: end) {
      defer { rest = rest[(index + end.count)...] }
      return rest[..<index]
    }
    return nil
  }
}
#endif

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// How an operation leads from one page to the next.
public struct Pagination: Sendable {
  /// A page that was received.
  public struct Page: Sendable {
    /// The URL it came from.
    public let url: HTTPURL
    /// Status and header fields.
    public let head: HTTPResponse
    /// The body.
    public let body: Data
    /// How many items the value holds, where it is a collection.
    public let itemCount: Int?

    /// The value at a JSON pointer or dotted path in the body.
    ///
    /// - Parameter path: `/meta/next` or `meta.next`.
    public func value(at path: String) -> JSONValue? {
      guard let root = try? JSONReader.decode(JSONValue.self, from: body) else { return nil }
      return JSONPath.find(path, in: root)
    }
  }

  /// Where the next page is.
  public enum Step: Sendable {
    /// At a URL, absolute or relative to the page's.
    case url(String)
    /// At the same URL with these query items replaced, not encoded.
    case query([(name: String, value: String)])
  }

  /// Finds the next page; `nil` ends.
  public let next: @Sendable (Page) -> Step?

  /// A rule of your own.
  public init(next: @escaping @Sendable (Page) -> Step?) { self.next = next }

  /// The `Link` field's `next` relation (RFC 8288).
  public static let link = Pagination { page in
    page.head.fields["Link"].flatMap { LinkField($0)["next"] }.map(Step.url)
  }

  /// A URL in the body.
  ///
  /// - Parameter path: where it is: `/links/next` or `links.next`.
  public static func nextURL(at path: String) -> Pagination {
    Pagination { page in
      guard let text = page.value(at: path)?.string, !text.isEmpty else { return nil }
      return .url(text)
    }
  }

  /// A cursor in the body that goes into the next query.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter.
  ///   - path: where the cursor is in the body; `-1` stands for the last element of a list.
  ///   - more: where the body says whether there is more, if it does.
  public static func cursor(
    _ parameter: String,
    at path: String,
    more: String? = nil
  ) -> Pagination {
    Pagination { page in
      if let more, page.value(at: more)?.bool == false { return nil }
      guard let cursor = page.value(at: path)?.parameterValue.text, !cursor.isEmpty,
        cursor != "null"
      else { return nil }
      return .query([(parameter, cursor)])
    }
  }

  /// A page number; ends with an empty page, or one shorter than asked for.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter of the number.
  ///   - size: the query parameter of the page's length.
  ///   - first: the number of the first page.
  ///   - items: where the items are in the body, if it is no list itself.
  public static func page(
    _ parameter: String = "page",
    size: String = "per_page",
    first: Int = 1,
    items: String? = nil
  ) -> Pagination {
    Pagination { page in
      guard let count = page.count(items), count > 0 else { return nil }
      if let asked = page.queryItem(size).flatMap({ Int($0) }), count < asked { return nil }
      let number = page.queryItem(parameter).flatMap { Int($0) } ?? first
      return .query([(parameter, String(number + 1))])
    }
  }

  /// An offset; ends with an empty page, or one shorter than asked for.
  ///
  /// - Parameters:
  ///   - parameter: the query parameter of the offset.
  ///   - limit: the query parameter of the page's length.
  ///   - items: where the items are in the body, if it is no list itself.
  public static func offset(
    _ parameter: String = "offset",
    limit: String = "limit",
    items: String? = nil
  ) -> Pagination {
    Pagination { page in
      guard let count = page.count(items), count > 0 else { return nil }
      if let asked = page.queryItem(limit).flatMap({ Int($0) }), count < asked { return nil }
      let offset = page.queryItem(parameter).flatMap { Int($0) } ?? 0
      return .query([(parameter, String(offset + count))])
    }
  }
}

extension Pagination.Page {
  /// How many items the page has.
  func count(_ path: String?) -> Int? {
    guard let path else { return itemCount }
    return value(at: path)?.array?.count
  }

  /// The value of an item of the page's query, decoded.
  func queryItem(_ name: String) -> String? {
    for item in (url.query ?? "").split(separator: "&") {
      let sides = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if String(sides[0]).percentDecoded(plusIsSpace: true) == name {
        return sides.count > 1 ? String(sides[1]).percentDecoded(plusIsSpace: true) : ""
      }
    }
    return nil
  }
}

/// Finds places in JSON by pointer (RFC 6901) or dotted path.
enum JSONPath {
  static func find(_ path: String, in root: JSONValue) -> JSONValue? {
    let steps: [String]
    if path.hasPrefix("/") {
      steps = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        .map { String($0).replacingText("~1", with: "/").replacingText("~0", with: "~") }
    } else {
      steps = path.split(separator: ".").map(String.init)
    }
    var value = root
    for step in steps {
      if let found = value[step] {
        value = found
      } else if let elements = value.array, let index = Int(step),
        let found = value[index < 0 ? elements.count + index : index]
      {
        value = found
      } else {
        return nil
      }
    }
    return value
  }
}

/// What is known of a download that has begun: enough to take it up again safely.
///
/// A resumed download is trusted only if the server confirms with `If-Range` that the content is
/// still the one the first bytes came from (RFC 9110 §14): a strong `ETag`, or a date.
struct PartialFile: Equatable, Sendable {
  /// A strong entity tag or a date.
  var validator: String
  /// The length of the whole content, where it is known.
  var total: Int64?
  /// The URL asked for.
  var url: String

  /// Takes what a response says; `nil` where it cannot be resumed.
  init?(_ head: HTTPResponse, url: HTTPURL, total: Int64?) {
    let fields = head.fields
    guard fields["Accept-Ranges"]?.lowercased() != "none", !fields.contains("Content-Encoding")
    else { return nil }
    if let tag = fields["ETag"], !tag.hasPrefix("W/") {
      validator = tag
    } else if let date = fields["Last-Modified"] {
      validator = date
    } else {
      return nil
    }
    self.total = total
    self.url = "\(url.origin)\(url.path)"
  }

  /// Reads the note beside a partial file.
  init?(note: String?) {
    let lines =
      note?.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) ?? []
    guard lines.count >= 3, !lines[0].isEmpty else { return nil }
    validator = lines[0]
    total = Int64(lines[1])
    url = lines[2]
  }

  /// The note that is left beside a partial file.
  var note: String { "\(validator)\n\(total.map(String.init) ?? "")\n\(url)\n" }
}

/// The range of a 206 response.
struct ContentRange: Equatable {
  var first: Int64
  var last: Int64
  var total: Int64?

  /// Reads `bytes 0-99/200`; the total may be `*`.
  init?(_ text: String?) {
    guard let text, text.lowercased().hasPrefix("bytes ") else { return nil }
    let sides = text.dropFirst(6).split(separator: "/")
    guard sides.count == 2 else { return nil }
    let bounds = sides[0].split(separator: "-").map { Int64($0.trimmingBlanks) }
    guard bounds.count == 2, let first = bounds[0], let last = bounds[1], first <= last else {
      return nil
    }
    self.first = first
    self.last = last
    total = Int64(sides[1].trimmingBlanks)
  }
}

/// Where a download goes and what may happen on the way.
public struct DownloadOptions: Sendable {
  /// Whether folders on the way to the file are made.
  public var createsFolders = true
  /// Whether a file that is there already is replaced; if not, the download fails before it starts.
  public var replacesExisting = true
  /// How often a download that breaks is taken up again where it stopped.
  public var resumptions = 3
  /// Whether what has arrived of a failed download is kept beside the file, so that the next
  /// download to the same place takes it up.
  public var keepsPartialFile = false

  /// Makes the usual options; change what should differ.
  public init() {}
}

/// A file that was downloaded.
public struct DownloadedFile: Sendable, Hashable {
  /// Where it is.
  public var path: String
  /// Its length in bytes.
  public var byteCount: Int64
  /// Its media type, where the response said so.
  public var contentType: String?
  /// The name the server gave it, where it gave one that is safe to use.
  public var suggestedName: String?
  /// How many bytes were there before and did not have to be sent again.
  public var resumedBytes: Int64
}

/// The name a `Content-Disposition` field suggests (RFC 6266).
enum SuggestedName {
  static func of(_ fields: HTTPFields) -> String? {
    guard let disposition = fields["Content-Disposition"] else { return nil }
    var plain: String?
    for part in FieldValue.split(disposition, at: UInt8(ascii: ";")).dropFirst() {
      guard let equals = part.firstIndex(of: "=") else { continue }
      let value = part[part.index(after: equals)...]
      switch part[..<equals].trimmingBlanks.lowercased() {
      case "filename*":
        let pieces = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        if pieces.count == 3 { return safe(String(pieces[2]).percentDecoded()) }
      case "filename": plain = FieldValue.unquoted(value)
      default: break
      }
    }
    return plain.flatMap(safe)
  }

  /// The last component, unless it is one that leads elsewhere.
  static func safe(_ name: String) -> String? {
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
    let isPlain = last.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    return last.isEmpty || last == "." || last == ".." || !isPlain ? nil : last
  }
}

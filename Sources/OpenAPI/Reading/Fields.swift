import SpecTree

/// The members of an object with their keywords, in the order of the document.
struct Fields: Sequence, IteratorProtocol {
  private var entries: Node.Entries
  private var keywords: [Keyword]
  private var position = 0
  /// Members that come after these, out of another file perhaps.
  private var later: (entries: Node.Entries, keywords: [Keyword])?
  /// Whether a `$ref` is no member.
  private var skipsReference = false

  init(_ entries: Node.Entries, keywords: [Keyword]) {
    self.entries = entries
    self.keywords = keywords
  }

  /// The members of an object without its `$ref`, then those of what that leads to.
  init(_ own: Fields, including referred: Fields) {
    self = own
    later = (referred.entries, referred.keywords)
    skipsReference = true
  }

  mutating func next() -> Field? {
    while true {
      while position < entries.count {
        let entry = entries[position]
        position += 1
        let keyword = keywords[entry.keyNumber]
        if !skipsReference || keyword != .ref { return Field(keyword: keyword, entry: entry) }
      }
      guard let (entries, keywords) = later else { return nil }
      (self.entries, self.keywords, position, later) = (entries, keywords, 0, nil)
    }
  }
}

/// One member of an object.
struct Field {
  let keyword: Keyword
  let entry: Node.Entry
  /// What a `$ref` in place of the value led to.
  var referred: Node?

  init(keyword: Keyword, entry: Node.Entry) {
    self.keyword = keyword
    self.entry = entry
  }

  var key: String { entry.key }
  var value: Node { referred ?? entry.value }

  /// Whether the key begins with `x-`, whether or not the keyword means something somewhere.
  var isVendor: Bool {
    switch keyword {
    case .vendor, .xWebhooks, .xNullable, .xExample, .xExamples: true
    default: false
    }
  }
}

import SpecTree

/// The members of an object with their keywords, in the order of the document.
struct Fields: Sequence, IteratorProtocol {
  private let entries: Node.Entries
  private let keywords: [Keyword]
  private var position = 0

  init(_ entries: Node.Entries, keywords: [Keyword]) {
    self.entries = entries
    self.keywords = keywords
  }

  mutating func next() -> Field? {
    guard position < entries.count else { return nil }
    let entry = entries[position]
    position += 1
    return Field(keyword: keywords[entry.keyNumber], entry: entry)
  }
}

/// One member of an object.
struct Field {
  let keyword: Keyword
  let entry: Node.Entry

  var key: String { entry.key }
  var value: Node { entry.value }

  /// Whether the key begins with `x-`, whether or not the keyword means something somewhere.
  var isVendor: Bool {
    switch keyword {
    case .vendor, .xWebhooks, .xNullable, .xExample, .xExamples: true
    default: false
    }
  }
}

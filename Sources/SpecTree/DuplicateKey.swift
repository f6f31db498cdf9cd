import Diagnostics

/// The warning about a key that occurs twice in one mapping.
enum DuplicateKey {
  static func warning(_ duplicate: TreeBuilder.Duplicate, _ builder: TreeBuilder) -> Diagnostic {
    let key = builder.keys.strings[Int(duplicate.key)]
    let first = location(of: duplicate.first, builder)
    return Diagnostic(
      .warning,
      .duplicateKey,
      "the key \"\(key)\" occurs twice; the last one counts",
      at: location(of: duplicate.second, builder),
      length: max(1, key.unicodeScalars.count),
      notes: [Diagnostic.Note("first used here", at: first)],
      fix: "remove or rename one of the two"
    )
  }

  private static func location(of entry: EntryRecord, _ builder: TreeBuilder) -> SourceLocation {
    builder.files[Int(entry.keyFile)].location(at: Int(entry.keyOffset))
  }
}

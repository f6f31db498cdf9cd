/// What became of a document.
struct Result {
  var item: Item
  var ending: Ending
  /// Why it counts as failed; `nil` where all is well.
  var failure: String?
  /// Whether files were generated.
  var isGenerated: Bool { ending.code == 0 }
}

/// Checks that a field table names every stored property of its model once.
///
/// Decoding writes fields straight into uninitialized storage: a property without a field would
/// be left without a value. Swift lays stored properties out in order, each at the next multiple
/// of its alignment, so a property left out shows as a gap. The one gap that does not show is a
/// small property that fits into padding; the template's zero bytes are a value of all types so
/// small that they fit there.
struct LayoutCoverage {
  private struct Extent {
    var offset: Int
    var size: Int
    var alignment: Int
    var name: String
  }

  private let root: Any.Type
  private var extents: [Extent] = []

  init(_ root: Any.Type) { self.root = root }

  mutating func add(_ type: any JSONCodable.Type, offset: Int, name: String) {
    // The table is a constant of the program: a wrong one is a bug in it, which must not go on
    // to corrupt memory.
    precondition(offset >= 0, "\(root): \(name) is no stored property")
    let layout = Self.layout(of: type)
    extents.append(
      Extent(offset: offset, size: layout.size, alignment: layout.alignment, name: name)
    )
  }

  func check(size: Int) {
    var position = 0
    for extent in extents.sorted(by: { ($0.offset, $0.size) < ($1.offset, $1.size) }) {
      let expected = (position + extent.alignment - 1) / extent.alignment * extent.alignment
      precondition(
        extent.offset == expected,
        "\(root): the fields do not name every stored property once, see before \(extent.name)"
      )
      position = extent.offset + extent.size
    }
    precondition(
      position == size,
      "\(root): the fields do not name every stored property once, see the last"
    )
  }

  private static func layout<Value>(of type: Value.Type) -> (size: Int, alignment: Int) {
    (MemoryLayout<Value>.size, MemoryLayout<Value>.alignment)
  }
}

/// The difference of two texts as `diff -u` writes it.
enum UnifiedDiff {
  /// Lines around a change.
  private static let context = 3
  /// How many edits are looked for before a stretch counts as wholly replaced.
  private static let patience = 600

  /// The difference, ready for `patch`; empty where there is none.
  ///
  /// - Parameters:
  ///   - old: The bytes as they are; `nil` where there is no file.
  ///   - new: The bytes as they should be; `nil` where there should be none.
  ///   - path: The name of both.
  static func text(old: [UInt8]?, new: [UInt8]?, path: String) -> String {
    let oldLines = lines(old ?? [])
    let newLines = lines(new ?? [])
    let edits = edits(oldLines, newLines)
    guard edits.contains(where: { $0.kind != .same }) else { return "" }
    var text = "--- \(old == nil ? "/dev/null" : path)\n+++ \(new == nil ? "/dev/null" : path)\n"
    for hunk in hunks(edits) { text += hunk }
    return text
  }

  private struct Edit {
    enum Kind {
      case same, removed, added
    }

    var kind: Kind
    var text: Substring
    /// The positions in the old and new texts before this edit.
    var old: Int
    var new: Int
  }

  private static func lines(_ bytes: [UInt8]) -> [Substring] {
    let text = Substring(String(decoding: bytes, as: UTF8.self))
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map {
      Substring($0)
    }
    // A last line without its break is another line than one with it.
    if lines.last == "" {
      lines.removeLast()
    } else {
      lines[lines.count - 1] += "\n\\ No newline at end of file"
    }
    return lines
  }

  private static func edits(_ old: [Substring], _ new: [Substring]) -> [Edit] {
    var start = 0
    while start < min(old.count, new.count), old[start] == new[start] { start += 1 }
    var end = 0
    while end < min(old.count, new.count) - start,
      old[old.count - 1 - end] == new[new.count - 1 - end]
    {
      end += 1
    }
    let middle = script(
      Array(old[start..<(old.count - end)]),
      Array(new[start..<(new.count - end)])
    )
    let kinds =
      Array(repeating: Edit.Kind.same, count: start) + middle
      + Array(repeating: Edit.Kind.same, count: end)
    var edits: [Edit] = []
    edits.reserveCapacity(kinds.count)
    var (oldPosition, newPosition) = (0, 0)
    for kind in kinds {
      let text = kind == .added ? new[newPosition] : old[oldPosition]
      edits.append(Edit(kind: kind, text: text, old: oldPosition, new: newPosition))
      if kind != .added { oldPosition += 1 }
      if kind != .removed { newPosition += 1 }
    }
    return edits
  }

  /// The shortest edit script, after Myers; a plain replacement where that would take too long.
  private static func script(_ old: [Substring], _ new: [Substring]) -> [Edit.Kind] {
    let replacement =
      Array(repeating: Edit.Kind.removed, count: old.count)
      + Array(repeating: Edit.Kind.added, count: new.count)
    if old.isEmpty || new.isEmpty { return replacement }
    let bound = min(old.count + new.count, patience)
    var frontier = Frontier(bound: bound)
    var trace: [Frontier] = []
    for distance in 0...bound {
      trace.append(frontier)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let goesDown = frontier.goesDown(diagonal, distance)
        var x = goesDown ? frontier[diagonal + 1] : frontier[diagonal - 1] + 1
        while x < old.count, x - diagonal < new.count, old[x] == new[x - diagonal] { x += 1 }
        frontier[diagonal] = x
        if x >= old.count, x - diagonal >= new.count {
          return path(trace, old: old.count, new: new.count)
        }
      }
    }
    return replacement
  }

  /// How far each diagonal has been followed.
  private struct Frontier {
    private var reach: [Int32]
    private let bound: Int

    init(bound: Int) {
      self.bound = bound
      reach = Array(repeating: 0, count: 2 * bound + 3)
    }

    subscript(diagonal: Int) -> Int {
      get { Int(reach[diagonal + bound + 1]) }
      set { reach[diagonal + bound + 1] = Int32(newValue) }
    }

    /// Whether the way to a diagonal comes from the one above, by an added line.
    func goesDown(_ diagonal: Int, _ distance: Int) -> Bool {
      diagonal == -distance || diagonal != distance && self[diagonal - 1] < self[diagonal + 1]
    }
  }

  /// The edits on the way to the end, from the frontiers before each step.
  private static func path(_ trace: [Frontier], old: Int, new: Int) -> [Edit.Kind] {
    var kinds: [Edit.Kind] = []
    var (x, y) = (old, new)
    for distance in trace.indices.dropFirst().reversed() {
      let frontier = trace[distance]
      let goesDown = frontier.goesDown(x - y, distance)
      let previous = goesDown ? x - y + 1 : x - y - 1
      let (previousX, previousY) = (frontier[previous], frontier[previous] - previous)
      while x > previousX, y > previousY {
        kinds.append(.same)
        (x, y) = (x - 1, y - 1)
      }
      kinds.append(goesDown ? .added : .removed)
      (x, y) = (previousX, previousY)
    }
    kinds += Array(repeating: .same, count: x)
    return kinds.reversed()
  }

  private static func hunks(_ edits: [Edit]) -> [String] {
    var hunks: [String] = []
    var position = 0
    while let first = edits[position...].firstIndex(where: { $0.kind != .same }) {
      var last = first
      var next = first + 1
      while next < edits.count, next - last <= 2 * context {
        if edits[next].kind != .same { last = next }
        next += 1
      }
      let range = max(first - context, position)..<min(last + context + 1, edits.count)
      hunks.append(hunk(edits[range]))
      position = range.upperBound
    }
    return hunks
  }

  private static func hunk(_ edits: ArraySlice<Edit>) -> String {
    guard let first = edits.first else { return "" }
    let oldCount = edits.count { $0.kind != .added }
    let newCount = edits.count { $0.kind != .removed }
    func range(_ start: Int, _ count: Int) -> String {
      count == 1 ? "\(start + 1)" : "\(count == 0 ? start : start + 1),\(count)"
    }
    var text = "@@ -\(range(first.old, oldCount)) +\(range(first.new, newCount)) @@\n"
    for edit in edits {
      switch edit.kind {
      case .same: text += " "
      case .removed: text += "-"
      case .added: text += "+"
      }
      text += edit.text + "\n"
    }
    return text
  }
}

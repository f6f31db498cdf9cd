/// Fills a path template, in one pass where values come in the template's order.
struct PathBuilder: Sendable {
  let template: String
  private var built = EncodedText()
  /// How many bytes of the template are done.
  private var cursor = 0
  /// Values that came before their turn, or that a name further on needs again.
  private var spare: [(name: String, text: EncodedText)] = []
  private var needsDotCheck = false

  init(_ template: String) { self.template = template }

  /// A parameter's place in the template, as byte offsets of its braces.
  private struct Slot {
    var open: Int
    var close: Int
  }

  /// Puts a value where its name stands.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - write: writes the encoded value.
  /// - Returns: what is wrong, or `nil`.
  mutating func place(_ name: String, _ write: (inout EncodedText) -> Void) -> String? {
    if cursor == 0 { built.reserve(template.utf8.count + 32) }
    // Contiguous for every native string; a bridged one is copied once.
    var template = template
    return template.withUTF8 { template in
      guard let slot = PathBuilder.slot(in: template, from: cursor) else {
        return "path \(self.template) has no parameter '\(name)' left to fill"
      }
      guard PathBuilder.isNamed(name, slot, template) else {
        var text = EncodedText()
        write(&text)
        note(text.bytes[...])
        spare.append((name, text))
        return text.isEmpty ? PathBuilder.emptiness(name) : nil
      }
      built.append(template[cursor..<slot.open])
      let start = built.count
      write(&built)
      cursor = slot.close + 1
      if built.count == start { return PathBuilder.emptiness(name) }
      note(built.bytes[start...])
      var next = PathBuilder.slot(in: template, from: cursor)
      while let further = next {
        if PathBuilder.isNamed(name, further, template) {
          var text = EncodedText()
          write(&text)
          spare.append((name, text))
          break
        }
        next = PathBuilder.slot(in: template, from: further.close)
      }
      return nil
    }
  }

  private mutating func note(_ value: ArraySlice<UInt8>) {
    if value.first == UInt8(ascii: ".") { needsDotCheck = true }
  }

  private static func emptiness(_ name: String) -> String {
    "path parameter '\(name)' is empty, which would lead to another resource"
  }

  private static func slot(in template: UnsafeBufferPointer<UInt8>, from start: Int) -> Slot? {
    var open = start
    while open < template.count, template[open] != UInt8(ascii: "{") { open += 1 }
    var close = open
    while close < template.count, template[close] != UInt8(ascii: "}") { close += 1 }
    return close < template.count ? Slot(open: open, close: close) : nil
  }

  private static func isNamed(
    _ name: String,
    _ slot: Slot,
    _ template: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard name.utf8.count == slot.close - slot.open - 1 else { return false }
    var index = slot.open + 1
    for byte in name.utf8 {
      if byte != template[index] { return false }
      index += 1
    }
    return true
  }

  /// About how many bytes the filled path takes.
  var sizeHint: Int { built.count + template.utf8.count }

  /// Appends the path with every parameter filled.
  ///
  /// - Returns: what is wrong, or `nil`.
  func finish(into output: inout EncodedText) -> String? {
    var template = template
    return template.withUTF8 { template in
      let start = output.count
      output.append(built)
      var cursor = cursor
      while let slot = PathBuilder.slot(in: template, from: cursor) {
        guard let value = spare.first(where: { PathBuilder.isNamed($0.name, slot, template) })
        else {
          let name = String(decoding: template[(slot.open + 1)..<slot.close], as: UTF8.self)
          return "path parameter '\(name)' has no value"
        }
        output.append(template[cursor..<slot.open])
        output.append(value.text)
        cursor = slot.close + 1
      }
      // A template's fragment only tells operations of one path apart; the query comes behind it.
      let tail = template[cursor...]
      output.append(tail[..<(tail.firstIndex(of: UInt8(ascii: "#")) ?? tail.endIndex)])
      if needsDotCheck, PathBuilder.hasDotSegment(output.bytes[start...]) {
        return "a path parameter is '.' or '..', which would lead to another resource"
      }
      return nil
    }
  }

  private static func hasDotSegment(_ path: ArraySlice<UInt8>) -> Bool {
    path.split(separator: UInt8(ascii: "/")).contains { $0 == [0x2E] || $0 == [0x2E, 0x2E] }
  }
}

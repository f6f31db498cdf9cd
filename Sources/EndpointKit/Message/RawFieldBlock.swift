#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Field lines as they came off the wire, searched without building strings for all of them.
final class RawFieldBlock: Sendable {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Calls a closure with the bounds of each line's name and value until it returns false.
  private func forEachLine(
    _ body: (_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>, _ value: Range<Int>) -> Bool
  ) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = 0
      while start < bytes.count {
        var end = start
        var colon = -1
        while end < bytes.count, bytes[end] != 0x0A {
          if colon < 0, bytes[end] == UInt8(ascii: ":") { colon = end }
          end += 1
        }
        if colon > start {
          let value = RawFieldBlock.trimmed(base, colon + 1, end)
          if !body(bytes, start..<colon, value) { return }
        }
        start = end + 1
      }
    }
  }

  /// Calls a closure with the bounds of each value of a name until it returns false.
  ///
  /// Most lines are of other names: a line is looked into only where a colon stands right after
  /// as many bytes as the name has.
  private func forEachValue(
    of name: String,
    _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) {
    var name = name
    name.withUTF8 { name in
      bytes.withUnsafeBufferPointer { bytes in
        guard let base = bytes.baseAddress, !name.isEmpty else { return }
        var start = 0
        while start < bytes.count {
          let colon = start + name.count
          let end = RawFieldBlock.lineEnd(base, start, bytes.count)
          if colon < end, base[colon] == UInt8(ascii: ":"),
            RawFieldBlock.isName(base + start, name)
          {
            if !body(bytes, RawFieldBlock.trimmed(base, colon + 1, end)) { return }
          }
          start = end + 1
        }
      }
    }
  }

  private static func lineEnd(_ base: UnsafePointer<UInt8>, _ start: Int, _ count: Int) -> Int {
    guard let found = memchr(base + start, 0x0A, count - start) else { return count }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private static func isName(
    _ bytes: UnsafePointer<UInt8>,
    _ name: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for offset in 0..<name.count where bytes[offset].asciiLowercased != name[offset].asciiLowercased
    {
      return false
    }
    return true
  }

  /// The bounds without blanks around what is between them.
  private static func trimmed(
    _ bytes: UnsafePointer<UInt8>,
    _ lower: Int,
    _ upper: Int
  ) -> Range<Int> {
    var (from, to) = (lower, upper)
    while from < to, bytes[from] == 0x20 || bytes[from] == 0x09 { from += 1 }
    while to > from, bytes[to - 1] == 0x20 || bytes[to - 1] == 0x09 || bytes[to - 1] == 0x0D {
      to -= 1
    }
    return from..<to
  }

  func contains(_ name: String) -> Bool {
    var found = false
    forEachValue(of: name) { _, _ in
      found = true
      return false
    }
    return found
  }

  func value(of name: String) -> String? {
    var found: String?
    let isCookie = name.equalsIgnoringASCIICase("set-cookie")
    forEachValue(of: name) { bytes, range in
      let value = RawFieldBlock.text(bytes, range)
      found = found.map { "\($0), \(value)" } ?? value
      return !isCookie
    }
    return found
  }

  /// Whether the first field of a name is a text, alone or in front of parameters.
  func has(_ name: String, _ essence: String) -> Bool {
    var matches = false
    var essence = essence
    essence.withUTF8 { essence in
      forEachValue(of: name) { bytes, range in
        let value = UnsafeBufferPointer(rebasing: bytes[range])
        guard let text = essence.baseAddress, let start = value.baseAddress else { return false }
        matches =
          essence.count <= value.count && memcmp(start, text, essence.count) == 0
          && (essence.count == value.count || value[essence.count] == UInt8(ascii: ";"))
        return false
      }
    }
    return matches
  }

  func values(of name: String) -> [String] {
    var found: [String] = []
    forEachValue(of: name) { bytes, range in
      found.append(RawFieldBlock.text(bytes, range))
      return true
    }
    return found
  }

  var fields: [HTTPField] {
    var fields: [HTTPField] = []
    forEachLine { bytes, name, value in
      fields.append(
        HTTPField(
          name: RawFieldBlock.text(bytes, name),
          value: RawFieldBlock.text(bytes, value)
        )
      )
      return true
    }
    return fields
  }

  /// UTF-8 where it is valid, else Latin-1, which old servers send.
  private static func text(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String {
    let slice = bytes[range]
    if let text = String(validating: slice, as: UTF8.self) { return text }
    var text = ""
    for byte in slice { text.unicodeScalars.append(Unicode.Scalar(byte)) }
    return text
  }
}

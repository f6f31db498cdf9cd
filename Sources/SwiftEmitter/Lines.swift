import Mustache

/// Takes lines of code.
protocol LineSink {
  /// Takes a line made of a text and what follows it, behind an indentation.
  mutating func add(indent: Int, _ text: String, _ trailing: String)
  /// Takes code on one line.
  mutating func add(indent: Int, _ code: Code, _ trailing: String)
}

extension [String]: LineSink {
  mutating func add(indent: Int, _ text: String, _ trailing: String) {
    append(
      indent == 0 && trailing.isEmpty ? text : String(joining: Code.blanks(indent), text, trailing)
    )
  }

  mutating func add(indent: Int, _ code: Code, _ trailing: String) {
    append(code.flat(indent: indent, trailing: trailing))
  }
}

/// Lines in one piece of memory, as templates take them.
struct Lines: LineSink {
  private var bytes: [UInt8] = []

  /// Whether there are none.
  var isEmpty: Bool { bytes.isEmpty }

  /// The lines for a template.
  var value: Value { .lines(String(decoding: bytes, as: UTF8.self)) }

  /// The lines one by one.
  var texts: [String] {
    bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  mutating func add(indent: Int, _ text: String, _ trailing: String) {
    begin(indent)
    append(text)
    append(trailing)
    bytes.append(UInt8(ascii: "\n"))
  }

  mutating func add(indent: Int, _ code: Code, _ trailing: String) {
    begin(indent)
    code.append(to: &self)
    append(trailing)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Takes a line made of three texts.
  mutating func add(indent: Int, _ first: String, _ second: String, _ third: String) {
    begin(indent)
    append(first)
    append(second)
    append(third)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Takes a line of bytes behind a text.
  mutating func add(_ start: StaticString, _ line: UnsafeBufferPointer<UInt8>) {
    begin(0)
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: start.utf8Start, count: start.utf8CodeUnitCount)
    )
    bytes.append(contentsOf: line)
    bytes.append(UInt8(ascii: "\n"))
  }

  /// Takes a text without ending the line.
  @inline(__always)
  mutating func append(_ text: String) {
    text.withBytes { bytes.append(contentsOf: $0) }
  }

  private mutating func begin(_ indent: Int) {
    if bytes.isEmpty { bytes.reserveCapacity(240) }
    for _ in 0..<indent { bytes.append(UInt8(ascii: " ")) }
  }
}

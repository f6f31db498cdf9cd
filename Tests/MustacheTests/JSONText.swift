import Mustache

/// A JSON reader just good enough for the specification's files.
struct JSONText {
  private var bytes: ArraySlice<UInt8>

  struct Malformed: Error {
    var remaining: Int
  }

  static func parse(_ text: [UInt8]) throws -> Value {
    var reader = JSONText(bytes: text[...])
    let value = try reader.value()
    try reader.skipBlanks()
    guard reader.bytes.isEmpty else { throw Malformed(remaining: reader.bytes.count) }
    return value
  }

  private mutating func value() throws -> Value {
    try skipBlanks()
    switch bytes.first {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try list()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func object() throws -> Value {
    bytes.removeFirst()
    var pairs: [(String, Value)] = []
    while try !takes("}") {
      if !pairs.isEmpty { try expect(",") }
      try skipBlanks()
      let name = try string()
      try expect(":")
      pairs.append((name, try value()))
    }
    return .object(pairs)
  }

  private mutating func list() throws -> Value {
    bytes.removeFirst()
    var items: [Value] = []
    while try !takes("]") {
      if !items.isEmpty { try expect(",") }
      items.append(try value())
    }
    return .list(items)
  }

  private mutating func string() throws -> String {
    try expect("\"")
    var text: [UInt8] = []
    while let byte = bytes.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += try escaped().utf8
      default: text.append(byte)
      }
    }
    throw Malformed(remaining: 0)
  }

  private mutating func escaped() throws -> String {
    guard let byte = bytes.popFirst() else { throw Malformed(remaining: 0) }
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes.prefix(4), as: UTF8.self)
      bytes = bytes.dropFirst(4)
      guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
        throw Malformed(remaining: bytes.count)
      }
      return String(scalar)
    default: return String(Unicode.Scalar(byte))
    }
  }

  private mutating func number() throws -> Value {
    let digits = bytes.prefix { "+-.eE0123456789".utf8.contains($0) }
    bytes = bytes[digits.endIndex...]
    let text = String(decoding: digits, as: UTF8.self)
    if let whole = Int(text) { return .int(whole) }
    guard let number = Double(text) else { throw Malformed(remaining: bytes.count) }
    return .double(number)
  }

  private mutating func word(_ word: String, _ value: Value) throws -> Value {
    guard bytes.starts(with: word.utf8) else { throw Malformed(remaining: bytes.count) }
    bytes = bytes.dropFirst(word.utf8.count)
    return value
  }

  private mutating func skipBlanks() throws {
    bytes = bytes.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  private mutating func takes(_ mark: Unicode.Scalar) throws -> Bool {
    try skipBlanks()
    guard bytes.first == UInt8(ascii: mark) else { return false }
    bytes.removeFirst()
    return true
  }

  private mutating func expect(_ mark: Unicode.Scalar) throws {
    guard try takes(mark) else { throw Malformed(remaining: bytes.count) }
  }
}

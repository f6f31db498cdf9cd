/// A JSON number, exact whatever its size.
///
/// Integers stay integers, and everything else keeps the digits it came with: `1`, `1.0` and
/// `1e0` are three different numbers here, and thirty digits are thirty digits.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
  private enum Storage: Sendable {
    case int(Int64)
    /// Any other number, as its text.
    case text(String)
  }

  private var storage: Storage

  /// Makes a number from an integer.
  ///
  /// - Parameter value: the value.
  public init<Value: FixedWidthInteger>(_ value: Value) {
    storage = Int64(exactly: value).map(Storage.int) ?? .text(String(value))
  }

  /// Makes a number from a floating-point value.
  ///
  /// A value without fraction is spelled with one (`1.0`), so that it stays apart from an integer.
  ///
  /// - Parameter value: the value; NaN and the infinities have no number, and give nil.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    let text = NumberText.shortest(value)
    let isPlain = text.utf8.allSatisfy { JSONReader.isDigit($0) || $0 == UInt8(ascii: "-") }
    storage = .text(isPlain ? text + ".0" : text)
  }

  /// Makes a number from its JSON spelling.
  ///
  /// - Parameter text: the text; nil comes back where it is no number by the grammar of JSON.
  public init?(text: String) {
    let bytes = Array(text.utf8)
    let number = bytes.withUnsafeBytes { buffer -> JSONNumber? in
      var reader = JSONReader(buffer)
      let number = try? JSONNumber(json: &reader)
      return reader.offset == bytes.count ? number : nil
    }
    guard let number, bytes.first.map({ $0 > 0x20 }) == true else { return nil }
    self = number
  }

  init(json: inout JSONReader) throws {
    if let value = json.readShortInteger() {
      storage = .int(value)
    } else {
      let slice = try json.scanNumber()
      // Minus zero is no Int.
      let text = slice.text
      let integer = slice.isInteger && text != "-0" ? Int64(text) : nil
      storage = integer.map(Storage.int) ?? .text(text)
    }
  }

  /// The JSON spelling.
  public var text: String {
    switch storage {
    case .int(let value): String(value)
    case .text(let text): text
    }
  }

  public var description: String { text }

  /// Whether the spelling has neither fraction nor exponent.
  public var isInteger: Bool {
    switch storage {
    case .int: true
    case .text(let text): text.utf8.allSatisfy { JSONReader.isDigit($0) || $0 == 0x2D }
    }
  }

  /// The value as an `Int`, where it is one exactly.
  public var int: Int? { exactly(Int.self) }

  /// The value as an integer of some type, where it is one exactly.
  ///
  /// - Parameter type: the integer type.
  /// - Returns: the value; nil where it has a fraction or does not fit.
  public func exactly<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    switch storage {
    case .int(let value): Value(exactly: value)
    case .text(let text): DecimalText(text).integer(type)
    }
  }

  /// The nearest floating-point value; infinite beyond the range of `Double`.
  public var double: Double {
    switch storage {
    case .int(let value): Double(value)
    case .text(let text): Double(text) ?? .nan
    }
  }

  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.storage, right.storage) {
    case (.int(let left), .int(let right)): left == right
    case (.text(let first), .text(let second)):
      first == second
        || left.isInteger == right.isInteger && DecimalText(first) == DecimalText(second)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .int(let value): hasher.combine(value)
    case .text(let text): hasher.combine(DecimalText(text))
    }
  }
}

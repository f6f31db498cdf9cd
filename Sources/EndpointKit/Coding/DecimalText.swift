/// A decimal number as digits and a power of ten, for the exact treatment of JSON number texts.
///
/// The value is ±0.d₁d₂d₃… × 10^exponent with neither leading nor trailing zero digits; zero has
/// no digits.
struct DecimalText: Hashable {
  var isNegative = false
  /// The significant digits, as values 0 to 9.
  var digits: [UInt8] = []
  /// The position of the decimal point relative to the first digit.
  var exponent = 0

  /// The powers of ten that a Double holds exactly.
  static let exactPowersOfTen: [Double] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// Reads a text that is valid by the grammar of JSON numbers.
  ///
  /// - Parameter bytes: the text.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var pointShift: Int?
    digits.reserveCapacity(bytes.count)
    if bytes.first == UInt8(ascii: "-") {
      isNegative = true
      index = 1
    }
    var whole = 0
    while index < bytes.count {
      let byte = bytes[index]
      if JSONReader.isDigit(byte) {
        digits.append(byte - 0x30)
        if pointShift == nil { whole += 1 }
      } else if byte == UInt8(ascii: ".") {
        pointShift = digits.count
      } else {
        break
      }
      index += 1
    }
    exponent = whole
    if index < bytes.count { exponent = Self.saturatingSum(exponent, Self.power(bytes, index + 1)) }
    normalize()
  }

  /// Reads a text that is valid by the grammar of JSON numbers.
  ///
  /// - Parameter text: the text.
  init(_ text: String) {
    self = Array(text.utf8).withUnsafeBufferPointer { DecimalText($0) }
  }

  private mutating func normalize() {
    while digits.last == 0 { digits.removeLast() }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    exponent = digits.isEmpty ? 0 : Self.saturatingSum(exponent, -zeros)
  }

  private static func power(_ bytes: UnsafeBufferPointer<UInt8>, _ first: Int) -> Int {
    var index = first
    var isNegative = false
    var value = 0
    if bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+") {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    while index < bytes.count {
      // Beyond this every Double is zero or infinite, and no integer type reaches so far.
      if value < 1_000_000_000 { value = value * 10 + Int(bytes[index] - 0x30) }
      index += 1
    }
    return isNegative ? -value : value
  }

  private static func saturatingSum(_ left: Int, _ right: Int) -> Int {
    let (sum, overflow) = left.addingReportingOverflow(right)
    return overflow ? (right < 0 ? .min : .max) : sum
  }

  /// The value as an integer, or nil where it is none or does not fit.
  func integer<Value: FixedWidthInteger>(_ type: Value.Type) -> Value? {
    guard !digits.isEmpty else { return 0 }
    guard exponent >= digits.count, exponent <= 40 else { return nil }
    var value: Value = 0
    for index in 0..<exponent {
      let digit = Value(truncatingIfNeeded: index < digits.count ? digits[index] : 0)
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      if overflow { return nil }
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if carry { return nil }
      value = sum
    }
    return value
  }
}

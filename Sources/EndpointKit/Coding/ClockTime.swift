/// A time of a day, without date and offset.
struct ClockTime: Hashable, Sendable, CustomStringConvertible {
  var hour: Int
  var minute: Int
  /// 0 to 60: 60 is a leap second.
  var second: Int
  /// The fraction, 0 to 999,999,999.
  var nanoseconds: Int32

  init(hour: Int, minute: Int, second: Int, nanoseconds: Int32) {
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanoseconds = nanoseconds
  }

  /// Makes a time from the seconds since midnight.
  init(seconds: Int, nanoseconds: Int32) {
    self.init(
      hour: seconds / 3600,
      minute: seconds / 60 % 60,
      second: seconds % 60,
      nanoseconds: nanoseconds
    )
  }

  /// Reads `23:59:60.123456789`, seconds and fraction optional.
  init?(_ scanner: inout DigitScanner) {
    guard let hour = scanner.number(2), scanner.skip(anyOf: ":"), let minute = scanner.number(2),
      hour <= 23, minute <= 59
    else { return nil }
    self.init(hour: hour, minute: minute, second: 0, nanoseconds: 0)
    guard scanner.skip(anyOf: ":") else { return }
    guard let second = scanner.number(2), second <= 60 else { return nil }
    self.second = second
    guard scanner.skip(anyOf: ".,") else { return }
    guard let fraction = scanner.fraction() else { return nil }
    nanoseconds = fraction
  }

  /// Seconds since midnight; a leap second is the first of the next minute.
  var seconds: Int { hour * 3600 + minute * 60 + second }

  /// The fraction in three digits or six where that is exact, else in as many as it takes.
  var description: String {
    let text = [hour, minute, second].map { DigitScanner.padded($0, 2) }.joined(separator: ":")
    guard nanoseconds != 0 else { return text }
    var digits = DigitScanner.padded(Int(nanoseconds), 9)
    while digits.count > 3, digits.hasSuffix("0"), digits.count != 6 || digits.hasSuffix("000") {
      digits.removeLast(digits.count == 6 ? 3 : 1)
    }
    return "\(text).\(digits)"
  }
}

/// Reads the numbers of dates and times.
struct DigitScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { index == bytes.count }
  var next: UInt8? { isAtEnd ? nil : bytes[index] }

  mutating func skip(anyOf set: StaticString) -> Bool {
    guard let next else { return false }
    for position in 0..<set.utf8CodeUnitCount where set.utf8Start[position] == next {
      index += 1
      return true
    }
    return false
  }

  /// The number of exactly `width` digits that is next.
  @inline(__always)
  mutating func number(_ width: Int) -> Int? {
    guard bytes.count - index >= width else { return nil }
    var value = 0
    for position in index..<index + width {
      let digit = bytes[position] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    index += width
    return value
  }

  /// The number of any length that is next; nil where it does not fit.
  mutating func number() -> Int? {
    let first = index
    var value = 0
    while let next, JSONReader.isDigit(next) {
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = product.addingReportingOverflow(Int(next - 0x30))
      if overflow || carry { return nil }
      value = sum
      index += 1
    }
    return index == first ? nil : value
  }

  /// The digits that are next, as billionths; those beyond the ninth are dropped.
  mutating func fraction() -> Int32? {
    guard let next, JSONReader.isDigit(next) else { return nil }
    var value: Int32 = 0
    var scale: Int32 = 100_000_000
    while let byte = self.next, JSONReader.isDigit(byte) {
      value += Int32(byte - 0x30) * scale
      scale /= 10
      index += 1
    }
    return value
  }

  /// An offset from UTC in seconds: `Z`, `+05:30`, `+0530`, `+05`.
  mutating func offset() -> Int? {
    if skip(anyOf: "Zz") { return 0 }
    let isNegative = next == UInt8(ascii: "-")
    guard skip(anyOf: "+-"), let hours = number(2), hours <= 23 else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = skip(anyOf: ":")
      guard let value = number(2), value <= 59 else { return nil }
      minutes = value
    }
    let seconds = hours * 3600 + minutes * 60
    return isNegative ? -seconds : seconds
  }

  static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value.magnitude)
    let sign = value < 0 ? "-" : ""
    return sign + String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

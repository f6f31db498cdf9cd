/// An instant on the UTC time line, without Foundation.
struct Instant: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  var seconds: Int64
  /// The fraction, 0 to 999,999,999.
  var nanoseconds: Int32

  /// The first and the last second of the years RFC 3339 can write.
  static let firstSecond = CivilDate(year: 0, month: 1, day: 1).daysSince1970 * 86400
  static let lastSecond = CivilDate(year: 9999, month: 12, day: 31).daysSince1970 * 86400 + 86399

  init(seconds: Int64, nanoseconds: Int32 = 0) {
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  /// Reads an RFC 3339 timestamp.
  ///
  /// Accepted beside the plain form: lower-case `t` and `z`, a space or `_` in place of the `T`,
  /// any number of fraction digits after a point or comma (nanoseconds are kept), any offset with
  /// or without colon, a leap second `:60` (the first instant of the next minute), seconds left
  /// out, and no offset at all (UTC), since servers write all of these.
  ///
  /// - Parameter bytes: the text.
  init?(rfc3339 bytes: UnsafeBufferPointer<UInt8>) {
    if let instant = Instant(plain: bytes) {
      self = instant
      return
    }
    var scanner = DigitScanner(bytes)
    guard let date = CivilDate(&scanner), scanner.skip(anyOf: "Tt _"),
      let time = ClockTime(&scanner), let offset = scanner.isAtEnd ? 0 : scanner.offset(),
      scanner.isAtEnd
    else { return nil }
    seconds = date.daysSince1970 * 86400 + Int64(time.seconds - offset)
    // A leap second is told apart no further than its first instant.
    nanoseconds = time.second == 60 ? 0 : time.nanoseconds
  }

  /// Reads `2024-05-01T10:00:00Z`, the form most servers write, without a scanner.
  private init?(plain bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z")
    else { return nil }
    var isValid = true
    func two(_ index: Int) -> Int {
      let tens = bytes[index] &- 0x30
      let units = bytes[index + 1] &- 0x30
      isValid = isValid && tens < 10 && units < 10
      return Int(tens) &* 10 &+ Int(units)
    }
    let date = CivilDate(year: two(0) * 100 + two(2), month: two(5), day: two(8))
    let (hour, minute, second) = (two(11), two(14), two(17))
    guard isValid, date.isValid, hour <= 23, minute <= 59, second <= 60 else { return nil }
    self.init(seconds: date.daysSince1970 * 86400 + Int64(hour * 3600 + minute * 60 + second))
  }

  /// The instant in UTC, with a fraction only where it is not zero.
  var rfc3339: String {
    var days = seconds / 86400
    var rest = seconds % 86400
    if rest < 0 {
      rest += 86400
      days -= 1
    }
    let time = ClockTime(seconds: Int(rest), nanoseconds: nanoseconds)
    return "\(CivilDate(daysSince1970: days))T\(time)Z"
  }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Hashable, Sendable, CustomStringConvertible {
  var year: Int
  var month: Int
  var day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Reads `2024-02-29`; nil where there is no such day.
  init?(_ scanner: inout DigitScanner) {
    guard let year = scanner.number(4), scanner.skip(anyOf: "-"), let month = scanner.number(2),
      scanner.skip(anyOf: "-"), let day = scanner.number(2)
    else { return nil }
    self.init(year: year, month: month, day: day)
    guard isValid else { return nil }
  }

  /// Whether there is such a day.
  var isValid: Bool {
    (1...12).contains(month) && day >= 1 && day <= Self.days(in: month, of: year)
  }

  static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  // Both conversions count from 1 March, so that the leap day is the last of its year, in eras of
  // 400 years, which all have the same number of days.

  var daysSince1970: Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era * 146_097 + dayOfEra - 719_468)
  }

  init(daysSince1970 days: Int64) {
    let shifted = Int(days) + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var description: String {
    "\(DigitScanner.padded(year, 4))-\(DigitScanner.padded(month, 2))-\(DigitScanner.padded(day, 2))"
  }
}

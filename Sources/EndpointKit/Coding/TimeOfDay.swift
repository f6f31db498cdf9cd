/// A time of a day, with or without an offset from UTC: `10:30:00`, `23:59:60Z`, `10:30:00+05:30`.
public struct TimeOfDay: Sendable, Hashable, LosslessStringConvertible {
  /// The hour, 0 to 23.
  public var hour: Int
  /// The minute, 0 to 59.
  public var minute: Int
  /// The second, 0 to 60: 60 is a leap second.
  public var second: Int
  /// The fraction of the second, 0 to 999,999,999.
  public var nanosecond: Int
  /// The offset from UTC in seconds, if one is given.
  public var offset: Int?

  /// Makes a time of a day.
  ///
  /// - Parameters:
  ///   - hour: the hour, 0 to 23.
  ///   - minute: the minute, 0 to 59.
  ///   - second: the second, 0 to 60.
  ///   - nanosecond: the fraction of the second, 0 to 999,999,999.
  ///   - offset: the offset from UTC in seconds. Nil comes back where one of them is out of range.
  public init?(
    hour: Int,
    minute: Int,
    second: Int = 0,
    nanosecond: Int = 0,
    offset: Int? = nil
  ) {
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...999_999_999).contains(nanosecond), (offset ?? 0).magnitude < 86400
    else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
    self.nanosecond = nanosecond
    self.offset = offset
  }

  /// Reads the ISO 8601 form, seconds, fraction and offset optional.
  ///
  /// - Parameter description: the text; nil comes back where it is no time.
  public init?(_ description: String) {
    let time = Array(description.utf8).withUnsafeBufferPointer { Self.parse($0) }
    guard let time else { return nil }
    self = time
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> TimeOfDay? {
    var scanner = DigitScanner(bytes)
    guard let time = ClockTime(&scanner) else { return nil }
    let offset = scanner.isAtEnd ? nil : scanner.offset()
    guard scanner.isAtEnd else { return nil }
    return TimeOfDay(
      hour: time.hour,
      minute: time.minute,
      second: time.second,
      nanosecond: Int(time.nanoseconds),
      offset: offset
    )
  }

  /// The ISO 8601 form, with a fraction only where it is not zero.
  public var description: String {
    let time = ClockTime(
      hour: hour,
      minute: minute,
      second: second,
      nanoseconds: Int32(truncatingIfNeeded: nanosecond)
    )
    guard let offset else { return time.description }
    if offset == 0 { return "\(time)Z" }
    let minutes = Int(offset.magnitude) / 60
    let sign = offset < 0 ? "-" : "+"
    let parts = [minutes / 60, minutes % 60].map { DigitScanner.padded($0, 2) }
    return "\(time)\(sign)\(parts[0]):\(parts[1])"
  }
}

extension TimeOfDay: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    self = try json.readText("a time of day") { TimeOfDay.parse($0) }
  }

  public func write(json: inout JSONWriter) throws { json.writeString(description) }
  public var parameterValue: ParameterValue { .scalar(description) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }
}

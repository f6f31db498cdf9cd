/// A day without time and zone: `2024-02-29`.
public struct DateOnly: Sendable, Hashable, Comparable, LosslessStringConvertible {
  /// The year, 0 to 9999.
  public let year: Int
  /// The month, 1 to 12.
  public let month: Int
  /// The day of the month, from 1.
  public let day: Int

  /// Makes a day.
  ///
  /// - Parameters:
  ///   - year: the year, 0 to 9999.
  ///   - month: the month, 1 to 12.
  ///   - day: the day of the month; nil comes back where the month has no such day.
  public init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= CivilDate.days(in: month, of: year)
    else { return nil }
    self.init(CivilDate(year: year, month: month, day: day))
  }

  /// Reads the ISO 8601 form.
  ///
  /// - Parameter description: the text; nil comes back where it is no day.
  public init?(_ description: String) {
    let date = Array(description.utf8).withUnsafeBufferPointer { Self.parse($0) }
    guard let date else { return nil }
    self = date
  }

  init(_ date: CivilDate) {
    year = date.year
    month = date.month
    day = date.day
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> DateOnly? {
    var scanner = DigitScanner(bytes)
    guard let date = CivilDate(&scanner), scanner.isAtEnd else { return nil }
    return DateOnly(date)
  }

  var civil: CivilDate { CivilDate(year: year, month: month, day: day) }

  /// The ISO 8601 form.
  public var description: String { civil.description }

  public static func < (left: DateOnly, right: DateOnly) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}

extension DateOnly: JSONRepresentable, ParameterEncodable {
  /// Reads a day; the time of a full timestamp is passed over, since servers send those too.
  public init(json: inout JSONReader) throws {
    self = try json.readText("a date") { bytes in
      if let date = DateOnly.parse(bytes) { return date }
      guard bytes.count > 10, Instant(rfc3339: bytes) != nil else { return nil }
      return DateOnly.parse(UnsafeBufferPointer(rebasing: bytes[..<10]))
    }
  }

  public func write(json: inout JSONWriter) throws { json.writeString(description) }
  public var parameterValue: ParameterValue { .scalar(description) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }
}

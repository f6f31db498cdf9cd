#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Date: JSONRepresentable, ParameterEncodable {
  /// Reads an RFC 3339 timestamp in any of its forms.
  public init(json: inout JSONReader) throws {
    let instant = try json.readText("a date and time") { bytes in Instant(rfc3339: bytes) }
    self.init(instant)
  }

  /// Writes an RFC 3339 timestamp in UTC, with a fraction only where there is one.
  public func write(json: inout JSONWriter) throws {
    guard let instant = Instant(self) else {
      throw JSONEncodingError(message: "the date is outside of the years 0 to 9999")
    }
    json.writeString(instant.rfc3339)
  }

  public var parameterValue: ParameterValue {
    Instant(self).map { .scalar($0.rfc3339) } ?? .absent
  }

  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }

  /// Makes a date from an RFC 3339 timestamp.
  ///
  /// - Parameter text: the timestamp; nil comes back where it is none.
  public init?(rfc3339 text: String) {
    let instant = Array(text.utf8).withUnsafeBufferPointer { Instant(rfc3339: $0) }
    guard let instant else { return nil }
    self.init(instant)
  }

  /// The date as an RFC 3339 timestamp in UTC; nil outside of the years 0 to 9999.
  public var rfc3339: String? { Instant(self)?.rfc3339 }

  init(_ instant: Instant) {
    self.init(
      timeIntervalSinceReferenceDate: Double(instant.seconds - Instant.referenceSeconds)
        + Double(instant.nanoseconds) / 1e9
    )
  }
}

extension Instant {
  /// Seconds from 1970 to 2001, where `Date` counts from.
  static let referenceSeconds: Int64 = 978_307_200

  /// The instant of a date, to the fewest digits that read back as the same date.
  ///
  /// Nil outside of the years 0 to 9999.
  init?(_ date: Date) {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.isFinite, abs(interval) < 1e12 else { return nil }
    let whole = interval.rounded(.down)
    let seconds = Int64(whole) + Instant.referenceSeconds
    guard (Self.firstSecond...Self.lastSecond).contains(seconds) else { return nil }
    self.init(seconds: seconds)
    let fraction = interval - whole
    if fraction == 0 { return }
    for digits in [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9] {
      let nanoseconds = Int64((fraction * digits).rounded()) * Int64(1e9 / digits)
      // Rounding up to a whole second is no fraction any more.
      self.nanoseconds = Int32(min(nanoseconds, 999_999_999))
      if Date(self) == date { return }
    }
  }
}

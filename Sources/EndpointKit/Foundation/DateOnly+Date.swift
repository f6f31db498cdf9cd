#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DateOnly {
  /// The day on which an instant falls in UTC.
  ///
  /// - Parameter date: the instant; nil comes back outside of the years 0 to 9999.
  public init?(utc date: Date) {
    guard let instant = Instant(date) else { return nil }
    // Rounds down, before 1970 too.
    let days = (instant.seconds - (instant.seconds % 86400 + 86400) % 86400) / 86400
    self.init(CivilDate(daysSince1970: days))
  }

  /// The first instant of the day in UTC.
  public var utcDate: Date {
    Date(Instant(seconds: civil.daysSince1970 * 86400))
  }
}

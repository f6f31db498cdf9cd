/// Dates as HTTP writes them (RFC 9110 §5.6.7).
enum HTTPDate {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads a date in any of the three forms, and cookies' variations of them.
  ///
  /// - Parameter text: for example `Sun, 06 Nov 1994 08:49:37 GMT`.
  /// - Returns: seconds since 1970; `nil` where the text is no date.
  static func seconds(_ text: String) -> Double? {
    var day: Int?
    var month: Int?
    var year: Int?
    var time: Int?
    // RFC 6265 §5.1.1: the parts are told apart by their looks, not by their order.
    for token in text.split(whereSeparator: { " ,-\t".contains($0) }) {
      if time == nil, let seconds = timeOfDay(token) {
        time = seconds
      } else if month == nil, token.utf8.count >= 3,
        let index = months.firstIndex(of: token.prefix(3).lowercased())
      {
        month = index + 1
      } else if let number = Int(token), number >= 0 {
        if day == nil, token.utf8.count <= 2 {
          day = number
        } else if year == nil {
          year = token.utf8.count <= 2 ? number + (number < 70 ? 2000 : 1900) : number
        }
      }
    }
    guard let day, let month, let year, let time, (1...31).contains(day),
      (1601...9999).contains(year)
    else { return nil }
    return Double(daysSince1970(year: year, month: month, day: day) * 86400 + time)
  }

  private static func timeOfDay(_ token: Substring) -> Int? {
    let parts = token.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = Int(parts[0]), let minute = Int(parts[1]),
      let second = Int(parts[2]), (0...23).contains(hour), (0...59).contains(minute),
      (0...60).contains(second)
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  /// Days of the proleptic Gregorian calendar.
  private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}

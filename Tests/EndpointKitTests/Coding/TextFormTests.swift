import Foundation
import Testing

@testable import EndpointKit

@Suite struct TextFormTests {
  @Test(arguments: [
    ("2024-02-29T23:59:60Z", 1_709_251_200.0), ("2024-05-01T10:00:00Z", 1_714_557_600),
    ("2024-05-01T10:00:00.1Z", 1_714_557_600.1),
    ("2024-05-01T10:00:00.123456789+05:30", 1_714_537_800.123456789),
    ("2024-05-01t10:00:00z", 1_714_557_600), ("2024-05-01T10:00:00-00:00", 1_714_557_600),
    ("2024-05-01 10:00:00Z", 1_714_557_600), ("2024-05-01T10:00:00", 1_714_557_600),
    ("2024-05-01T10:00Z", 1_714_557_600), ("2024-05-01T10:00:00+0530", 1_714_537_800),
    ("2024-05-01T10:00:00,5Z", 1_714_557_600.5), ("1969-12-31T23:59:59Z", -1),
    ("0001-01-01T00:00:00Z", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ("2024-05-01T10:00:00.1234567890123Z", 1_714_557_600.123456789),
  ])
  func readsEveryFormOfTimestamps(_ text: String, _ seconds: Double) throws {
    let date = try decode(Date.self, "\"\(text)\"")
    #expect(abs(date.timeIntervalSince1970 - seconds) < 1e-6)
    #expect(Date(rfc3339: text) == date)
  }

  @Test(arguments: [
    "yesterday", "", "2024-05-01", "2024-13-01T00:00:00Z", "2024-02-30T00:00:00Z",
    "2023-02-29T00:00:00Z", "2024-05-01T24:00:00Z", "2024-05-01T10:60:00Z",
    "2024-05-01T10:00:61Z", "2024-05-01T10:00:00.Z", "2024-05-01T10:00:00+5:30",
    "2024-05-01T10:00:00Zx", "24-05-01T10:00:00Z", "2024-05-01T10:00:00+24:00",
  ])
  func rejectsWhatIsNoTimestamp(_ text: String) {
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Dictionary<String, Date>.self, "{\"at\":\"\(text)\"}")
    }
    #expect(error?.path == [.key("at")])
    #expect(error?.excerpt.hasPrefix("\"\(text)\"") == true)
  }

  @Test(arguments: [
    ("2024-05-01T10:00:00+02:00", "2024-05-01T08:00:00Z"),
    ("2024-05-01T10:00:00.120Z", "2024-05-01T10:00:00.120Z"),
    ("2024-05-01T10:00:00.1Z", "2024-05-01T10:00:00.100Z"),
    ("2024-05-01T10:00:00.123456Z", "2024-05-01T10:00:00.123456Z"),
    ("2024-05-01T10:00:00.1234567Z", "2024-05-01T10:00:00.1234567Z"),
    ("1969-12-31T23:59:59.500Z", "1969-12-31T23:59:59.500Z"),
    ("0000-02-29T00:00:00Z", "0000-02-29T00:00:00Z"),
    ("2000-02-29T12:00:00Z", "2000-02-29T12:00:00Z"),
  ])
  func writesTimestampsInUTC(_ text: String, _ expected: String) throws {
    let date = try decode(Date.self, "\"\(text)\"")
    #expect(try JSONWriter.text(date) == "\"\(expected)\"")
    #expect(date.parameterValue == .scalar(expected))
  }

  @Test func everyDayOfFourCenturiesRoundTrips() {
    for day in stride(from: -200_000, to: 400_000, by: 37) {
      let date = CivilDate(daysSince1970: Int64(day))
      #expect(date.daysSince1970 == Int64(day))
      let expected = Date(timeIntervalSince1970: Double(day) * 86400)
      #expect(DateOnly(date).utcDate == expected)
    }
  }

  @Test func refusesDatesThatHaveNoTimestamp() {
    let far = Date(timeIntervalSince1970: 253_402_300_800)
    #expect(throws: JSONEncodingError.self) { try JSONWriter.encode(far) }
    #expect(far.rfc3339 == nil)
  }

  @Test(arguments: ["2024-02-29", "0001-01-01", "9999-12-31"])
  func daysRoundTrip(_ text: String) throws {
    #expect(try JSONWriter.text(decode(DateOnly.self, "\"\(text)\"")) == "\"\(text)\"")
  }

  @Test func daysTakeTheTimeOfAFullTimestampOff() throws {
    #expect(try decode(DateOnly.self, #""2024-05-01T10:00:00Z""#) == DateOnly("2024-05-01"))
    #expect(throws: JSONDecodingError.self) { try decode(DateOnly.self, #""2024-05-01x""#) }
    #expect(DateOnly(year: 2023, month: 2, day: 29) == nil)
    let earlier = try #require(DateOnly("2024-05-01"))
    let later = try #require(DateOnly("2024-11-01"))
    #expect(earlier < later)
    #expect(DateOnly(utc: Date(timeIntervalSince1970: -1))?.description == "1969-12-31")
  }

  @Test(arguments: [
    "10:30:00", "23:59:60Z", "10:30:00.250", "10:30:00+05:30", "00:00:00-01:00",
    "10:30:00.123456789",
  ])
  func timesOfDayRoundTrip(_ text: String) throws {
    #expect(try JSONWriter.text(decode(TimeOfDay.self, "\"\(text)\"")) == "\"\(text)\"")
  }

  @Test(arguments: ["24:00:00", "10", "10:3", "10:30:00x", "10:30:00+1"])
  func rejectsWhatIsNoTimeOfDay(_ text: String) {
    #expect(TimeOfDay(text) == nil)
  }

  @Test(arguments: [
    "P1Y2M3DT4H5M6S", "P3W", "PT36H", "-PT30M", "PT0.5S", "PT6.000000001S", "P1D", "PT0S", "P1Y",
  ])
  func durationsRoundTrip(_ text: String) throws {
    #expect(try JSONWriter.text(decode(ISODuration.self, "\"\(text)\"")) == "\"\(text)\"")
  }

  @Test(arguments: [
    "", "P", "PT", "P1", "1D", "P1DT", "P1H", "PT1D", "P1M1Y", "PT1.5H", "P1.5Y", "PT1S1S",
  ])
  func rejectsWhatIsNoDuration(_ text: String) {
    #expect(ISODuration(text) == nil)
  }

  @Test func durationsConvertWhereTheyAreExact() {
    #expect(ISODuration("P1DT1S")?.duration == .seconds(86401))
    #expect(ISODuration("-PT1.5S")?.duration == .milliseconds(-1500))
    #expect(ISODuration("P1M")?.duration == nil)
    #expect(ISODuration(.milliseconds(2500)).description == "PT2.5S")
  }

  @Test(arguments: [
    ("", ""), ("aGk=", "hi"), ("aGk", "hi"), ("Zm9vYmFy", "foobar"), ("Zm9vYg==", "foob"),
    ("Zm9v\\r\\nYg==", "foob"),
  ])
  func readsBase64(_ text: String, _ expected: String) throws {
    #expect(try decode(Data.self, "\"\(text)\"") == Data(expected.utf8))
  }

  @Test func readsBothAlphabetsAndWritesTheStandardOne() throws {
    let bytes = Data([0xFB, 0xFF, 0xFE])
    #expect(try decode(Data.self, #""+//+""#) == bytes)
    #expect(try decode(Data.self, #""-__-""#) == bytes)
    #expect(try JSONWriter.text(bytes) == #""+//+""#)
    #expect(Data([0xFB, 0xFF]).parameterValue == .scalar("+/8="))
    for count in 0..<40 {
      let data = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 73) })
      #expect(try JSONWriter.text(data) == "\"\(data.base64EncodedString())\"")
      #expect(try decode(Data.self, JSONWriter.text(data)) == data)
    }
  }

  @Test(arguments: ["a", "aGk==", "a=Gk", "aG k", "aGk!", "===="])
  func rejectsWhatIsNoBase64(_ text: String) {
    #expect(throws: JSONDecodingError.self) { try decode(Data.self, "\"\(text)\"") }
  }

  @Test func readsIdentifiersAndAddresses() throws {
    let text = "\"3f2504e0-4f89-41d3-9a0c-0305e82c3301\""
    #expect(try JSONWriter.text(decode(UUID.self, text.uppercased())) == text)
    #expect(throws: JSONDecodingError.self) { try decode(UUID.self, "\"3f2504e0\"") }
    #expect(try decode(URL.self, #""https://example.test/a?b=c""#).host == "example.test")
  }

  @Test func decimalsKeepTheirDigits() throws {
    let text = "123456789.123456789123456789"
    #expect(try JSONWriter.text(decode(Decimal.self, text)) == text)
    #expect(try decode(Decimal.self, "\"0.10\"") == Decimal(string: "0.1"))
    #expect(throws: JSONDecodingError.self) { try decode(Decimal.self, "\"abc\"") }
    #expect(throws: JSONDecodingError.self) { try decode(Decimal.self, "true") }
  }
}

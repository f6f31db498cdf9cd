import Testing

@testable import EndpointKit

struct HTTPFieldsTests {
  static let raw = HTTPFields(
    raw: Array(
      "HTTP/1.1 200 OK\r\nContent-Type:  text/plain \r\nX-A: 1\nSet-Cookie: a=1\r\nx-a:2\r\nset-cookie: b=2, c\r\nEmpty:\r\n\r\n"
        .utf8
    )
  )
  static let list: HTTPFields = [
    "Content-Type": "text/plain", "X-A": "1", "Set-Cookie": "a=1", "x-a": "2",
    "set-cookie": "b=2, c", "Empty": "",
  ]

  @Test(arguments: [raw, list])
  func lookUpIgnoresCaseAndJoinsRepeatedFields(_ fields: HTTPFields) {
    #expect(fields["content-type"] == "text/plain")
    #expect(fields["X-a"] == "1, 2")
    #expect(fields["SET-COOKIE"] == "a=1")
    #expect(fields.values("set-cookie") == ["a=1", "b=2, c"])
    #expect(fields["Empty"] == "")
    #expect(fields["missing"] == nil)
    #expect(fields.contains("EMPTY"))
    #expect(!fields.contains("Content"))
    #expect(fields.count == 6)
  }

  @Test func rawAndBuiltFieldsAreEqual() { #expect(Self.raw == Self.list) }

  @Test(arguments: [raw, list])
  func settingReplacesAllInThePlaceOfTheFirst(_ fields: HTTPFields) {
    var fields = fields
    fields["x-a"] = "3"
    #expect(fields.map(\.name) == ["Content-Type", "x-a", "Set-Cookie", "set-cookie", "Empty"])
    fields["Set-Cookie"] = nil
    #expect(fields.map(\.name) == ["Content-Type", "x-a", "Empty"])
  }

  @Test(arguments: [
    ("X-A", "a\r\nB: c"), ("X-A", "a\nb"), ("X-A", "a\0b"), ("X A", "a"), ("", "a"),
    ("X-A:", "a"), ("X-\u{e9}", "a"), ("X\r\nY", "a"),
  ])
  func malformedFieldsAreRefusedAndRemembered(_ name: String, _ value: String) {
    var fields: HTTPFields = ["Ok": "1"]
    fields.append(name, value)
    #expect(fields.refused == name)
    #expect(fields.count == 1)
    fields = ["Ok": "1"]
    fields[name] = value
    #expect(fields.refused == name)
    #expect(fields.count == 1)
    var other: HTTPFields = [:]
    other.merge(fields)
    #expect(other.refused == name)
  }

  @Test func mergingReplacesFieldsOfTheSameName() {
    var fields: HTTPFields = ["A": "1", "B": "2", "a": "3"]
    fields.merge(["A": "4", "C": "5"])
    #expect(fields.map(\.description) == ["B: 2", "A: 4", "C: 5"])
  }

  @Test func bytesThatAreNotUTF8AreReadAsLatin1() {
    let fields = HTTPFields(raw: Array("X: caf".utf8) + [0xE9, 0x0D, 0x0A])
    #expect(fields["x"] == "caf\u{e9}")
  }

  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
    ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Fri, 29 Feb 2036 23:59:59 GMT", 2_087_942_399),
  ])
  func datesOfAllThreeFormsAreRead(_ text: String, _ seconds: Double) {
    #expect(HTTPDate.seconds(text) == seconds)
  }

  @Test(arguments: ["", "soon", "120", "Sun, 06 Nov 1994", "Sun, 99 Foo 1994 08:49:37 GMT"])
  func whatIsNoDateIsNone(_ text: String) { #expect(HTTPDate.seconds(text) == nil) }
}

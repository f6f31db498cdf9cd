import EndpointKit
import EndpointTesting
import GoldenAllof
import GoldenAllofConflict
import GoldenEnums
import GoldenFormatsDates
import GoldenMaps
import GoldenNamesReserved
import GoldenNullability
import GoldenNullability30
import GoldenOneofDiscriminator
import GoldenOneofUndiscriminated
import GoldenReadWriteOnly
import GoldenRecursion
import GoldenTypeless
import Testing

/// A generated type with a JSON text that must come back as it was.
struct Sample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var check: @Sendable () throws -> Void

  init<Value: JSONCodable & Hashable>(_ type: Value.Type, _ json: String) {
    testDescription = "\(type) \(json.prefix(60))"
    check = {
      let bytes = Array(json.utf8)
      let value = try bytes.withUnsafeBytes { try JSONReader.decode(type, from: $0) }
      let again = try bytes.withUnsafeBytes { try JSONReader.decode(type, from: $0) }
      #expect(value == again)
      #expect(value.hashValue == again.hashValue)
      let written = try JSONValue(encoding: value)
      let expected = try bytes.withUnsafeBytes { try JSONReader.decode(JSONValue.self, from: $0) }
      #expect(written == expected, "\(written) is not \(expected)")
    }
  }
}

struct RoundTripTests {
  @Test(arguments: [
    Sample(Enums.Opinion.self, #""+1""#),
    Sample(Enums.Opinion.self, #""never heard of""#),
    Sample(
      Nullability.Parcel.self,
      #"{"must":"a","mustOrNull":null,"sender":null,"weight":null}"#
    ),
    Sample(
      Nullability.Parcel.self,
      #"{"must":"a","mustOrNull":"b","may":"c","mayOrNull":null,"sender":{"name":"Ada"},"receiver":{"name":"Bob"},"weight":2.5,"stops":[{"name":"Cy"},null]}"#
    ),
    Sample(Nullability.ParcelPatch.self, "{}"),
    Sample(Nullability.ParcelPatch.self, #"{"may":null,"receiver":null}"#),
    Sample(Nullability.ParcelPatch.self, #"{"may":"c","receiver":{"name":"Bob"},"count":0}"#),
    Sample(OneofDiscriminator.Part.self, #"{"type":"hologram","x":1}"#),
    Sample(OneofUndiscriminated.Who.self, #"{"id":2,"email":"e","plan":"pro"}"#),
    Sample(
      OneofUndiscriminated.Who.self,
      #"{"id":3,"ref":"7","tags":"one","size":{"w":1,"h":2}}"#
    ),
    Sample(OneofUndiscriminated.Who.self, #"{"id":4,"tags":["one","two"],"size":3,"when":17}"#),
    Sample(
      OneofUndiscriminated.Guest.self,
      #"{"id":3,"ref":7,"size":true,"when":"2024-05-01"}"#
    ),
    Sample(ReadWriteOnly.User.self, #"{"id":1,"name":"n"}"#),
    Sample(ReadWriteOnly.UserInput.self, #"{"name":"n","password":"p"}"#),
  ])
  func valuesComeBackAsTheyWere(sample: Sample) throws {
    try sample.check()
  }

  @Test func absentNullAndValueAreThreeThings() throws {
    #expect("\(try JSONValue(encoding: Nullability.ParcelPatch()))" == "{}")
    let cleared = Nullability.ParcelPatch(may: nil)
    #expect("\(try JSONValue(encoding: cleared))" == #"{"may":null}"#)
    let set = Nullability.ParcelPatch(may: .value("c"), receiver: .value(.init(name: "Bob")))
    #expect("\(try JSONValue(encoding: set))" == #"{"may":"c","receiver":{"name":"Bob"}}"#)
  }

  @Test func theBestMatchWinsNotTheFirst() throws {
    let member = try OneofUndiscriminated.Who(jsonText: #"{"id":1,"email":"e","plan":"pro"}"#)
    guard case .member(let value) = member else {
      Issue.record("read as \(member)")
      return
    }
    #expect(value.plan == "pro")
    let guest = try OneofUndiscriminated.Who(jsonText: #"{"id":1}"#)
    guard case .guest = guest else {
      Issue.record("read as \(guest)")
      return
    }
  }

  @Test func missingKeysAreNamed() {
    #expect {
      try Nullability.Parcel(jsonText: #"{"must":"a","sender":null,"weight":null}"#)
    } throws: { "\($0)".contains("mustOrNull") }
  }

  @Test func signsAreTwoValues() throws {
    #expect(try Enums.Opinion(jsonText: #""+1""#) == .plus1)
    #expect(try Enums.Opinion(jsonText: #""-1""#) == .minus1)
    #expect(try Enums.Opinion(jsonText: #""paused""#) == .unknown("paused"))
  }
}

extension JSONCodable {
  /// Reads a value from text.
  init(jsonText: String) throws {
    let bytes = Array(jsonText.utf8)
    self = try bytes.withUnsafeBytes { try JSONReader.decode(Self.self, from: $0) }
  }
}

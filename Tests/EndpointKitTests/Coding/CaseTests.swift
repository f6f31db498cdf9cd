import Foundation
import Testing

@testable import EndpointKit

/// Decodes and encodes again.
func roundTrip<Value: JSONCodable>(_ type: Value.Type, _ text: String) throws -> String {
  try JSONWriter.text(decode(type, text))
}

@Suite struct CaseTests {
  @Test func requiredPropertiesMayBeNull() throws {
    let order = try decode(Cases.Order.self, #"{"id":"o1","customer":null,"note":null}"#)
    #expect(order == Cases.Order(id: "o1", customer: nil, note: nil))
    #expect(try JSONWriter.text(order) == #"{"id":"o1","customer":null,"note":null}"#)
    let full = try decode(Cases.Order.self, #"{"id":"o1","customer":{"name":"Ann"},"note":"x"}"#)
    #expect(full.customer?.name == "Ann")
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Cases.Order.self, #"{"id":"o1","note":null}"#)
    }
    #expect(error?.reason == .missingKey("customer"))
  }

  @Test func enumsOfSignsKeepTheirValues() throws {
    #expect(try decode(Cases.ReactionKind.self, #""+1""#) == .plus1)
    #expect(try decode(Cases.ReactionKind.self, #""-1""#).rawValue == "-1")
    #expect(ParameterValue(Cases.ReactionKind.plus1) == .scalar("+1"))
    #expect(Cases.ReactionKind(rawValue: "heart") == .heart)
    #expect(Cases.ReactionKind(rawValue: "hear") == .unknown("hear"))
  }

  @Test func propertiesMayHaveAnyName() throws {
    let text =
      #"{"container":"C1","decoder":"D","encoder":"E","values":["v"],"key":"k","x-tra":1}"#
    #expect(try roundTrip(Cases.Shipment.self, text) == text)
    #expect(try decode(Cases.Shipment.self, text).additionalValues == ["x-tra": 1])
  }

  @Test func recursiveModelsRoundTrip() throws {
    let text =
      #"{"name":"c","parent":{"name":"p","children":[]},"children":[{"name":"x","children":[]}],"#
      + #""byName":{"y":{"name":"y","children":[]}}}"#
    let node = try decode(Cases.Node.self, text)
    #expect(try JSONWriter.text(node) == text)
    #expect(node.parent?.name == "p")
    var changed = node
    #expect(changed == node)
    #expect(Set([changed, node]).count == 1)
    changed.parent?.name = "q"
    #expect(changed != node)
    #expect(node.parent?.name == "p")
    changed.parent = nil
    #expect(changed.parent == nil)
    #expect(!(try JSONWriter.text(changed).contains("parent")))
  }

  @Test func discriminatorsKnowTheValuesOfTheirVariants() throws {
    #expect(
      try decode(Cases.Part.self, #"{"type":"text","text":"hi"}"#)
        == .text(.init(type: .text, text: "hi"))
    )
    guard case .image(let image) = try decode(Cases.Part.self, #"{"url":"u","type":"image_file"}"#)
    else {
      Issue.record("no image")
      return
    }
    #expect(image.type == .imageFile)
    let unknown = #"{"type":"hologram","x":1}"#
    #expect(try decode(Cases.Part.self, unknown) == .unknown(["type": "hologram", "x": 1]))
    #expect(try roundTrip(Cases.Part.self, unknown) == unknown)
    // The schema's name is as good as its constant.
    guard case .text = try decode(Cases.Part.self, #"{"type":"TextPart","text":"hi"}"#) else {
      Issue.record("no text")
      return
    }
    // Without a tag the keys decide.
    guard case .unknown = try decode(Cases.Part.self, #"{"url":"u"}"#) else {
      Issue.record("an image without its required type")
      return
    }
  }

  @Test func aKnownTagWithAWrongPayloadIsAnError() throws {
    let error = #expect(throws: JSONDecodingError.self) {
      try decode([Cases.Part].self, #"[{"type":"text"}]"#)
    }
    #expect(error?.path == [.index(0)])
    #expect(error?.reason == .missingKey("text"))
  }

  @Test func theBestMatchOfKeysWins() throws {
    let member = #"{"id":1,"email":"e","plan":"pro"}"#
    guard case .member(let value) = try decode(Cases.Who.self, member) else {
      Issue.record("no member")
      return
    }
    #expect(value.plan == "pro")
    #expect(try roundTrip(Cases.Who.self, member) == member)
    #expect(try decode(Cases.Who.self, #"{"id":1}"#) == .guest(.init(id: 1, ref: nil)))
    guard case .guest = try decode(Cases.Who.self, #"{"id":1,"email":"e"}"#) else {
      Issue.record("a member without its plan")
      return
    }
    #expect(try roundTrip(Cases.Who.self, #"{"id":1,"ref":"7"}"#) == #"{"id":1,"ref":"7"}"#)
    #expect(try roundTrip(Cases.Who.self, #"{"id":1,"ref":7}"#) == #"{"id":1,"ref":7}"#)
    #expect(try roundTrip(Cases.Who.self, #"[1]"#) == #"[1]"#)
    #expect(try roundTrip(Cases.Who.self, #"{"id":1,"ref":[7]}"#) == #"{"id":1,"ref":[7]}"#)
  }

  @Test func unknownEnumValuesAreKept() throws {
    let text = #"{"items":[{"state":"open","level":1},{"state":"paused","level":7}]}"#
    let page = try decode(Dictionary<String, [Cases.Item]>.self, text)
    #expect(page["items"]?[0] == Cases.Item(state: .open, level: .one))
    #expect(page["items"]?[1].state.rawValue == "paused")
    #expect(page["items"]?[1].level == .unknown(7))
    #expect(try JSONWriter.text(page) == text)
  }

  @Test func flatModelsDecodeAndEncodeFlat() throws {
    let text = #"{"id":1,"name":"n","level":3}"#
    #expect(try roundTrip(Cases.Admin.self, text) == text)
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Cases.Admin.self, #"{"id":1,"level":3}"#)
    }
    #expect(error?.reason == .missingKey("name"))
  }

  @Test func wrappedScalarsStayScalars() throws {
    let text = #"{"status":"done","amount":1.5}"#
    #expect(try roundTrip(Cases.Job.self, text) == text)
  }

  @Test func optionalDatesMayBeNull() throws {
    let text = #"[{"at":"2024-05-01T10:00:00.123456789+05:30","endedAt":null}]"#
    let events = try decode([Cases.Event].self, text)
    #expect(events[0].endedAt == nil)
    let error = #expect(throws: JSONDecodingError.self) {
      try decode([Cases.Event].self, #"[{"at":"yesterday"}]"#)
    }
    #expect(error?.pathDescription == "[0].at")
    #expect(error?.excerpt.contains("yesterday") == true)
  }

  @Test func integersReachTheirLimits() throws {
    let text = #"{"a":9223372036854775807,"b":18446744073709551615}"#
    #expect(try roundTrip(Cases.Big.self, text) == text)
    #expect(try decode(Cases.Big.self, #"{"c":5.0}"#).c == 5)
  }

  @Test func defaultsAreForInitializersAlone() throws {
    #expect(Cases.Job().status == .done)
    #expect(throws: JSONDecodingError.self) { try decode(Cases.Job.self, "{}") }
    #expect(try decode(Cases.Big.self, "{}") == Cases.Big(a: nil, b: nil, c: nil))
  }

  @Test func additionalKeysAreTypedAndFlat() throws {
    let text = #"{"name":"n","a":1,"b":2}"#
    #expect(try decode(Cases.Scores.self, text).extras == ["a": 1, "b": 2])
    #expect(try roundTrip(Cases.Scores.self, text) == text)
    let error = #expect(throws: JSONDecodingError.self) {
      try decode(Cases.Scores.self, #"{"name":"n","a":"x"}"#)
    }
    #expect(error?.path == [.key("a")])
    #expect(error?.reason == .typeMismatch(expected: "an integer", found: .string))
    // A model without additional keys passes over what it does not know.
    #expect(try roundTrip(Cases.Customer.self, #"{"x":{"y":[1]},"name":"n"}"#) == #"{"name":"n"}"#)
  }

  @Test func freeFormValuesLoseNothing() throws {
    let text =
      #"{"meta":{"f":1.0,"l":[{}],"n":9007199254740993,"one":1,"t":true,"z":null},"any":"s","#
      + #""list":[1,"a",null]}"#
    #expect(try roundTrip(Cases.AnyHolder.self, text) == text)
    #expect(try decode(Cases.AnyHolder.self, text).meta?["n"]?.int == 9_007_199_254_740_993)
    // A null where anything goes is a value; only a missing key is none.
    #expect(try decode(Cases.AnyHolder.self, #"{"any":null}"#).any == .some(.null))
    #expect(try decode(Cases.AnyHolder.self, "{}").any == nil)
  }

  @Test func enumsOfMixedTypesKeepTheirTypes() throws {
    #expect(try decode([Cases.Mixed].self, #"["a",2,true]"#) == [.a, .two, .yes])
    #expect(try decode(Cases.Mixed.self, "2.0") == .unknown(2.0))
    #expect(try roundTrip([Cases.Mixed].self, #"["a",2,true,1,[]]"#) == #"["a",2,true,1,[]]"#)
  }

  @Test func severalTypesRoundTripWithoutChange() throws {
    for text in [#"{"v":"2","id":7,"name":null}"#, #"{"v":"2","id":"7","name":"n"}"#] {
      #expect(try roundTrip(Cases.Versioned.self, text) == text)
    }
    #expect(
      try JSONWriter.text(Cases.Versioned(id: .integer(7)))
        == #"{"v":"2","id":7,"name":null}"#
    )
  }
}

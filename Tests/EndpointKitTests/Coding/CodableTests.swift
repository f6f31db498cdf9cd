import Foundation
import Testing

@testable import EndpointKit

@Suite struct CodableTests {
  static let ticket =
    #"{"id":1,"title":"t","owner":{"login":"a","site_admin":true},"author":{"login":"b"},"#
    + #""milestone":null,"parent":{"id":2,"title":"p","author":{"login":"c"},"closed_by":null,"#
    + #""state":"weird","labels":[]},"closed_by":null,"state":"open","labels":[{"login":"l"}],"#
    + #""ratio":0.5,"at":"2024-05-01T10:00:00Z","x":[1,null,{"y":true}]}"#

  @Test func modelsTravelThroughFoundationsCoders() throws {
    let ours = try decode(Ticket.self, Self.ticket)
    #expect(try JSONDecoder().decode(Ticket.self, from: Data(Self.ticket.utf8)) == ours)
    let encoded = try JSONEncoder().encode(ours)
    #expect(
      try JSONReader.decode(JSONValue.self, from: encoded) == decode(JSONValue.self, Self.ticket)
    )
    #expect(try JSONDecoder().decode(Ticket.self, from: encoded) == ours)
  }

  @Test func modelsTravelThroughPropertyLists() throws {
    // Property lists have no null.
    let text = Self.ticket.replacing(#""milestone":null,"#, with: "").replacing("null,", with: "")
      .replacing(#""closed_by":"state""#, with: #""closed_by":{"login":"z"},"state""#)
    let ours = try decode(Ticket.self, text)
    let data = try PropertyListEncoder().encode(ours)
    #expect(try PropertyListDecoder().decode(Ticket.self, from: data) == ours)
  }

  struct Wrapper: Codable, Equatable {
    var ticket: Ticket
    var part: Cases.Part
    var state: Ticket.State
    var value: JSONValue
  }

  @Test func everyKindTravelsInsideAnotherCodableType() throws {
    let wrapper = Wrapper(
      ticket: try decode(Ticket.self, Self.ticket),
      part: .image(.init(type: .imageFile, url: "u")),
      state: .unknown("s"),
      value: ["a": [1, 2.5, "x", nil, true]]
    )
    let data = try JSONEncoder().encode(wrapper)
    #expect(try JSONDecoder().decode(Wrapper.self, from: data) == wrapper)
  }

  @Test func recursionAndAdditionalKeysTravelToo() throws {
    let text =
      #"{"name":"c","parent":{"name":"p","children":[]},"children":[{"name":"x","children":[]}],"#
      + #""byName":{"y":{"name":"y","children":[]}}}"#
    let node = try decode(Cases.Node.self, text)
    #expect(try JSONDecoder().decode(Cases.Node.self, from: JSONEncoder().encode(node)) == node)
    let scores = Cases.Scores(name: "n", extras: ["a": 1])
    #expect(
      try JSONDecoder().decode(Cases.Scores.self, from: JSONEncoder().encode(scores)) == scores
    )
  }

  @Test func failuresHaveTheCodersPath() {
    let text = Self.ticket.replacing(#"{"login":"l"}"#, with: #"{"login":5}"#)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Ticket.self, from: Data(text.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.stringValue).first == "labels")
    #expect(context.codingPath.map(\.stringValue).last == "login")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Cases.Customer.self, from: Data("{}".utf8))
    }
  }
}

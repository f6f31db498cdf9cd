import Synchronization
import Testing

@testable import EndpointKit

/// A value that counts how many of its kind are alive.
final class Witness: Sendable {
  static let alive = Atomic<Int>(0)
  let number: Int

  init(_ number: Int) {
    self.number = number
    Self.alive.add(1, ordering: .relaxed)
  }

  deinit { Self.alive.subtract(1, ordering: .relaxed) }
}

/// A field type that owns a witness; negative numbers are refused.
struct Witnessed: JSONRepresentable, Hashable {
  let witness: Witness

  init(json: inout JSONReader) throws {
    witness = Witness(try json.readInteger())
    if witness.number < 0 { throw json.invalidValue("a negative number") }
  }

  func write(json: inout JSONWriter) throws { json.writeInteger(witness.number) }
  static func == (left: Self, right: Self) -> Bool { left.witness.number == right.witness.number }
  func hash(into hasher: inout Hasher) { hasher.combine(witness.number) }
}

/// Every way in which a field can own something.
struct Owning: Model {
  var plain: Witnessed
  var optional: Witnessed?
  @Indirect var boxed: Witnessed
  @Indirect var boxedOptional: Witnessed?
  @Nullable var nullable: Witnessed?
  @IndirectNullable var boxedNullable: Witnessed?
  var list: [Witnessed]?
  @Indirect var child: Owning?
  var extra: [String: Witnessed]

  static var coding: ValueCoding {
    fields(
      .init("plain", \.plain),
      .init("optional", \.optional),
      .init("boxed", \._boxed),
      .init("boxedOptional", \._boxedOptional),
      .init("nullable", \._nullable),
      .init("boxedNullable", \._boxedNullable),
      .init("list", \.list),
      .init("child", \._child),
      additional: \.extra
    )
  }
}

/// Small fields that leave padding, short keys, keys that begin alike.
struct Odd: Model {
  var a: Bool
  var b: Int
  var ab: Bool?
  var abc: Double?
  var abcd: Int32
  var abcdefgh: String
  var abcdefghi: String?
  var escaped: Bool
  var null: Null
  var last: UInt8

  static var coding: ValueCoding {
    fields(
      .init("a", \.a),
      .init("b", \.b),
      .init("ab", \.ab),
      .init("abc", \.abc),
      .init("abcd", \.abcd),
      .init("abcdefgh", \.abcdefgh),
      .init("abcdefghi", \.abcdefghi),
      .init("tab\t\"é", \.escaped),
      .init("null", \.null, .nullable),
      .init("l", \.last)
    )
  }
}

@Suite(.serialized) struct FieldTableTests {
  @Test func aFailureAnywhereDestroysWhatWasBuilt() throws {
    let before = Witness.alive.load(ordering: .relaxed)
    let inner =
      #"{"plain":1,"optional":2,"boxed":3,"boxedOptional":4,"nullable":5,"boxedNullable":6,"#
      + #""list":[7,8],"x":9}"#
    let text = inner.dropLast() + #","child":"# + inner + #","y":10}"#
    do {
      let value = try decode(Owning.self, String(text))
      #expect(Witness.alive.load(ordering: .relaxed) > before)
      #expect(try decode(Owning.self, JSONWriter.text(value)) == value)
    }
    #expect(Witness.alive.load(ordering: .relaxed) == before)
    // Each number in turn is one that its field refuses, and each byte in turn the last.
    for (index, character) in zip(text.indices, text) where character.isNumber {
      var broken = String(text)
      broken.replaceSubrange(index...index, with: "-1")
      #expect(throws: JSONDecodingError.self) { try decode(Owning.self, broken) }
      #expect(Witness.alive.load(ordering: .relaxed) == before, "\(broken)")
    }
    for index in text.indices {
      #expect(throws: JSONDecodingError.self) { try decode(Owning.self, String(text[..<index])) }
      #expect(Witness.alive.load(ordering: .relaxed) == before, "\(text[..<index])")
    }
  }

  @Test func ofRepeatedKeysTheLastWins() throws {
    let before = Witness.alive.load(ordering: .relaxed)
    do {
      let value = try decode(
        Owning.self,
        #"{"plain":1,"boxed":2,"optional":3,"boxedOptional":4,"plain":5,"boxed":6,"optional":null,"#
          + #""boxedOptional":null,"x":7,"x":8}"#
      )
      #expect(value.plain.witness.number == 5)
      #expect(value.boxed.witness.number == 6)
      #expect(value.optional == nil)
      #expect(value.boxedOptional == nil)
      #expect(value.extra["x"]?.witness.number == 8)
      #expect(throws: JSONDecodingError.self) {
        try decode(Owning.self, #"{"plain":1,"boxed":2,"optional":3,"optional":-1}"#)
      }
    }
    #expect(Witness.alive.load(ordering: .relaxed) == before)
  }

  @Test func lenientReadersPassOverOptionalFields() throws {
    let before = Witness.alive.load(ordering: .relaxed)
    do {
      var options = JSONDecodingOptions()
      options.isLenient = true
      let text =
        #"{"plain":1,"boxed":2,"optional":-1,"boxedOptional":"x","nullable":[{"a":1}],"list":[1,-1]}"#
      let value = try Array(text.utf8).withUnsafeBytes { bytes in
        var reader = JSONReader(bytes, options: options)
        let value = try reader.read(Owning.self)
        #expect(
          reader.notes.map(\.pathDescription) == [
            "optional", "boxedOptional", "nullable", "list[1]",
          ]
        )
        return value
      }
      #expect(value.optional == nil && value.boxedOptional == nil && value.list == nil)
      #expect(value.$nullable == .absent)
      // What is required is not passed over, nor what is no JSON.
      #expect(throws: JSONDecodingError.self) {
        try decode(Owning.self, #"{"plain":-1,"boxed":2}"#, options: options)
      }
      #expect(throws: JSONDecodingError.self) {
        try decode(Owning.self, #"{"plain":1,"boxed":2,"optional":01}"#, options: options)
      }
    }
    #expect(Witness.alive.load(ordering: .relaxed) == before)
  }

  static let odd =
    #"{"a":true,"b":-7,"ab":false,"abc":0.5,"abcd":4,"abcdefgh":"s","abcdefghi":"t","tab\t\"é":true,"#
    + #""null":null,"l":255}"#

  @Test func keysMatchWhateverTheirLengthAndSpelling() throws {
    let value = try decode(Odd.self, Self.odd)
    #expect(value.b == -7 && value.abcd == 4 && value.abcdefghi == "t" && value.last == 255)
    #expect(value.escaped)
    #expect(try JSONWriter.text(value) == Self.odd)
    let spelled = Self.odd.replacing(#""abc":"#, with: #""\u0061bc" : "#)
      .replacing(#""tab\t\"é""#, with: #""tab\u0009\u0022\u00E9""#).replacing(",", with: " ,\n\t ")
    #expect(try decode(Odd.self, spelled) == value)
  }

  @Test func keysMayComeInAnyOrder() throws {
    let value = try decode(Odd.self, Self.odd)
    let members = Self.odd.dropFirst().dropLast().split(separator: ",")
    for shift in members.indices {
      let turned = Array(members[shift...] + members[..<shift]).reversed() + ["\"unknown\":[{}]"]
      #expect(try decode(Odd.self, "{\(turned.joined(separator: ","))}") == value)
    }
  }

  @Test func namesTheMissingKey() {
    let error = #expect(throws: JSONDecodingError.self) {
      try decode([Odd].self, #"[{"a":true}]"#)
    }
    #expect(error?.path == [.index(0)])
    #expect(error?.reason == .missingKey("b"))
  }

  @Test func tablesMayBeWide() throws {
    let text = "{" + (0..<300).map { "\"f\($0)\":\($0)" }.joined(separator: ",") + "}"
    let value = try decode(Wide.self, text)
    #expect(value.tail.count == 230)
    #expect(try decode(Wide.self, JSONWriter.text(value)) == value)
    #expect(throws: JSONDecodingError.self) {
      try decode(Wide.self, text.replacing(",\"f69\":69", with: ""))
    }
  }

  @Test func equalityAndHashesSeeEveryField() throws {
    let value = try decode(Odd.self, Self.odd)
    let changes = [
      ("true,\"b\"", "false,\"b\""), ("-7", "-8"), ("\"ab\":false", "\"ab\":true"),
      ("\"ab\":false,", ""), ("0.5", "0.25"), ("\"s\"", "\"S\""), ("\"t\"", "\"T\""),
      ("255", "254"),
    ]
    for (from, to) in changes {
      let other = try decode(Odd.self, Self.odd.replacing(from, with: to))
      #expect(other != value, "\(from)")
      #expect(Set([value, other, value]).count == 2, "\(from)")
    }
  }

  struct Secret: Model {
    var user: String
    var password: String
    var token: String?

    static var coding: ValueCoding {
      fields(
        .init("user", \.user),
        .init("password", \.password, .sensitive),
        .init("token", \.token, [.sensitive, .nullable])
      )
    }
  }

  @Test func descriptionsLeaveSecretsOut() throws {
    let secret = Secret(user: "u", password: "hunter2", token: nil)
    #expect("\(secret)" == #"Secret({"user":"u","password":"<redacted>","token":null})"#)
    #expect(try JSONWriter.text(secret).contains("hunter2"))
  }

  @Test func errorsOfWritingNameTheField() {
    let holder = Cases.Job(status: .done, amount: .nan)
    let error = #expect(throws: JSONEncodingError.self) { try JSONWriter.encode(holder) }
    #expect(error?.key == "amount")
  }
}

/// More fields than one word has bits; the keys beyond go to the dictionary.
struct Wide: Model {
  // swift-format-ignore
  var f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, f10, f11, f12, f13, f14, f15, f16, f17, f18, f19: Int
  // swift-format-ignore
  var f20, f21, f22, f23, f24, f25, f26, f27, f28, f29, f30, f31, f32, f33, f34, f35, f36, f37: Int
  // swift-format-ignore
  var f38, f39, f40, f41, f42, f43, f44, f45, f46, f47, f48, f49, f50, f51, f52, f53, f54, f55: Int
  // swift-format-ignore
  var f56, f57, f58, f59, f60, f61, f62, f63, f64, f65, f66, f67, f68, f69: Int
  var tail: [String: Int]

  static var coding: ValueCoding {
    fields(
      .init("f0", \.f0),
      .init("f1", \.f1),
      .init("f2", \.f2),
      .init("f3", \.f3),
      .init("f4", \.f4),
      .init("f5", \.f5),
      .init("f6", \.f6),
      .init("f7", \.f7),
      .init("f8", \.f8),
      .init("f9", \.f9),
      .init("f10", \.f10),
      .init("f11", \.f11),
      .init("f12", \.f12),
      .init("f13", \.f13),
      .init("f14", \.f14),
      .init("f15", \.f15),
      .init("f16", \.f16),
      .init("f17", \.f17),
      .init("f18", \.f18),
      .init("f19", \.f19),
      .init("f20", \.f20),
      .init("f21", \.f21),
      .init("f22", \.f22),
      .init("f23", \.f23),
      .init("f24", \.f24),
      .init("f25", \.f25),
      .init("f26", \.f26),
      .init("f27", \.f27),
      .init("f28", \.f28),
      .init("f29", \.f29),
      .init("f30", \.f30),
      .init("f31", \.f31),
      .init("f32", \.f32),
      .init("f33", \.f33),
      .init("f34", \.f34),
      .init("f35", \.f35),
      .init("f36", \.f36),
      .init("f37", \.f37),
      .init("f38", \.f38),
      .init("f39", \.f39),
      .init("f40", \.f40),
      .init("f41", \.f41),
      .init("f42", \.f42),
      .init("f43", \.f43),
      .init("f44", \.f44),
      .init("f45", \.f45),
      .init("f46", \.f46),
      .init("f47", \.f47),
      .init("f48", \.f48),
      .init("f49", \.f49),
      .init("f50", \.f50),
      .init("f51", \.f51),
      .init("f52", \.f52),
      .init("f53", \.f53),
      .init("f54", \.f54),
      .init("f55", \.f55),
      .init("f56", \.f56),
      .init("f57", \.f57),
      .init("f58", \.f58),
      .init("f59", \.f59),
      .init("f60", \.f60),
      .init("f61", \.f61),
      .init("f62", \.f62),
      .init("f63", \.f63),
      .init("f64", \.f64),
      .init("f65", \.f65),
      .init("f66", \.f66),
      .init("f67", \.f67),
      .init("f68", \.f68),
      .init("f69", \.f69),
      additional: \.tail
    )
  }
}

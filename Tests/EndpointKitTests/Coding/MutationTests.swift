import Testing

@testable import EndpointKit

/// Mutated documents: nothing may crash, and what one reader accepts every reader accepts.
@Suite struct MutationTests {
  /// SplitMix64, so that a failure can be repeated.
  struct Generator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var value = state
      value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
      value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
      return value ^ (value >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  }

  static let fragments = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "null", "true", "1e9", "-", "0", "\\u12", "\\ud800",
    "\"id\":", "\"title\":null,", "\"owner\":{", "\u{E9}", "\"state\":\"open\"", " ", "9999999999",
  ].map { Array($0.utf8) }

  static func mutate(_ bytes: [UInt8], _ random: inout Generator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(4) {
      guard !bytes.isEmpty else { return bytes }
      let place = random.below(bytes.count)
      switch random.below(5) {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.insert(contentsOf: fragments[random.below(fragments.count)], at: place)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(12)))
      case 3: bytes.removeLast(bytes.count - place)
      default:
        let end = min(bytes.count, place + 1 + random.below(40))
        bytes.insert(contentsOf: bytes[place..<end], at: random.below(bytes.count))
      }
    }
    return bytes
  }

  struct Skipped: JSONRepresentable {
    init(json: inout JSONReader) throws { try json.skipValue() }
    func write(json: inout JSONWriter) throws { json.writeNull() }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func readersAgreeOnMutatedDocuments(_ seed: UInt64) throws {
    var random = Generator(state: seed)
    let documents = [CodableTests.ticket, FieldTableTests.odd].map { Array($0.utf8) }
    for _ in 0..<3000 {
      let bytes = Self.mutate(documents[random.below(documents.count)], &random)
      let value = try? JSONReader.decode(JSONValue.self, from: bytes)
      let isSkipped = (try? JSONReader.decode(Skipped.self, from: bytes)) != nil
      #expect((value != nil) == isSkipped, "\(bytes)")
      let ticket = try? JSONReader.decode(Ticket.self, from: bytes)
      let odd = try? JSONReader.decode(Odd.self, from: bytes)
      let part = try? JSONReader.decode(UnionTests.Undeclared.self, from: bytes)
      // A union keeps whatever is JSON.
      #expect((part != nil) == (value != nil), "\(bytes)")
      guard let value else {
        #expect(ticket == nil && odd == nil, "\(bytes)")
        continue
      }
      #expect(try JSONReader.decode(JSONValue.self, from: value.jsonData()) == value)
      // What a model reads, it writes so that it reads the same again.
      if let ticket {
        #expect(try JSONReader.decode(Ticket.self, from: ticket.jsonData()) == ticket)
      }
      if let odd { #expect(try JSONReader.decode(Odd.self, from: odd.jsonData()) == odd) }
    }
  }
}

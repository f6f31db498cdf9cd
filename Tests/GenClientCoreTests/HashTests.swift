import Testing

@testable import GenClientCore

/// The vectors of FIPS 180-4 and edges of the padding.
@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
])
func sha256MatchesPublishedVectors(text: String, digest: String) {
  #expect(SHA256.hex(Array(text.utf8)) == digest)
}

@Test func sha256OfAMillionLetters() {
  let digest = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
  #expect(SHA256.hex(Array(repeating: UInt8(ascii: "a"), count: 1_000_000)) == digest)
}

@Test func quickHashTellsNeighboursApart() {
  var seen: Set<String> = []
  for count in 0..<40 {
    for last in [UInt8(0), 1, 255] {
      seen.insert(QuickHash.hex([UInt8](repeating: 0, count: count) + [last]))
    }
  }
  #expect(seen.count == 120)
  #expect(seen.allSatisfy { $0.utf8.count == 16 })
}

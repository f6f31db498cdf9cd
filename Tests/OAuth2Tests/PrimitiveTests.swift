import Testing

@testable import EndpointKit

@Suite struct PrimitiveTests {
  /// FIPS 180-4 and NIST's example values.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
  ])
  func hashesAsFIPSSays(text: String, hash: String) {
    #expect(PortableSHA256.hash(text.utf8).hexText == hash)
    #expect(Hashing.sha256(Array(text.utf8)).hexText == hash)
  }

  @Test func hashesAMillionBytes() {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(
      PortableSHA256.hash(bytes).hexText
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    )
  }

  @Test(arguments: 0..<130)
  func hashesEveryLengthOfPaddingAlike(length: Int) {
    // Cutting the message elsewhere must not matter; the platform's hash is the judge where it is
    // another one.
    let bytes = (0..<length).map { UInt8($0) }
    #expect(PortableSHA256.hash(bytes) == Hashing.sha256(bytes))
    #expect(PortableSHA256.hash(bytes).count == 32)
  }

  /// RFC 7636 appendix B.
  @Test func makesTheChallengeOfTheRFC() {
    let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(pkce.method == "S256")
  }

  @Test func verifiersAreLongAndNeverTheSame() {
    let verifiers = (0..<100).map { _ in PKCE().verifier }
    #expect(Set(verifiers).count == 100)
    for verifier in verifiers {
      #expect((43...128).contains(verifier.utf8.count))
      #expect(verifier.utf8.allSatisfy { $0.isASCIIAlphanumeric || $0 == 0x2D || $0 == 0x5F })
    }
  }

  /// RFC 7636 appendix A.
  @Test func encodesForURLs() {
    #expect([3, 236, 255, 224, 193].base64URLText == "A-z_4ME")
    #expect([UInt8]().base64URLText.isEmpty)
  }

  /// RFC 6749 appendix B.
  @Test func encodesForms() {
    #expect(FormText.encode(" %&+£€") == "+%25%26%2B%C2%A3%E2%82%AC")
    #expect(FormText.encode([("a b", "c&d"), ("e", "")]) == "a+b=c%26d&e=")
    let pairs = FormText.decode("a+b=c%26d&e=&f")
    #expect(pairs.map(\.name) == ["a b", "e", "f"])
    #expect(pairs.map(\.value) == ["c&d", "", ""])
  }

  @Test(
    arguments: [
      ("Retry-After: 120", 120), ("Retry-After: -5", 0), ("Retry-After: soon", nil),
      ("Date: Wed, 21 Oct 2015 07:28:00 GMT\nRetry-After: Wed, 21 Oct 2015 07:29:30 GMT", 90),
      ("Date: Wed, 21 Oct 2015 07:28:00 GMT\nRetry-After: Wed, 21 Oct 2015 07:20:00 GMT", 0),
      ("Other: 1", nil),
    ] as [(String, Int64?)]
  )
  func readsThePauseAServerAsksFor(lines: String, seconds: Int64?) {
    let fields = HTTPFields(raw: Array("\(lines)\n".utf8))
    #expect(RetryAfter.pause(in: fields) == seconds.map { .seconds($0) })
  }

  @Test(arguments: [
    ("https://api.example", true), ("http://127.0.0.1:8080", true), ("http://localhost", true),
    ("http://127.1.2.3", true), ("http://api.localhost", true), ("http://[::1]:80", true),
    ("http://api.example", false), ("http://127.0.0.1.example.com", false),
    ("http://localhost.example", false),
  ])
  func knowsWhereNobodyCanListen(url: String, isPrivate: Bool) throws {
    #expect(try #require(Origin(url)).isPrivate == isPrivate)
  }
}

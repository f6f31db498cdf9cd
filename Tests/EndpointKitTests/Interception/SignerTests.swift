import Foundation
import Testing

@testable import EndpointKit

struct SignerTests {
  static func signed(
    _ signer: any RequestSigner,
    _ url: String = "https://api.test/x?a=1"
  ) async throws -> HTTPRequest {
    var request = HTTPRequest(.get, HTTPURL(url)!, fields: ["Cookie": "c=1"])
    try await signer.adapt(&request, context: RequestContext(id: 1, request: request))
    return request
  }

  @Test func keysGoWhereTheDocumentSays() async throws {
    let key: APIKey = "k&1"
    #expect(try await Self.signed(key).fields["X-API-Key"] == "k&1")
    let query = try await Self.signed(key.placed(in: .query, named: "key"))
    #expect(query.url.target == "/x?a=1&key=k%261")
    let cookie = try await Self.signed(key.placed(in: .cookie, named: "sid"))
    #expect(cookie.fields["Cookie"] == "c=1; sid=k%261")
    let asked = APIKey(named: "K") { "fresh" }
    #expect(try await Self.signed(asked).fields["K"] == "fresh")
  }

  @Test func tokensAndPasswords() async throws {
    #expect(try await Self.signed(BearerToken("t")).fields["Authorization"] == "Bearer t")
    let basic = BasicCredential(username: "Aladdin", password: "open sesame")
    #expect(
      try await Self.signed(basic).fields["Authorization"] == "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    )
    let unicode = BasicCredential(username: "test", password: "123\u{a3}")
    #expect(try await Self.signed(unicode).fields["Authorization"] == "Basic dGVzdDoxMjPCow==")
  }

  @Test(arguments: [
    BearerToken("a\r\nX: y") as any RequestSigner, BearerToken(""), APIKey(""),
    BasicCredential(username: "a:b", password: "c"), BearerToken { nil },
  ])
  func unusableCredentialsAreAuthorizationErrors(_ signer: any RequestSigner) async {
    let error = await #expect(throws: ClientError.self) { try await Self.signed(signer) }
    #expect(error?.kind == .authorization)
  }

  // MARK: Digest

  /// The examples of RFC 7616 §3.9 and RFC 2617 §3.5.
  @Test(arguments: [
    (
      #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=MD5, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#,
      "Mufasa", "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
      "8ca523f5e9506fed4657c9700eebdbec"
    ),
    (
      #"Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=SHA-256, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS""#,
      "Mufasa", "Circle of Life", "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ",
      "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"
    ),
    (
      #"Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41""#,
      "Mufasa", "Circle Of Life", "0a4f113b", "6629fae49393a05397450978507c4ef1"
    ),
  ])
  func digestsOfTheRFCs(
    _ field: String,
    _ user: String,
    _ password: String,
    _ nonce: String,
    _ response: String
  ) throws {
    var session = try #require(
      AuthenticationChallenge.parse(field).first.flatMap(DigestSession.init)
    )
    session.count = 1
    let answer = session.answer(
      username: user,
      password: password,
      method: "GET",
      uri: "/dir/index.html",
      clientNonce: nonce,
      body: nil
    )
    #expect(answer.contains("response=\"\(response)\""))
    #expect(answer.contains("nc=00000001"))
    #expect(answer.contains("qop=auth,"))
  }

  /// RFC 7616 §3.9.2: a hashed name beyond ASCII, with SHA-512-256.
  ///
  /// The hashes are those of erratum 4897: the ones printed are of an early draft of SHA-512/256.
  @Test func digestsWithAHashedName() throws {
    let field =
      #"Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=true"#
    var session = try #require(
      AuthenticationChallenge.parse(field).first.flatMap(DigestSession.init)
    )
    session.count = 1
    let answer = session.answer(
      username: "J\u{e4}s\u{f8}n Doe",
      password: "Secret, or not?",
      method: "GET",
      uri: "/doe.json",
      clientNonce: "NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v",
      body: nil
    )
    #expect(answer.contains("userhash=true"))
    #expect(
      answer.contains(
        "username=\"793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b\""
      )
    )
    #expect(
      answer.contains(
        "response=\"3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5\""
      )
    )
  }

  @Test(arguments: [
    ("", "d41d8cd98f00b204e9800998ecf8427e"), ("abc", "900150983cd24fb0d6963f7d28e17f72"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
  ])
  func md5OfTheRFC(_ text: String, _ hash: String) {
    #expect(MD5.hash(Array(text.utf8)).hexText == hash)
  }

  @Test(arguments: [
    ("", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
    ("abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "3928e184fb8690f840da3988121d31be65cb9d3ef83ee6146feac861e19b563a"
    ),
  ])
  func sha512256OfTheStandard(_ text: String, _ hash: String) {
    #expect(SHA512256.hash(Array(text.utf8)).hexText == hash)
  }

  static func digestServer(_ good: @escaping @Sendable (String) -> Bool, stale: Bool = false)
    -> ScriptedTransport
  {
    ScriptedTransport { request, number in
      let answer = request.fields["Authorization"]
      if let answer, good(answer) { return .json("1") }
      let mark = stale && answer != nil ? ", stale=true" : ""
      return .make(
        401,
        [
          "WWW-Authenticate":
            "Basic realm=x, Digest realm=\"r\", nonce=\"n\(number)\", qop=\"auth\"\(mark)"
        ]
      )
    }
  }

  static func digestSession(_ transport: ScriptedTransport) -> (Session, Endpoint) {
    var endpoint = Endpoint(.get, "/secret")
    endpoint.security = .any(.scheme("digest"))
    let signer = DigestCredential(username: "u", password: "p")
    return (Session.test(transport, signers: ["digest": signer]), endpoint)
  }

  @Test func aChallengeIsAnsweredOnceAndRemembered() async throws {
    let transport = Self.digestServer { $0.contains("nonce=\"n1\"") }
    let (session, endpoint) = Self.digestSession(transport)
    #expect(try await Call<Int>(session, endpoint).value == 1)
    #expect(try await Call<Int>(session, endpoint).value == 1)
    #expect(transport.requests.count == 3)
    #expect(transport.requests[1].fields["Authorization"]?.contains("nc=00000001") == true)
    #expect(transport.requests[2].fields["Authorization"]?.contains("nc=00000002") == true)
    #expect(transport.requests[2].fields["Authorization"]?.contains("uri=\"/v1/secret\"") == true)
  }

  @Test func aWrongPasswordIsNotTriedAgain() async {
    let transport = Self.digestServer { _ in false }
    let (session, endpoint) = Self.digestSession(transport)
    #expect(await failure(of: Call<Int>(session, endpoint))?.status == 401)
    #expect(transport.requests.count == 2)
  }

  @Test func aStaleNonceIsReplaced() async throws {
    let transport = Self.digestServer({ $0.contains("nonce=\"n2\"") }, stale: true)
    let (session, endpoint) = Self.digestSession(transport)
    #expect(try await Call<Int>(session, endpoint).value == 1)
    #expect(transport.requests.count == 3)
  }
}

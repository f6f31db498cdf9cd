import Testing

@testable import EndpointKit

@Suite struct ChallengeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var field: String
    var expected: [AuthenticationChallenge]
    init(_ field: String, _ expected: AuthenticationChallenge...) {
      self.field = field
      self.expected = expected
    }
    var testDescription: String { field }
  }

  static func challenge(
    _ scheme: String,
    token68: String? = nil,
    _ parameters: KeyValuePairs<String, String> = [:]
  ) -> AuthenticationChallenge {
    AuthenticationChallenge(
      scheme: scheme,
      token68: token68,
      parameters: parameters.map { .init(name: $0.key, value: $0.value) }
    )
  }

  /// What the grammar of RFC 9110 allows, its own examples among them.
  static let wellFormed: [Case] = [
    Case("Basic", challenge("Basic")),
    Case("Basic realm=\"simple\"", challenge("Basic", ["realm": "simple"])),
    Case(
      "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
      challenge("Basic", ["realm": "simple"]),
      challenge("Newauth", ["realm": "apps", "type": "1", "title": "Login to \"apps\""])
    ),
    Case(
      "Bearer realm=\"example\", error=\"invalid_token\", "
        + "error_description=\"The access token expired\"",
      challenge(
        "Bearer",
        [
          "realm": "example", "error": "invalid_token",
          "error_description": "The access token expired",
        ]
      )
    ),
    Case("Negotiate, Basic realm=x", challenge("Negotiate"), challenge("Basic", ["realm": "x"])),
    Case("NTLM TlRMTVNTUAAC==", challenge("NTLM", token68: "TlRMTVNTUAAC==")),
    Case(
      "Negotiate abc123, Bearer realm=\"r\"",
      challenge("Negotiate", token68: "abc123"),
      challenge("Bearer", ["realm": "r"])
    ),
    Case("Bearer scope=\"a,b c\"", challenge("Bearer", ["scope": "a,b c"])),
    Case("Bearer realm = \"r\" , error = x", challenge("Bearer", ["realm": "r", "error": "x"])),
    Case(
      ", ,Basic realm=\"a\", , Digest nonce=\"n\",",
      challenge("Basic", ["realm": "a"]),
      challenge("Digest", ["nonce": "n"])
    ),
    Case("Custom token=a, token2=b", challenge("Custom", ["token": "a", "token2": "b"])),
    Case("Basic realm=\"é, \\\\ \"", challenge("Basic", ["realm": "é, \\ "])),
    Case(""),
  ]

  @Test(arguments: wellFormed)
  func readsWhatTheGrammarAllows(_ test: Case) {
    #expect(AuthenticationChallenge.parse(test.field) == test.expected)
  }

  /// What servers send instead.
  static let malformed: [Case] = [
    Case(
      "Bearer error=\"invalid_token\" error_description=\"x\"",
      challenge("Bearer", ["error": "invalid_token", "error_description": "x"])
    ),
    Case(
      "Bearer realm=\"r\"; error=\"invalid_token\"",
      challenge("Bearer", ["realm": "r", "error": "invalid_token"])
    ),
    Case(
      "Bearer error=invalid_token, error_description=The access token expired",
      challenge(
        "Bearer",
        ["error": "invalid_token", "error_description": "The access token expired"]
      )
    ),
    Case(
      "Bearer realm=api error=invalid_token",
      challenge("Bearer", ["realm": "api", "error": "invalid_token"])
    ),
    Case("Bearer realm='api'", challenge("Bearer", ["realm": "api"])),
    Case("Bearer: error=\"invalid_token\"", challenge("Bearer", ["error": "invalid_token"])),
    Case("error=\"invalid_token\"", challenge("", ["error": "invalid_token"])),
    Case("Bearer realm=", challenge("Bearer", ["realm": ""])),
    Case("Bearer realm=\"open", challenge("Bearer", ["realm": "open"])),
    Case("Bearer realm=\"\", error=\"x\"", challenge("Bearer", ["realm": "", "error": "x"])),
    Case(
      "Bearer authorization_uri=https://login.example/a?b=c, error=x",
      challenge("Bearer", ["authorization_uri": "https://login.example/a?b=c", "error": "x"])
    ),
    Case("BEARER ERROR=\"invalid_token\"", challenge("BEARER", ["ERROR": "invalid_token"])),
  ]

  @Test(arguments: malformed)
  func readsWhatServersSendInstead(_ test: Case) {
    #expect(AuthenticationChallenge.parse(test.field) == test.expected)
  }

  @Test func readsSeveralFields() {
    var fields: HTTPFields = [:]
    fields.append("WWW-Authenticate", "Basic realm=\"a\"")
    fields.append("www-authenticate", "Bearer error=invalid_token, scope=\"x y\"")
    let challenges = AuthenticationChallenge.parse(fields)
    #expect(challenges.map(\.scheme) == ["Basic", "Bearer"])
    #expect(challenges.last?.scopes == ["x", "y"])
    #expect(challenges.last?["SCOPE"] == "x y")
  }

  @Test func neverFailsOnNoise() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array("Bearer realm=\"a\\\",;= \té'/~".unicodeScalars)
    for _ in 0..<20_000 {
      var text = ""
      for _ in 0..<random.below(24) { text.unicodeScalars.append(random.pick(alphabet)) }
      _ = AuthenticationChallenge.parse(text)
    }
  }

  struct Verdict: Sendable {
    var status: Int
    var field: String?
    var realm: String?
    var expected: RefusalRule.Verdict
  }

  @Test(arguments: [
    Verdict(status: 401, field: nil, expected: .refresh),
    Verdict(status: 401, field: "Bearer", expected: .refresh),
    Verdict(status: 401, field: "bearer error=\"invalid_token\"", expected: .refresh),
    Verdict(status: 401, field: "Bearer error=expired_jwt", expected: .refresh),
    Verdict(
      status: 401,
      field: "Bearer error=insufficient_scope, scope=\"a b\"",
      expected: .insufficientScope(["a", "b"])
    ),
    Verdict(
      status: 403,
      field: "Bearer error=insufficient_scope",
      expected: .insufficientScope([])
    ),
    Verdict(status: 403, field: nil, expected: .notOurs),
    Verdict(status: 403, field: "Bearer error=invalid_token", expected: .notOurs),
    Verdict(status: 401, field: "Basic realm=\"x\"", expected: .notOurs),
    Verdict(status: 401, field: "Basic realm=x, Bearer realm=y", expected: .refresh),
    Verdict(status: 401, field: "Bearer realm=other", realm: "mine", expected: .notOurs),
    Verdict(status: 401, field: "Bearer realm=mine", realm: "mine", expected: .refresh),
    Verdict(status: 401, field: "error=\"invalid_token\"", expected: .refresh),
    Verdict(status: 500, field: "Bearer error=invalid_token", expected: .notOurs),
  ])
  func judgesRefusals(_ test: Verdict) {
    var rule = RefusalRule()
    rule.realm = test.realm
    let challenges = test.field.map(AuthenticationChallenge.parse) ?? []
    #expect(rule.verdict(status: test.status, challenges: challenges) == test.expected)
  }
}

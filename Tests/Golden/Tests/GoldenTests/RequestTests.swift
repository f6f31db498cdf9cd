import EndpointKit
import EndpointTesting
import GoldenBodiesForm
import GoldenHeadersCookies
import GoldenParametersPath
import GoldenParametersQueryStyles
import GoldenSecuritySchemes
import GoldenServers
import Testing

struct RequestTests {
  @Test func scalarsAreWrittenPlainly() {
    let target = ParametersQueryStyles.ScalarsTarget.scalars(
      text: "a b&c+d",
      flag: true,
      big: 9_007_199_254_740_993,
      ratio: 0.1
    )
    let query = target.endpoint.query
    #expect(query.contains("text=a%20b%26c%2Bd"))
    #expect(query.contains("flag=true"))
    #expect(query.contains("big=9007199254740993"))
    #expect(query.contains("ratio=0.1"))
  }

  @Test func listsHaveTheirStyles() {
    let words = ["x", "y,z"]
    let endpoint = ParametersQueryStyles.ListsTarget.lists(
      form: words,
      formx: words,
      spaces: words,
      pipes: words
    ).endpoint
    #expect(endpoint.problem == nil)
    #expect(
      endpoint.query == "form=x,y%2Cz&formx=x&formx=y%2Cz&spaces=x%20y%2Cz&pipes=x%7Cy%2Cz"
    )
  }

  @Test func objectsHaveTheirStyles() {
    let point = ParametersQueryStyles.Point(x: 1, y: 2)
    let endpoint = ParametersQueryStyles.ObjectsTarget.objects(
      form: point,
      formx: point,
      deep: .init(name: "n", min: 3)
    ).endpoint
    #expect(endpoint.query == "form=x,1,y,2&x=1&y=2&deep%5Bname%5D=n&deep%5Bmin%5D=3")
  }

  @Test func aClientCertificateIsAnArgumentOfTheSession() async {
    let transport = StubTransport { _ in .status(204) }
    let bare = SecuritySchemes.session(transport: transport)
    let refused = await SecuritySchemes(session: bare).odd.odd().response
    #expect(refused.error?.kind == .authorization)
    #expect(transport.requests.isEmpty)
    let session = SecuritySchemes.session(transport: transport, mutual: MutualTLS())
    let response = await SecuritySchemes(session: session).odd.odd().response
    #expect(response.status == 204)
  }

  @Test func pathValuesCannotEscapeTheirPlace() {
    let endpoint = ParametersPath.KeysTarget.getKey(key: "a/b?c%20é#").endpoint
    #expect(endpoint.problem == nil)
    #expect(endpoint.path.contains("a%2Fb%3Fc%2520%C3%A9%23"))
    #expect(ParametersPath.KeysTarget.getKey(key: "").endpoint.problem != nil)
    // A dot segment would be taken out on the way: it is refused before anything is sent.
    #expect(ParametersPath.KeysTarget.getKey(key: "..").endpoint.problem != nil)
  }
}

import EndpointKit
import EndpointTesting
import GitHub
import Shop

// What the snippets of the documentation take for granted.

let transport = StubTransport.json("{}")
let session = GitHub.session(transport: transport)
let github = GitHub(session: session)
let shop = Shop(session: Shop.session(transport: transport))
let target = GitHub.IssuesTarget.get(owner: "octocat", repo: "hello-world", issueNumber: 1)

let id = "id"
let secret = "secret"
let path = "tokens.json"
let url = "myapp://callback?code=1"
nonisolated(unsafe) var settings = OAuth2Settings(clientID: id)
let handler = OAuth2Handler(settings, transport: transport)
let token = OAuth2Token(accessToken: "token")
func open(_ url: String) {}

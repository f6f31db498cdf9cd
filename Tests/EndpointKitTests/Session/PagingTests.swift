import Foundation
import Testing

@testable import EndpointKit

struct PagingTests {
  @Test func linkFieldsAreRead() {
    let field = LinkField(
      #"<https://a.test/x?page=2>; rel="next", </last,1>; rel=last; title="a, \"b\"; c", <p>; REL="prev START"; rel=next"#
    )
    #expect(field["next"] == "https://a.test/x?page=2")
    #expect(field["last"] == "/last,1")
    #expect(field.links[1].parameters["title"] == #"a, "b"; c"#)
    #expect(field["prev"] == "p")
    #expect(field["start"] == "p")
    #expect(field["up"] == nil)
    #expect(LinkField("nonsense").links.isEmpty)
    #expect(LinkField("<unclosed; rel=next").links.isEmpty)
  }

  static func pages<Page: Sendable>(
    _ call: PagedCall<Page>
  ) async -> (pages: [Page], error: ClientError?) {
    var pages: [Page] = []
    do throws(ClientError) {
      for try await page in call.pages { pages.append(page) }
      return (pages, nil)
    } catch {
      return (pages, error)
    }
  }

  static let linked = ScriptedTransport { request, _ in
    let number =
      Pagination.Page(
        url: request.url,
        head: HTTPResponse(status: 200, url: request.url),
        body: Data(),
        itemCount: nil
      ).queryItem("page").flatMap { Int($0) } ?? 1
    var fields: HTTPFields = ["Content-Type": "application/json"]
    if number < 3 { fields["Link"] = "</v1/items?page=\(number + 1)&q=1>; rel=\"next\"" }
    return .make(200, fields, "[\(number * 10),\(number * 10 + 1)]")
  }

  @Test func linksAreFollowedToTheEnd() async throws {
    var endpoint = Endpoint(.get, "/items")
    endpoint.query("q", 1)
    let call = PagedCall<[Int]>(Session.test(Self.linked), endpoint, pages: .link)
      .header("X-Mine", "1")
    let result = await Self.pages(call)
    #expect(result.pages == [[10, 11], [20, 21], [30, 31]])
    #expect(result.error == nil)
    var items: [Int] = []
    for try await item in call.items { items.append(item) }
    #expect(items == [10, 11, 20, 21, 30, 31])
    #expect(try await call.value == [10, 11])
    #expect(Self.linked.requests.allSatisfy { $0.fields["X-Mine"] == "1" })
    var totals: [String?] = []
    for try await response in call.pages.responses {
      totals.append(response.head?.fields["Link"])
    }
    #expect(totals.count == 3)
  }

  @Test(arguments: [
    "https://evil.test/items?page=2", "http://api.test/v1/items?page=2", "//evil.test/x",
    "https://api.test:8443/",
  ])
  func linksToOtherOriginsAreNotFollowed(_ link: String) async {
    let transport = ScriptedTransport(.make(200, ["Link": "<\(link)>; rel=next"], "[1]"))
    let call = PagedCall<[Int]>(Session.test(transport), Endpoint(.get, "/items"), pages: .link)
    let result = await Self.pages(call)
    #expect(result.error?.kind == .pagination)
    #expect(transport.requests.count == 1)
  }

  @Test func aLinkToTheSamePageEndsInAnError() async {
    let transport = ScriptedTransport(.make(200, ["Link": "</v1/items>; rel=next"], "[1]"))
    let call = PagedCall<[Int]>(Session.test(transport), Endpoint(.get, "/items"), pages: .link)
    #expect(await Self.pages(call).error?.kind == .pagination)
  }

  @Test(arguments: [
    (
      Pagination.nextURL(at: "/links/next"),
      [#"{"links":{"next":"/v1/i?p=2"}}"#, #"{"links":{"next":null}}"#], ["", "p=2"]
    ),
    (
      .nextURL(at: "next"), [#"{"next":"https://api.test/v1/i?p=2"}"#, #"{"next":""}"#],
      ["", "p=2"]
    ),
    (
      .cursor("after", at: "meta.cursor"),
      [#"{"meta":{"cursor":"a&b"}}"#, #"{"meta":{"cursor":7}}"#, #"{"meta":{}}"#],
      ["", "after=a%26b", "after=7"]
    ),
    (
      .cursor("starting_after", at: "/data/-1/id", more: "has_more"),
      [
        #"{"data":[{"id":"x"},{"id":"y"}],"has_more":true}"#,
        #"{"data":[{"id":"z"}],"has_more":false}"#,
      ], ["", "starting_after=y"]
    ),
    (
      .page("page", first: 0, items: "items"),
      [#"{"items":[1]}"#, #"{"items":[1]}"#, #"{"items":[]}"#], ["", "page=1", "page=2"]
    ),
    (
      .offset("offset", items: "items"),
      [#"{"items":[1,2]}"#, #"{"items":[3]}"#, #"{"items":[]}"#], ["", "offset=2", "offset=3"]
    ),
  ])
  func waysToTheNextPage(_ pagination: Pagination, _ bodies: [String], _ queries: [String]) async {
    let transport = ScriptedTransport { _, number in .json(bodies[min(number, bodies.count) - 1]) }
    let call = PagedCall<JSONValue>(
      Session.test(transport),
      Endpoint(.get, "/i"),
      pages: pagination
    )
    let result = await Self.pages(call)
    #expect(result.error == nil)
    #expect(transport.requests.map { $0.url.query ?? "" } == queries)
  }

  @Test func aShortPageIsTheLast() async {
    let transport = ScriptedTransport(.json("[1,2]"), .json("[3]"))
    var endpoint = Endpoint(.get, "/i")
    endpoint.query("page", 4)
    endpoint.query("per_page", 2)
    let call = PagedCall<[Int]>(Session.test(transport), endpoint, pages: .page())
    let result = await Self.pages(call)
    #expect(result.pages == [[1, 2], [3]])
    #expect(transport.requests.map { $0.url.query } == ["page=4&per_page=2", "per_page=2&page=5"])
  }

  @Test func itemsInsideOfPagesCanBeFound() async throws {
    let transport = ScriptedTransport(.json(#"{"a":1}"#))
    let call = PagedCall<Item>(
      Session.test(transport),
      Endpoint(.get, "/i"),
      pages: Pagination { _ in nil }
    )
    var found: [Int] = []
    for try await value in call.items({ [$0.a, $0.a + 1] }) { found.append(value) }
    #expect(found == [1, 2])
  }

  @Test func anErrorOnALaterPageComesAfterTheFirstPages() async {
    let transport = ScriptedTransport(
      .make(200, ["Link": "</v1/i?page=2>; rel=next"], "[1]"),
      .json("", status: 500)
    )
    let call = PagedCall<[Int]>(Session.test(transport), Endpoint(.get, "/i"), pages: .link)
    let result = await Self.pages(call)
    #expect(result.pages == [[1]])
    #expect(result.error?.status == 500)
  }
}

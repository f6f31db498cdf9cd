import Testing

@testable import EndpointKit

struct HTTPURLTests {
  @Test(arguments: [
    ("https://api.example.test", "https", "api.example.test", 443, "/"),
    ("HTTP://API.Example.TEST:8080/a/b?c=d#e", "http", "api.example.test", 8080, "/a/b?c=d"),
    ("https://example.test:443/v1/", "https", "example.test", 443, "/v1/"),
    ("http://[::1]:9/x", "http", "[::1]", 9, "/x"),
    ("https://example.test?q=1", "https", "example.test", 443, "/?q=1"),
    ("https://example.test/a b/\u{e9}", "https", "example.test", 443, "/a%20b/%C3%A9"),
    (" https://example.test/x\r\n", "https", "example.test", 443, "/x"),
    ("https://example.test:/x", "https", "example.test", 443, "/x"),
  ])
  func partsOfAURL(
    _ text: String,
    _ scheme: String,
    _ host: String,
    _ port: Int,
    _ target: String
  ) throws {
    let url = try #require(HTTPURL(text))
    #expect(url.scheme == scheme)
    #expect(url.host == host)
    #expect(url.port == port)
    #expect(url.target == target)
  }

  @Test(arguments: [
    "", "/relative", "example.test/x", "ftp://example.test/", "https:///x", "https://",
    "https://user@example.test/", "https://user:secret@example.test/", "https://exa mple.test/",
    "https://example.test:0/", "https://example.test:99999/", "https://example.test:8a/",
    "https://[::1/", "https://[]/", "https://b\u{fc}cher.test/", "https://a\\b/", "mailto:a@b.c",
  ])
  func whatIsNoPlainHTTPURLIsRefused(_ text: String) {
    #expect(HTTPURL(text) == nil)
  }

  @Test func aLineBreakCannotReachTheRequestLine() throws {
    var url = try #require(HTTPURL("https://example.test/a\r\nHost: evil"))
    #expect(url.target == "/a%0D%0AHost:%20evil")
    url.target = "x y\n"
    #expect(url.target == "/x%20y%0A")
    url.appendQueryItem("a b", "c&d=\u{e9}")
    #expect(url.target == "/x%20y%0A?a%20b=c%26d%3D%C3%A9")
  }

  /// RFC 3986 §5.4.
  @Test(arguments: [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
    ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"),
    (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"), ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"),
    ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"), ("../..", "/"), ("../../", "/"),
    ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"),
    ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."),
    ("..g", "/b/c/..g"), ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"),
    ("g/../h", "/b/c/h"), ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"),
    ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"),
  ])
  func referencesResolveAsTheRFCSays(_ reference: String, _ target: String) throws {
    let base = try #require(HTTPURL("http://a/b/c/d;p?q"))
    let url = try #require(base.resolving(reference))
    #expect(url.origin == base.origin)
    #expect(url.target == target)
  }

  @Test func referencesWithAuthorityLeaveTheOrigin() throws {
    let base = try #require(HTTPURL("https://a.test/b"))
    #expect(base.resolving("//g/x/../y")?.description == "https://g/y")
    #expect(base.resolving("http://g:8080")?.description == "http://g:8080/")
    #expect(base.resolving("mailto:x@y") == nil)
    #expect(base.resolving("https:g") == nil)
    #expect(base.resolving("https://u@g/") == nil)
  }

  @Test func queryItemsAreReplacedByDecodedName() throws {
    var url = try #require(HTTPURL("https://a.test/b?page=1&per%5Fpage=30&x"))
    url.setQueryItem("per_page", "50")
    #expect(url.target == "/b?page=1&x&per_page=50")
    url.setQueryItem("page", nil)
    url.setQueryItem("x", nil)
    url.setQueryItem("per_page", nil)
    #expect(url.target == "/b")
  }

  @Test func originsCompareByAllThreeParts() {
    #expect(Origin("https://a.test") == Origin("HTTPS://A.TEST:443/x"))
    #expect(Origin("https://a.test") != Origin("http://a.test:443"))
    #expect(Origin("https://a.test") != Origin("https://a.test:8443"))
    #expect(Origin("https://a.test:8443")?.authority == "a.test:8443")
  }
}

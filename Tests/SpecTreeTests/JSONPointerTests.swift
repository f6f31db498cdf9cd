import SpecTree
import Testing

@Suite struct JSONPointerTests {
  /// The document and pointers of RFC 6901, sections 5 and 6.
  static let document = """
    {"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\\\j": 5,
     "k\\"l": 6, " ": 7, "m~n": 8}
    """

  @Test(arguments: [
    ("/foo", "#/foo", "[\"bar\",\"baz\"]"), ("/foo/0", "#/foo/0", "\"bar\""), ("/", "#/", "0"),
    ("/a~1b", "#/a~1b", "1"), ("/c%d", "#/c%25d", "2"), ("/e^f", "#/e%5Ef", "3"),
    ("/g|h", "#/g%7Ch", "4"), ("/i\\j", "#/i%5Cj", "5"), ("/k\"l", "#/k%22l", "6"),
    ("/ ", "#/%20", "7"), ("/m~0n", "#/m~0n", "8"),
  ])
  func bothFormsResolveAsTheStandardSays(text: String, fragment: String, sketch: String) throws {
    let root = try tree(Self.document)
    let pointer = try #require(JSONPointer(text))
    #expect(root.resolve(pointer)?.sketch == sketch)
    #expect(pointer.description == text)
    #expect(pointer.fragment == fragment)
    #expect(JSONPointer(fragment: fragment) == pointer)
    #expect(root.resolve(pointer)?.pointer == pointer)
  }

  @Test func theEmptyPointerIsTheNodeItself() throws {
    let root = try tree(Self.document)
    #expect(JSONPointer("").flatMap { root.resolve($0) } == root)
    #expect(JSONPointer(fragment: "#").flatMap { root.resolve($0) } == root)
    #expect(root.pointer.description == "")
  }

  @Test(arguments: ["foo", "/a~", "/a~2b", "~", "a/b"])
  func malformedPointersAreRefused(text: String) {
    #expect(JSONPointer(text) == nil)
  }

  @Test(arguments: ["#/a%", "#/a%2", "#/a%zz", "a"])
  func malformedFragmentsAreRefused(text: String) {
    #expect(JSONPointer(fragment: text) == nil)
  }

  @Test(arguments: [
    "/foo/2", "/foo/-1", "/foo/00", "/foo/+1", "/foo/-", "/foo/0/x", "/bar", "/a/b",
  ])
  func pointersToNowhereResolveToNothing(text: String) throws {
    let pointer = try #require(JSONPointer(text))
    #expect(try tree(Self.document).resolve(pointer) == nil)
  }

  @Test func fragmentsOfPathsDecodeFully() {
    let pointer = JSONPointer(fragment: "#/paths/~1users~1%7Bid%7D/get/responses/200/%E2%82%AC")
    #expect(pointer?.tokens == ["paths", "/users/{id}", "get", "responses", "200", "€"])
    #expect(pointer?.fragment == "#/paths/~1users~1%7Bid%7D/get/responses/200/%E2%82%AC")
  }

  @Test func pointersGrow() {
    #expect(JSONPointer().appending("a/b").appending(3).description == "/a~1b/3")
  }
}

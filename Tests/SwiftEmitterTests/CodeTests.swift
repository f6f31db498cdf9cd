import Testing

@testable import SwiftEmitter

@Suite("Line breaks")
struct CodeTests {
  private let long = String(repeating: "x", count: 60)

  @Test("what fits stays on one line, up to the last column")
  func fitting() {
    let name = String(repeating: "f", count: 100 - "(a: 1, b: 2)".count)
    let code = Code.call(name, ["a: 1", "b: 2"])
    #expect(code.lines(at: 0) == ["\(name)(a: 1, b: 2)"])
    #expect(code.lines(at: 1) == ["\(name)(", "  a: 1,", "  b: 2", ")"])
    #expect(code.lines(at: 0, trailing: ",").count == 4)
  }

  @Test("width counts characters, not bytes")
  func characters() {
    let literal = "\"" + String(repeating: "é", count: 90) + "\""
    #expect(Code.call("f", [literal, "b"]).lines(at: 0).count == 1)
  }

  @Test("outer brackets open before inner ones")
  func nesting() {
    let inner = Code.call(".all", [long, long])
    let code = Code.call("any", [Code("a"), inner])
    #expect(
      code.lines(at: 0)
        == ["any(", "  a,", "  .all(", "    \(long),", "    \(long)", "  )", ")"]
    )
  }

  @Test("a collection ends each line with a comma, and a sole one hugs the call's brackets")
  func collections() {
    let collection = Code.collection([Code(long), Code(long)], label: "a: ")
    #expect(
      Code.call("f", [Code("x"), collection]).lines(at: 0)
        == ["f(", "  x,", "  a: [", "    \(long),", "    \(long),", "  ]", ")"]
    )
    #expect(
      Code.call("f", [collection]).lines(at: 0)
        == ["f(a: [", "  \(long),", "  \(long),", "])"]
    )
  }

  @Test("a declaration breaks behind its colon, then behind its equals sign")
  func declarations() {
    let name = String(repeating: "n", count: 50)
    let type = String(repeating: "T", count: 60)
    #expect(Code.declaration("a", type: "Int", value: "1").lines(at: 0) == ["a: Int = 1"])
    #expect(Code.declaration(name, type: type).lines(at: 0) == ["\(name):", "  \(type)"])
    #expect(
      Code.declaration(name, type: type, value: "nil").lines(at: 0)
        == ["\(name):", "  \(type) = nil"]
    )
    #expect(
      Code.declaration(name, type: "Int", value: ".\(type)").lines(at: 0)
        == ["\(name): Int =", "  .\(type)"]
    )
    #expect(
      Code.declaration(name, type: type, value: ".\(type)").lines(at: 0)
        == ["\(name):", "  \(type) =", "  .\(type)"]
    )
  }

  @Test("functions break their parameters, then their result")
  func functions() {
    #expect(
      Code.function("func f", [Code("a: Int")], returns: "Call<Int>", at: 0)
        == ["func f(a: Int) -> Call<Int> {"]
    )
    #expect(
      Code.function(
        "func f",
        [Code("a: \(long)"), Code("b: Int")],
        returns: "Call<\(long)>",
        at: 0
      )
        == ["func f(", "  a: \(long),", "  b: Int", ") -> Call<\(long)> {"]
    )
    #expect(
      Code.function("func \(long)", [], returns: "Call<\(long)>", at: 0)
        == ["func \(long)() -> Call<", "  \(long)", "> {"]
    )
    let longer = long + String(repeating: "y", count: 28)
    #expect(
      Code.function("func \(longer)", [], returns: "Call<Void>", at: 0)
        == ["func \(longer)()", "  -> Call<Void>", "{"]
    )
    #expect(
      Code.function("init", [Code("a: \(long)"), Code("b: \(long)")], returns: nil, at: 2).last
        == ") {"
    )
  }

  @Test("types break behind their colon, then before their name")
  func types() {
    let name = String(repeating: "N", count: 88)
    #expect(Code.type("struct", "A", conformance: "Model", at: 0) == ["struct A: Model {"])
    #expect(
      Code.type("struct", name, conformance: "Model", at: 2)
        == ["struct \(name):", "  Model", "{"]
    )
    #expect(
      Code.type("indirect enum", name, conformance: "Union", at: 2)
        == ["indirect enum", "  \(name): Union", "{"]
    )
    #expect(Code.type("enum", "A", conformance: nil, at: 0) == ["enum A {"])
  }

  @Test("cases of a switch break behind their colon, or inside of their pattern")
  func switchCases() {
    #expect(Code.switchCase(Code(".a"), Code("1"), at: 0) == ["case .a: 1"])
    #expect(
      Code.switchCase(Code(".\(long)"), Code("\"\(long)\""), at: 0)
        == ["case .\(long):", "  \"\(long)\""]
    )
    let pattern = Code.call(".\(long)\(long)", ["let value"])
    #expect(
      Code.switchCase(pattern, Code("value"), at: 0)
        == ["case .\(long)\(long)(", "  let value", "): value"]
    )
  }

  @Test("assignments break inside of a call where its beginning fits, else behind the sign")
  func assignments() {
    #expect(Code.assignment("a", .call("f", ["b"]), at: 0) == ["a = f(b)"])
    #expect(
      Code.assignment("a", .call("f", [long, long]), at: 0)
        == ["a = f(", "  \(long),", "  \(long)", ")"]
    )
    #expect(Code.assignment(long, Code(long), at: 0) == ["\(long) =", "  \(long)"])
  }

  @Test("code and its value for a template have the same lines", arguments: [10, 40, 90])
  func values(length: Int) {
    let name = String(repeating: "n", count: length)
    let arguments = [
      Code.declaration(name, type: "[String: \(name)é]", value: "[:]"), Code("\(name).self"),
      .collection([Code(name), Code("2")], label: "list: "),
    ]
    let code = Code.call("f", arguments).prefixed("return ")
    var lines = Lines()
    code.append(to: &lines, at: 4, trailing: ",")
    #expect(lines.texts == code.lines(at: 4, trailing: ","))
    var indented: [String] = []
    code.append(to: &indented, at: 4, indent: 3, trailing: ",")
    #expect(indented == lines.texts.map { "   " + $0 })
    #expect(code.flat == "return f(" + arguments.map(\.flat).joined(separator: ", ") + ")")
    #expect(code.flat.utf8.count == code.width)
  }

  @Test("a declaration that is too wide breaks where it may, whatever stands before it")
  func prefixedDeclarations() {
    let code = Code.declaration("a", type: long, value: long).prefixed("var ")
    #expect(code.lines(at: 0) == ["var a: \(long) =", "  \(long)"])
    #expect(Code.declaration(long, type: long).lines(at: 0) == ["\(long):", "  \(long)"])
  }

  @Test("ASCII without carriage returns is plain", arguments: 0..<20)
  func plainText(position: Int) {
    let text = String(repeating: "~", count: position)
    #expect(text.isPlain)
    for odd in ["\r", "é", "\u{80}"] { #expect(!(text + odd + text).isPlain) }
    for usual in ["\u{0}", "\u{0C}", "\u{0E}", "\u{7F}"] {
      #expect((text + usual + text).isPlain)
    }
  }
}

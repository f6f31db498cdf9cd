import Mustache
import Testing

struct InheritanceTests {
  private func render(
    _ template: String,
    _ data: Value = [:],
    _ others: [String: String] = [:]
  ) throws -> String {
    try TemplateLibrary(others.merging(["main": template]) { $1 }).render("main", data)
  }

  @Test func blockWithoutArgumentShowsItsOwnContent() throws {
    #expect(try render("<{{$a}}own {{x}}{{/a}}>", ["x": 1]) == "<own 1>")
  }

  @Test func argumentsFillBlocksAndTheOtherTextIsIgnored() throws {
    let text = try render(
      "{{<page}} ignored {{! too }}{{$b}}B{{/b}} ignored {{$a}}A{{/a}}{{/page}}!",
      [:],
      ["page": "{{$a}}-{{/a}}{{$b}}-{{/b}}{{$c}}C{{/c}}"]
    )
    #expect(text == "ABC!")
  }

  @Test func argumentIsRenderedWhereTheBlockStands() throws {
    let text = try render(
      "{{<page}}{{$item}}<{{n}}>{{/item}}{{/page}}",
      ["l": [["n": 1], ["n": 2]]],
      ["page": "{{#l}}{{$item}}{{/item}}{{/l}}"]
    )
    #expect(text == "<1><2>")
  }

  @Test func outermostTemplateHasTheLastWord() throws {
    let text = try render(
      "{{<middle}}{{$a}}top{{/a}}{{/middle}}",
      [:],
      [
        "middle": "{{<base}}{{$a}}middle{{/a}}{{$b}}middle{{/b}}{{/base}}",
        "base": "{{$a}}base{{/a}} {{$b}}base{{/b}} {{$c}}base{{/c}}",
      ]
    )
    #expect(text == "top middle base")
  }

  @Test func argumentsReachPartialsOfTheParent() throws {
    let text = try render(
      "{{<base}}{{$a}}new{{/a}}{{/base}}",
      [:],
      ["base": "{{>part}}", "part": "<{{$a}}old{{/a}}>"]
    )
    #expect(text == "<new>")
  }

  @Test func blockInsideAnArgumentOfTheSameNameIsNoEndlessLoop() throws {
    let text = try render(
      "{{<base}}{{$a}}[{{$a}}inner{{/a}}]{{/a}}{{/base}}",
      [:],
      ["base": "{{$a}}old{{/a}}"]
    )
    #expect(text == "[inner]")
  }

  @Test func argumentTakesTheIndentationOfTheBlock() throws {
    let page = """
      struct Page {
        {{$members}}
        let nothing = true
        {{/members}}
      }

      """
    let main = """
      {{<page}}
          {{$members}}
            let a = 1

            func b() {
              {{x}}
            }
          {{/members}}
      {{/page}}

      """
    #expect(
      try render(main, ["x": "c()"], ["page": page]) == """
        struct Page {
          let a = 1

          func b() {
            c()
          }
        }

        """
    )
  }

  @Test func indentedParentIndentsTheArgumentsToo() throws {
    let text = try render(
      "if x {\n  {{<p}}\n    {{$b}}\n    1\n    2\n    {{/b}}\n  {{/p}}\n}\n",
      [:],
      ["p": "do {\n  {{$b}}\n  {{/b}}\n}\n"]
    )
    #expect(text == "if x {\n  do {\n    1\n    2\n  }\n}\n")
  }

  @Test func argumentOfManyLinesKeepsTheColumnOfAnInlineBlock() throws {
    let text = try render(
      "{{<p}}{{$b}}\none\ntwo{{/b}}{{/p}}",
      [:],
      ["p": "[\n  {{$b}}{{/b}}\n]\n"]
    )
    #expect(text == "[\n  one\n  two\n]\n")
  }

  @Test func argumentWithPartialsKeepsRelativeIndentation() throws {
    let text = try render(
      "{{<p}}\n    {{$b}}\n    a\n      {{>q}}\n    {{/b}}\n{{/p}}\n",
      [:],
      ["p": "{{$b}}\n  {{/b}}\n", "q": "1\n2\n"]
    )
    #expect(text == "a\n  1\n  2\n")
  }

  @Test func parentInTheMiddleOfALineKeepsTheLine() throws {
    #expect(
      try render("a {{<p}}{{/p}}\n  {{<p}}{{/p}} b\n", [:], ["p": "x"]) == "a x\n  x b\n"
    )
  }

  @Test func missingParentRendersNothing() throws {
    #expect(try render("[{{<p}}{{$a}}x{{/a}}{{/p}}]") == "[]")
  }
}

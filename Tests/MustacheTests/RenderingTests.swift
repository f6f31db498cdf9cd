import Mustache
import Testing

/// Each module of the specification in a few examples of our own.
struct RenderingTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var template: String
    var data: Value
    var expected: String
    var partials: [String: String] = [:]

    init(
      _ name: String,
      _ template: String,
      _ data: Value = [:],
      partials: [String: String] = [:],
      gives expected: String
    ) {
      self.testDescription = name
      self.template = template
      self.data = data
      self.expected = expected
      self.partials = partials
    }
  }

  private func check(_ example: Example) throws {
    let library = try TemplateLibrary(example.partials.merging(["main": example.template]) { $1 })
    #expect(try library.render("main", example.data) == example.expected)
  }

  @Test(arguments: [
    Example("text alone", "a { b } c\n", gives: "a { b } c\n"),
    Example("nothing", "", gives: ""),
    Example("a key", "{{fruit}} pie", ["fruit": "plum"], gives: "plum pie"),
    Example("white space around a name", "{{  fruit\t}}", ["fruit": "fig"], gives: "fig"),
    Example(
      "HTML escapes",
      "{{x}}",
      ["x": "<a href=\"?&\">'"],
      gives: "&lt;a href=&quot;?&amp;&quot;&gt;'"
    ),
    Example("no escapes", "{{{x}}}{{&x}}{{& x }}", ["x": "<&>"], gives: "<&><&><&>"),
    Example(
      "numbers",
      "{{a}} {{b}} {{c}} {{d}}",
      ["a": 0, "b": -7, "c": 12345, "d": 2.5],
      gives: "0 -7 12345 2.5"
    ),
    Example(
      "extreme numbers",
      "{{a}} {{b}}",
      ["a": .int(.min), "b": .int(.max)],
      gives: "-9223372036854775808 9223372036854775807"
    ),
    Example("switches", "{{a}} {{b}}", ["a": true, "b": false], gives: "true false"),
    Example("nothing there", "[{{a}}{{b}}{{c.d}}]", ["a": nil, "c": [:]], gives: "[]"),
    Example("a dotted name", "{{a.b.c}}", ["a": ["b": ["c": "deep"]]], gives: "deep"),
    Example(
      "a dotted name stays where its first key is found",
      "{{#a}}[{{b.c}}]{{/a}}",
      ["a": ["b": [:]], "b": ["c": "no"]],
      gives: "[]"
    ),
    Example("a key with a dot is no dotted name", "[{{a.b}}]", ["a.b": "no"], gives: "[]"),
    Example(
      "characters beyond ASCII",
      "{{größe}} – {{emoji}}\n",
      ["größe": "30 µm", "emoji": "👩‍🚀"],
      gives: "30 µm – 👩‍🚀\n"
    ),
    Example("values are not templates", "{{a}}", ["a": "{{b}}", "b": "no"], gives: "{{b}}"),
    Example("a list writes its items", "{{a}}", ["a": ["x", 1, true]], gives: "x1true"),
  ])
  func interpolates(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example("truthy", "{{#a}}yes{{/a}}", ["a": true], gives: "yes"),
    Example(
      "falsy",
      "{{#a}}no{{/a}}{{#b}}no{{/b}}{{#c}}no{{/c}}{{#d}}no{{/d}}{{#e}}no{{/e}}{{#f}}no{{/f}}",
      ["a": false, "b": nil, "c": [], "d": "", "e": 0],
      gives: ""
    ),
    Example("an empty object is truthy", "{{#a}}yes{{/a}}", ["a": [:]], gives: "yes"),
    Example("items of a list", "{{#a}}{{n}},{{/a}}", ["a": [["n": 1], ["n": 2]]], gives: "1,2,"),
    Example("the current item", "{{#a}}<{{.}}>{{/a}}", ["a": ["x", 2]], gives: "<x><2>"),
    Example(
      "lists in lists",
      "{{#a}}({{#.}}{{.}}{{/.}}){{/a}}",
      ["a": [[1, 2], [3]]],
      gives: "(12)(3)"
    ),
    Example("a list at the bottom", "{{#.}}{{n}}{{/.}}", [["n": 1], ["n": 2]], gives: "12"),
    Example(
      "outer keys inside",
      "{{#a}}{{x}}{{y}}{{/a}}{{x}}",
      ["a": ["x": "in"], "x": "out", "y": "!"],
      gives: "in!out"
    ),
    Example(
      "nested sections of one name",
      "{{#a}}1{{#a}}2{{/a}}3{{/a}}",
      ["a": true],
      gives: "123"
    ),
    Example(
      "inverted",
      "{{^a}}none{{/a}}{{^b}}no{{/b}}{{^c}}empty{{/c}}",
      ["b": 1, "c": []],
      gives: "noneempty"
    ),
    Example(
      "inverted does not hide the context",
      "{{#a}}{{^b}}{{c}}{{/b}}{{/a}}",
      ["a": ["c": "x"]],
      gives: "x"
    ),
    Example(
      "a dotted section",
      "{{#a.b}}{{x}}{{/a.b}}{{^a.c}}none{{/a.c}}",
      ["a": ["b": ["x": 1]]],
      gives: "1none"
    ),
  ])
  func rendersSections(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example(
      "a section's own lines vanish",
      "1\n  {{#a}}\n2\n\t{{/a}} \n3\n",
      ["a": true],
      gives: "1\n2\n3\n"
    ),
    Example(
      "with carriage returns",
      "1\r\n{{#a}}\r\n2\r\n{{/a}}\r\n3",
      ["a": true],
      gives: "1\r\n2\r\n3"
    ),
    Example("at both ends of the file", "{{#a}}\n2\n{{/a}}", ["a": true], gives: "2\n"),
    Example("not with another tag beside it", "{{#a}}{{/a}}\n", ["a": true], gives: "\n"),
    Example("not with text beside it", "x {{#a}}\ny {{/a}}\n", ["a": true], gives: "x \ny \n"),
    Example("not a value", "  {{a}}\n{{a}}\n", ["a": ""], gives: "  \n\n"),
    Example("comments", "1\n  {{! anything {{ but\n the end }}\n2 {{! c }}3\n", gives: "1\n2 3\n"),
    Example(
      "delimiters",
      "1\n {{=<% %>=}}\n<%a%>{{a}}\n<%={{ }}=%>\n{{a}}\n",
      ["a": "x"],
      gives: "1\nx{{a}}\nx\n"
    ),
    Example("partials", "1\n{{>p}}\n2\n", partials: ["p": "in\n"], gives: "1\nin\n2\n"),
  ])
  func removesLinesOfStandaloneTags(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example("other marks", "{{=| |=}}|a| {{a}}", ["a": 1], gives: "1 {{a}}"),
    Example("long marks", "{{=<!-- -->=}}<!--#a-->x<!--/a-->", ["a": 1], gives: "x"),
    Example("unescaped with other marks", "{{=<% %>=}}<%&a%><%{a}%>", ["a": "<"], gives: "<<"),
    Example(
      "a partial starts with the standard marks",
      "{{=| |=}}|>p||a|",
      ["a": 1],
      partials: ["p": "{{a}}|a|{{=% %=}}"],
      gives: "1|a|1"
    ),
  ])
  func changesDelimiters(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example(
      "the context",
      "{{#a}}{{>p}}{{/a}}",
      ["a": [["n": 1], ["n": 2]]],
      partials: ["p": "<{{n}}>"],
      gives: "<1><2>"
    ),
    Example("a missing one", "[{{>p}}]", gives: "[]"),
    Example(
      "recursion",
      "{{>p}}",
      ["n": 1, "c": [["n": 2, "c": []], ["n": 3, "c": []]]],
      partials: ["p": "({{n}}{{#c}}{{>p}}{{/c}})"],
      gives: "(1(2)(3))"
    ),
    Example("a name with a path in it", "{{>a/b.c}}", partials: ["a/b.c": "x"], gives: "x"),
    Example(
      "a dynamic name",
      "{{#a}}{{>*kind}};{{/a}}",
      ["a": [["kind": "p"], ["kind": "q"], ["kind": "r"], ["kind": nil]]],
      partials: ["p": "1", "q": "2"],
      gives: "1;2;;;"
    ),
    Example(
      "a dotted dynamic name",
      "{{>*a.b}}",
      ["a": ["b": "p"]],
      partials: ["p": "x"],
      gives: "x"
    ),
    Example(
      "a dynamic parent",
      "{{<*a}}{{$b}}x{{/b}}{{/*a}}",
      ["a": "p"],
      partials: ["p": "<{{$b}}{{/b}}>"],
      gives: "<x>"
    ),
  ])
  func includesPartials(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example("each line", "a\n  {{>p}}\nb\n", partials: ["p": "1\n2\n"], gives: "a\n  1\n  2\nb\n"),
    Example(
      "but no empty one",
      "  {{>p}}\n",
      partials: ["p": "1\n\n2\r\n\r\n"],
      gives: "  1\n\n  2\r\n\r\n"
    ),
    Example(
      "nor one that comes out empty",
      "  {{>p}}\n",
      partials: ["p": "{{#no}}x{{/no}}\n1\n"],
      gives: "\n  1\n"
    ),
    Example(
      "nor lines of a value",
      "  {{>p}}\n",
      ["v": "1\n2"],
      partials: ["p": "{{v}}\n{{v}}\n"],
      gives: "  1\n2\n  1\n2\n"
    ),
    Example(
      "a line that starts with a tag",
      " {{>p}}\n",
      ["v": "x"],
      partials: ["p": "a\n{{v}}b\n{{#v}}c{{/v}}\n"],
      gives: " a\n xb\n c\n"
    ),
    Example(
      "a line that starts with a comment",
      " {{>p}}\n",
      partials: ["p": "{{! c }}a\n"],
      gives: " a\n"
    ),
    Example(
      "partials inside partials",
      " {{>p}}\n",
      partials: ["p": "a\n  {{>q}}\n", "q": "b\nc\n"],
      gives: " a\n   b\n   c\n"
    ),
    Example(
      "not a partial in the middle of a line",
      " {{>p}}\n",
      partials: ["p": "a {{>q}}\n", "q": "b\nc"],
      gives: " a b\nc\n"
    ),
    Example(
      "a partial at the start of a longer line",
      " {{>p}}\n",
      partials: ["p": "{{>q}} a\n", "q": "b\nc"],
      gives: " b\nc a\n"
    ),
    Example(
      "each turn of a section",
      " {{>p}}\n",
      ["l": [1, 2]],
      partials: ["p": "{{#l}}\n- {{.}}\n{{/l}}\n"],
      gives: " - 1\n - 2\n"
    ),
    Example(
      "deeper and deeper",
      "{{>p}}",
      ["n": 1, "c": ["n": 2, "c": ["n": 3, "c": false]]],
      partials: ["p": "{{n}}\n{{#c}}\n  {{>p}}\n{{/c}}\n"],
      gives: "1\n  2\n    3\n"
    ),
  ])
  func indentsPartials(_ example: Example) throws { try check(example) }

  @Test(arguments: [
    Example(
      "no tags of HTML are special to lambdas' text",
      "{{#f}}{{a}}<{{/f}}",
      ["a": 1, "f": .lambda { "[\($0)]" }],
      gives: "[1<]"
    ),
    Example(
      "a lambda's text is escaped as a whole",
      "{{f}}{{{f}}}",
      ["a": "<", "f": .lambda { _ in "{{{a}}}" }],
      gives: "&lt;<"
    ),
    Example(
      "a lambda keeps the delimiters",
      "{{=| |=}}|#f||a||/f|",
      ["a": 1, "f": .lambda { $0 + "{{a}}" }],
      gives: "1{{a}}"
    ),
    Example("a lambda is truthy", "{{^f}}no{{/f}}", ["f": .lambda { _ in "" }], gives: ""),
    Example(
      "a lambda may use partials",
      "{{f}}",
      ["a": 1, "f": .lambda { _ in "{{>p}}" }],
      partials: ["p": "<{{a}}>"],
      gives: "&lt;1&gt;"
    ),
    Example(
      "a lambda is not indented",
      "  {{>p}}\n",
      ["f": .lambda { _ in "1\n2" }],
      partials: ["p": "{{{f}}}\n"],
      gives: "  1\n2\n"
    ),
  ])
  func callsLambdas(_ example: Example) throws { try check(example) }

  @Test func copiesTextAsItIsWithoutEscapes() throws {
    let template = try Template("{{x}}{{{x}}}{{f}}", options: .init(escape: .none))
    #expect(try template.render(["x": "<&\">", "f": .lambda { _ in "<" }]) == "<&\"><&\"><")
  }

  @Test(arguments: [
    "{{#x}}{{.}};{{/x}}", "{{#x}}\n  - {{.}}\n{{/x}}\n", "{{#x}}{{.}}{{.}}{{/x}}", "{{x}}",
    "{{^x}}none{{/x}}", "{{#x}}\n{{.}}\n{{/x}}\n", "a\n  {{>p}}\nb\n", "{{#x}}{{y}}{{.}}\n{{/x}}",
    "{{#x}}<{{.}}>{{/x}}{{#x}}\n    {{>q}}\n{{/x}}\n",
  ])
  func linesRenderAsTheListOfThem(template: String) throws {
    let partials = ["main": template, "p": "{{#x}}\n  {{.}}\n{{/x}}\n", "q": "{{.}}\n"]
    for options in [TemplateOptions(), TemplateOptions(escape: .none)] {
      let library = try TemplateLibrary(partials, options: options)
      for texts in [[], ["one"], ["a & b", "", "{{c}}", "é"], ["", ""]] as [[String]] {
        let lines = texts.map { $0 + "\n" }.joined()
        let list = try library.render("main", ["x": .strings(texts), "y": "y"])
        #expect(try library.render("main", ["x": .lines(lines), "y": "y"]) == list)
      }
    }
  }
}

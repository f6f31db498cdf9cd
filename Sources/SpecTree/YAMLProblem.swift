internal import CLibYAML
import Diagnostics

/// What libyaml says when it gives up, in plain words and at the place that needs mending.
///
/// libyaml speaks of tokens and of its own states. The same complaint has different causes, so the
/// text around the place decides which one to name.
struct YAMLProblem {
  private let problem: String
  private let context: String
  /// Where libyaml noticed.
  private let offset: Int
  /// Where the thing it was reading began.
  private let contextOffset: Int
  private let file: SourceFile

  init(
    _ failure: speclibyaml_problem,
    in file: SourceFile,
    _ offsets: inout CharacterOffsets
  ) {
    problem = failure.problem.map { String(cString: $0) } ?? ""
    context = failure.context.map { String(cString: $0) } ?? ""
    offset = offsets.byte(failure.problem_index)
    contextOffset = offsets.byte(failure.context_index)
    self.file = file
  }

  /// The diagnostic.
  var diagnostic: Diagnostic {
    let said = explanation
    let place = said.isAboutContext ? contextOffset : offset
    var notes: [Diagnostic.Note] = []
    if let note = said.contextNote {
      notes = [Diagnostic.Note(note, at: file.location(at: contextOffset))]
    }
    return Diagnostic(
      .error,
      .yamlSyntax,
      said.message,
      at: file.location(at: place),
      notes: notes,
      fix: said.fix
    )
  }

  private struct Explanation {
    var message: String
    var fix: String?
    var isAboutContext = false
    var contextNote: String?
  }

  private var explanation: Explanation {
    switch problem {
    case "did not find expected key": unexpectedInMapping
    case "could not find expected ':'": missingColon
    case "mapping values are not allowed in this context": unexpectedColon
    case "found character that cannot start any token": unexpectedCharacter
    default: Self.table[problem] ?? contextual
    }
  }

  // MARK: What the surroundings decide

  private var unexpectedInMapping: Explanation {
    let note = "the mapping begins here"
    if hasTextBefore {
      return Explanation(
        message: "the value has ended before this",
        fix: "put the whole value in quotes; within single quotes, write a quote as ''",
        contextNote: note
      )
    }
    return Explanation(
      message: "a key of the mapping should be here; the indentation fits no open container",
      fix: "indent it like the other keys",
      contextNote: note
    )
  }

  private var missingColon: Explanation {
    Explanation(
      message: "this should be a key, but no \":\" follows it on the line",
      fix: "write \"key: value\", or indent it if it belongs to the value above",
      isAboutContext: true
    )
  }

  private var unexpectedColon: Explanation {
    let message = "a \":\" may not stand here"
    let line = textBefore
    if line.unicodeScalars.count > 1024 {
      return Explanation(
        message: "a key may have at most 1024 characters",
        fix: "write \"? \" before the key"
      )
    }
    if line.contains(": ") || line.hasSuffix("\" ") || line.contains("- ") {
      return Explanation(
        message: message + ", within a value",
        fix: "put the value in quotes"
      )
    }
    return Explanation(
      message: message + ": the lines before leave no place for a key",
      fix: "check the indentation, and that the key above ends in \":\""
    )
  }

  private var unexpectedCharacter: Explanation {
    guard offset < file.bytes.count else { return contextual }
    if file.bytes[offset] == 0x09 { return Self.tab }
    let character = Character(Unicode.Scalar(file.bytes[offset]))
    return Explanation(
      message: "a value may not begin with \"\(character)\"",
      fix: "put the value in quotes"
    )
  }

  private var contextual: Explanation {
    switch (context, problem) {
    case ("while scanning a quoted scalar", "found unexpected end of stream"):
      return Explanation(
        message: "the quoted text that begins here is never closed",
        fix: "close the quotes",
        isAboutContext: true
      )
    case ("while scanning an alias", _):
      return Explanation(
        message: "a \"*\" begins an alias, and needs a name after it",
        fix: "put the value in quotes if it is text",
        isAboutContext: true
      )
    case ("while scanning an anchor", _):
      return Explanation(
        message: "a \"&\" begins an anchor, and needs a name after it",
        fix: "put the value in quotes if it is text",
        isAboutContext: true
      )
    case ("while scanning a tag", _), ("while parsing a tag", _):
      return Explanation(
        message: "a \"!\" begins a tag, and this is none",
        fix: "put the value in quotes if it is text",
        isAboutContext: true
      )
    case ("while scanning a directive", _), ("while scanning a %YAML directive", _),
      ("while scanning a %TAG directive", _), ("while scanning a tag directive", _),
      ("while parsing a tag directive", _):
      return Explanation(
        message: "a \"%\" at the beginning of a line begins a directive, and this is none",
        fix: "use \"%YAML 1.2\", or remove the line",
        isAboutContext: true
      )
    case ("while scanning a block scalar", _):
      return Explanation(
        message:
          "only an indentation digit, \"+\" or \"-\" may follow on the line that begins a block",
        fix: "begin the text on the next line"
      )
    default:
      let text = [problem, context].filter { !$0.isEmpty }.joined(separator: ", ")
      return Explanation(message: text.isEmpty ? "this is not well-formed YAML" : text)
    }
  }

  /// The line up to the place.
  private var textBefore: String {
    var start = offset
    while start > 0, file.bytes[start - 1] != 0x0A, file.bytes[start - 1] != 0x0D { start -= 1 }
    return String(decoding: file.bytes[start..<offset], as: UTF8.self)
  }

  private var hasTextBefore: Bool { textBefore.contains { $0 != " " && $0 != "\t" } }

  // MARK: What needs no surroundings

  private static let tab = Explanation(
    message: "a tab may not be used for indentation",
    fix: "use spaces"
  )

  private static let table: [String: Explanation] = [
    "found a tab character where an indentation space is expected": tab,
    "found a tab character that violates indentation": tab,
    "did not find expected '-' indicator": Explanation(
      message: "a \"-\" should be here; the indentation fits no open container",
      fix: "align it with the other elements, or indent it less",
      contextNote: "the sequence begins here"
    ),
    "did not find expected ',' or '}'": Explanation(
      message: "a \",\" or \"}\" should be here",
      contextNote: "the mapping begins here"
    ),
    "did not find expected ',' or ']'": Explanation(
      message: "a \",\" or \"]\" should be here",
      contextNote: "the sequence begins here"
    ),
    "did not find expected node content": Explanation(
      message: "a value should be here",
      fix: "put the value in quotes if it is text"
    ),
    "did not find expected <document start>": Explanation(
      message: "the document has ended before this",
      fix: "remove what follows the end"
    ),
    "block sequence entries are not allowed in this context": Explanation(
      message: "a \"-\" may not begin a sequence here",
      fix: "begin the sequence on a line of its own, or put the value in quotes"
    ),
    "mapping keys are not allowed in this context": Explanation(
      message: "a \"?\" may not begin a key here",
      fix: "put the value in quotes"
    ),
    "found unexpected document indicator": Explanation(
      message: "the document ends within quoted text",
      fix: "close the quotes, or indent this line",
      contextNote: "the text begins here"
    ),
    "found unknown escape character": Explanation(
      message: "double-quoted text has no such escape",
      fix: "write \\\\ for a backslash, or use single quotes"
    ),
    "did not find expected hexdecimal number": Explanation(
      message: "hexadecimal digits of an escape should be here"
    ),
    "found invalid Unicode character escape code": Explanation(
      message: "this escape is no character",
      fix: "write the character itself"
    ),
    "found unexpected ':'": Explanation(
      message: "a \":\" may not stand here, within a value",
      fix: "put the value in quotes"
    ),
    "found undefined tag handle": Explanation(
      message: "the tag has an undeclared handle",
      fix: "put the value in quotes if it is text"
    ),
    "found incompatible YAML document": Explanation(
      message: "this version of YAML is not supported",
      fix: "remove the directive"
    ),
    "found duplicate %YAML directive": Explanation(
      message: "the version is given twice",
      fix: "remove one of the directives"
    ),
    "found an indentation indicator equal to 0": Explanation(
      message: "a block's indentation may not be 0",
      fix: "use 1 to 9, or leave it out"
    ),
  ]
}

import Diagnostics

extension DiagnosticCatalogue {
  /// The diagnostics of reading YAML and JSON.
  public static let specTree = DiagnosticCatalogue([
    Entry(
      .yamlSyntax,
      "Malformed YAML",
      """
      The document does not follow the grammar of YAML, so nothing after this place can be read. \
      Usual causes are indentation that fits no open container, text with a colon or a leading \
      special character that should be in quotes, and brackets or quotes that are never closed.
      """,
      before: "summary: Note: read this first\n",
      after: "summary: \"Note: read this first\"\n"
    ),
    Entry(
      .yamlTag,
      "Tag that does not fit",
      """
      A tag such as !!int says what a value is. It has to agree with what is written; tags that \
      are no part of YAML's core have no meaning in an API description and are ignored.
      """,
      before: "maximum: !!int many\n",
      after: "maximum: 100\n"
    ),
    Entry(
      .yamlAlias,
      "Alias without an anchor",
      """
      An alias (*name) repeats the value that an anchor (&name) marks. The anchor has to come \
      first, and its value must not contain the alias. Text that begins with an asterisk has to \
      be in quotes.
      """,
      before: "pattern: *glob\n",
      after: "pattern: \"*glob\"\n"
    ),
    Entry(
      .yamlAliasBudget,
      "Too many aliased nodes",
      """
      Aliases of aliases multiply: a file of a few lines can stand for billions of nodes. Reading \
      stops before that does harm.
      """,
      before: "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
      after: "c:\n  $ref: \"#/components/examples/c\"\n"
    ),
    Entry(
      .yamlMergeKey,
      "Value that cannot be merged",
      """
      The key << takes over the entries of another mapping, or of several. Where << is meant to \
      be an ordinary key it has to be in quotes.
      """,
      before: "<<: text\n",
      after: "\"<<\": text\n"
    ),
    Entry(
      .yamlComplexKey,
      "Key that is no scalar",
      """
      YAML allows a sequence or a mapping as a key; API descriptions, being JSON at heart, do not. \
      Braces that are part of a key's text need quotes.
      """,
      before: "{id}: 1\n",
      after: "\"{id}\": 1\n"
    ),
    Entry(
      .yamlMultipleDocuments,
      "Several documents in one file",
      """
      The marker --- begins a further document. Which one was meant cannot be guessed, so each \
      needs a file of its own.
      """,
      before: "openapi: 3.1.0\n---\nopenapi: 3.1.0\n",
      after: "openapi: 3.1.0\n"
    ),
    Entry(
      .jsonSyntax,
      "Malformed JSON",
      """
      The document begins like JSON and does not follow RFC 8259: no comments, no trailing commas, \
      keys and text in double quotes. Where it can be read as YAML all the same this is a warning.
      """,
      before: "{\"openapi\": \"3.1.0\",}\n",
      after: "{\"openapi\": \"3.1.0\"}\n"
    ),
    Entry(
      .jsonLoneSurrogate,
      "Half of a surrogate pair",
      """
      Characters beyond U+FFFF are written as two escapes. One of them alone is no character, and \
      was replaced by U+FFFD.
      """,
      before: "{\"emoji\": \"\\ud83d\"}\n",
      after: "{\"emoji\": \"\\ud83d\\ude00\"}\n"
    ),
    Entry(
      .duplicateKey,
      "Key used twice",
      """
      A mapping may hold a key only once. Readers disagree on what a second one means; here, as in \
      most, the last one counts and the earlier value is lost.
      """,
      before: "get:\n  summary: a\nget:\n  summary: b\n",
      after: "get:\n  summary: a\npost:\n  summary: b\n"
    ),
    Entry(
      .nestingTooDeep,
      "Nested too deep",
      """
      Containers are nested hundreds of levels deep, which no description needs and which could \
      exhaust the stack of whoever walks the document.
      """,
      before: "[[[[[[[[ ... ]]]]]]]]\n",
      after: "[]\n"
    ),
    Entry(
      .emptyDocument,
      "Empty document",
      "The file holds nothing, or nothing but comments.",
      before: "# to be written\n",
      after: "openapi: 3.1.0\n"
    ),
    Entry(
      .invalidEncoding,
      "Not UTF-8",
      """
      Documents are read as UTF-8, with or without a byte order mark. Another encoding, or a byte \
      that is part of no character, would garble text silently.
      """,
      before: "title: Caf\u{FFFD}\n",
      after: "title: Café\n"
    ),
    Entry(
      .controlCharacter,
      "Control character",
      """
      Control characters other than tabs and line breaks may not stand in a document as they are; \
      quoted text can hold them as escapes.
      """,
      before: "title: \"a\u{FFFD}b\"\n",
      after: "title: \"a\\u0007b\"\n"
    ),
    Entry(
      .fileTooLarge,
      "File too large",
      "Files of 2 GB and more are not read.",
      before: "a file of 3 GB\n",
      after: "several files, joined by $ref\n"
    ),
  ])
}

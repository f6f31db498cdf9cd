extension ViewKind {
  /// A generated type.
  static let type = ViewKind(
    "type",
    "A type with everything nested in it. Of the keys `object` to `namespace` one is set.",
    [
      .lines("doc", "The doc comment, each line with its `///`."),
      .text("deprecated", "The attribute that marks it as deprecated."),
      .lines("code", "The declaration up to its opening brace."),
      .text("name", "Its own name, in backticks where need be."),
      .text("origin", "Where the document describes it: a JSON pointer behind the file."),
      .text("summary", "The first paragraph of its description, on one line."),
      .list("nested", "type", "The types nested in it."),
      .object("object", "object", "A struct with a field table."),
      .object("enum", "enum", "An enum."),
      .object("union", "union", "One of several payloads."),
      .object("alias", "alias", "Another name for a type."),
      .object("statusUnion", "statusUnion", "A response whose type depends on the status."),
      .object("bodyChoice", "bodyChoice", "A request body in one of several media types."),
      .object("headers", "headers", "Typed header fields of a response."),
      .flag("namespace", "An enum without cases, which holds nested types."),
    ]
  )

  static let object = ViewKind(
    "object",
    "A struct with a field table.",
    [
      .list("properties", "property", "The properties in the order of the document."),
      .object("additional", "additional", "What takes the keys that are not declared."),
      .object("initializer", "initializer", "The memberwise initializer."),
      .lines("fields", "The entries of the field table, each with its comma."),
      .flag("hasFields", "Whether there are any."),
    ]
  )

  static let property = ViewKind(
    "property",
    "A property of an object, or a header field of a response.",
    [
      .lines("doc", "The doc comment."),
      .text("deprecated", "The attribute that marks it as deprecated."),
      .lines("code", "The declaration; of a deprecated one up to its opening brace."),
      .text("name", "The Swift name, in backticks where need be."),
      .text("type", "The Swift type, with a `?` where the value may be missing."),
      .text("key", "The key in JSON, or the header field's name."),
      .text("storage", "Of a deprecated property: the private one that holds its value."),
      .lines("storageCode", "Of a deprecated property: the declaration of that one."),
      .flag("isMutable", "Whether it can be changed."),
    ]
  )

  static let additional = ViewKind(
    "additional",
    "The dictionary that takes the keys that are not declared.",
    [
      .lines("code", "The declaration of the property."),
      .text("name", "The Swift name."),
      .text("type", "The Swift type."),
    ]
  )

  static let initializer = ViewKind(
    "initializer",
    "The memberwise initializer of an object.",
    [
      .text("deprecated", "The attribute that marks it as deprecated, as the type is."),
      .lines("code", "The declaration up to its opening brace."),
      .lines("assignments", "One assignment a property."),
      .flag("isEmpty", "Whether there is nothing to assign."),
      .flag("isPartial", "Whether it asks only for what is required, since there is so much."),
    ]
  )

  static let enumeration = ViewKind(
    "enum",
    "An enum: what the document lists and, if it is open, a case for everything else.",
    [
      .text("raw", "The raw value's type."),
      .list("cases", "enumCase", "The listed values."),
      .flag("isOpen", "Whether it keeps values that are not listed."),
      .text("unknown", "Of an open one: the name of the case that keeps other values."),
      .text("unknownMember", "The same behind a dot."),
      .flag("isUnknownRenamed", "Whether that is another name than `unknown`, which is listed."),
      .lines("known", "Of an open one: the declaration of the table of listed cases."),
      .lines("rawValues", "The cases of the switch that gives raw values."),
    ]
  )

  static let enumCase = ViewKind(
    "enumCase",
    "A listed value of an enum.",
    [
      .lines("doc", "The doc comment."),
      .text("name", "The name, in backticks where need be."),
      .text("member", "The name behind a dot."),
      .text("value", "The raw value as a literal."),
    ]
  )

  static let union = ViewKind(
    "union",
    "One of several payloads.",
    [
      .list("cases", "payloadCase", "The variants."),
      .text("unknown", "The name of the case that keeps what fits none."),
      .lines("variants", "The arguments of the table of variants, each with its comma."),
      .lines("payloads", "The cases of the switch that gives the payload."),
    ]
  )

  static let payloadCase = ViewKind(
    "payloadCase",
    "An enum case with a payload, or without.",
    [
      .lines("doc", "The doc comment."),
      .lines("code", "The declaration of the case."),
      .text("name", "The name, in backticks where need be."),
      .text("payload", "The payload's type."),
    ]
  )

  static let alias = ViewKind(
    "alias",
    "Another name for a type.",
    [.text("type", "The type.")]
  )

  static let statusUnion = ViewKind(
    "statusUnion",
    "A response whose type depends on the status.",
    [
      .list("cases", "payloadCase", "One case a documented status."),
      .text("undocumented", "The name of the case for every other status."),
      .lines("statuses", "The arguments of the table of statuses, each with its comma."),
    ]
  )

  static let bodyChoice = ViewKind(
    "bodyChoice",
    "A request body in one of several media types.",
    [.list("cases", "payloadCase", "One case a media type.")]
  )

  static let headers = ViewKind(
    "headers",
    "Typed header fields of a response.",
    [
      .list("fields", "property", "The documented fields."),
      .lines("reads", "The assignments that read them."),
    ]
  )
}

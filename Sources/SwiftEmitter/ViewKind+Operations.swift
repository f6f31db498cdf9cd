extension ViewKind {
  /// The operations of one tag.
  static let group = ViewKind(
    "group",
    "The operations of one tag: a struct with a function each, and a target enum.",
    [
      .lines("doc", "The doc comment of the struct."),
      .text("name", "The struct's name."),
      .text("accessor", "The client's property that gives it."),
      .lines("accessorDoc", "The doc comment of that property."),
      .lines("accessorCode", "That property."),
      .text("target", "The target enum's name."),
      .lines("targetDoc", "The doc comment of the target enum."),
      .lines("targetCode", "The declaration of the target enum up to its opening brace."),
      .text("summary", "The first paragraph of the tag's description, on one line."),
      .list("operations", "operation", "The operations; in `client` only where a template asks."),
      .flag("hasOperations", "Whether there are any."),
    ]
  )

  static let operation = ViewKind(
    "operation",
    "An operation: a function that returns a call, and a case of the target enum.",
    [
      .lines("doc", "The doc comment of the function."),
      .text("deprecated", "The attribute that marks it as deprecated."),
      .lines("code", "The function up to its opening brace."),
      .lines("call", "The function's body."),
      .lines("caseDoc", "The doc comment of the case."),
      .lines("caseCode", "The declaration of the case."),
      .lines("pattern", "The pattern of the case in a switch that wants all its values."),
      .text("local", "The name of the endpoint variable."),
      .lines("creation", "Its declaration."),
      .lines("statements", "The statements on it: parameters, security, responses, content."),
      .flag("isBare", "Whether there are none."),
      .lines("direct", "Of a bare one: the statement that returns the endpoint."),
      .text("name", "The Swift name, in backticks where need be."),
      .text("member", "The Swift name behind a dot."),
      .text("returnType", "What the function returns."),
      .text("id", "The operation's id in the document."),
      .text("method", "The method."),
      .text("path", "The path, parameters in braces."),
      .text("summary", "The first paragraph of its description, on one line."),
      .text("url", "Where the service documents it."),
      .text("requires", "The credentials it asks for, in words."),
      .list("parameters", "parameter", "What it takes, the content included."),
      .flag("hasParameters", "Whether it takes anything."),
    ]
  )

  static let parameter = ViewKind(
    "parameter",
    "An argument of an operation.",
    [
      .text("name", "The argument label."),
      .text("type", "The Swift type."),
      .text("key", "The name in the request."),
      .text("location", "`path`, `query`, `header`, `cookie`, `querystring` or `body`."),
      .flag("isRequired", "Whether it cannot be left out."),
      .text("value", "The service's default as a literal."),
      .text("summary", "The first paragraph of its description, on one line."),
    ]
  )
}

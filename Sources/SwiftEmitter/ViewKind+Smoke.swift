extension ViewKind {
  /// What templates of smoke tests see.
  static let smokeKeys: [Key] = [
    .lines("header", "The comment at the top of the file, without its `//`."),
    .lines("modules", "The modules to import, in order."),
    .text(
      "clientImport",
      "The import of the client's module where it is `@testable`, else nothing."
    ),
    .text("suite", "The name of the test suite."),
  ]

  static let smokeTests = ViewKind(
    "smokeTests",
    "The test suite that calls every operation.",
    smokeKeys + [
      .text("client", "The client's name."),
      .lines("groups", "The lists of operations, one a group."),
      .lines("credentials", "The security schemes as arguments of the run."),
    ]
  )

  static let smokeFile = ViewKind(
    "smokeFile",
    "A file of operations, ready to be called by smoke tests.",
    smokeKeys + [.list("groups", "smokeGroup", "Groups whose names begin with the same word.")]
  )

  static let smokeGroup = ViewKind(
    "smokeGroup",
    "The operations of one group, ready to be called by smoke tests.",
    [
      .text("name", "The name of the enum that holds them."),
      .flag("isFirst", "Whether it is the first of its file."),
      .lines("list", "The declaration of the list of all of them."),
      .list("operations", "smokeOperation", "The operations."),
    ]
  )

  static let smokeOperation = ViewKind(
    "smokeOperation",
    "An operation, ready to be called by smoke tests.",
    [
      .text("name", "The Swift name, in backticks where need be."),
      .lines("arguments", "Route, id and samples as arguments."),
      .text("closure", "The names of the closure's arguments."),
      .flag("isDeprecated", "Whether the operation is deprecated, and called without a warning."),
      .text("caller", "The name of the type that calls a deprecated one."),
      .lines("code", "The statements that make the call."),
    ]
  )
}

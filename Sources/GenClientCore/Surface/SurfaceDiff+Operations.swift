import ClientModel

extension SurfaceDiff {
  /// An operation with the group it is in.
  private struct Member {
    let group: OperationGroup
    let operation: Operation

    var symbol: String { "\(group.accessor).\(operation.name)" }
    var key: String { "\(operation.method) \(operation.path)" }
  }

  mutating func compareGroups(_ old: [OperationGroup], _ new: [OperationGroup]) {
    func members(_ groups: [OperationGroup]) -> [Member] {
      groups.flatMap { group in group.operations.map { Member(group: group, operation: $0) } }
    }
    let (oldMembers, newMembers) = (members(old), members(new))
    let oldSymbols = Set(oldMembers.map(\.symbol))
    // What kept its method and path and lost its name was renamed.
    let renamed = Dictionary(
      newMembers.filter { !oldSymbols.contains($0.symbol) }.map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    var arrivals: Set<String> = []
    match(oldMembers, newMembers, by: \.symbol) { diff, old, new in
      switch (old, new) {
      case (let old?, nil):
        if let new = renamed[old.key] {
          arrivals.insert(new.symbol)
          diff.report(
            .breaking,
            old.symbol,
            "is now \(new.symbol)",
            at: .init(side: .new, key: new.key)
          )
        } else {
          diff.report(
            .breaking,
            old.symbol,
            "removed (\(old.key))",
            at: .init(side: .old, key: old.key)
          )
        }
      case (nil, let new?):
        if arrivals.contains(new.symbol) { return }
        diff.report(.added, new.symbol, "added (\(new.key))", at: .init(side: .new, key: new.key))
      case (let old?, let new?): diff.compare(old, new)
      case (nil, nil): break
      }
    }
  }

  private mutating func compare(_ old: Member, _ new: Member) {
    let place = SurfaceChange.Place(side: .new, key: new.key)
    let symbol = new.symbol
    if old.key != new.key {
      report(.changed, symbol, "is \(new.key), it was \(old.key)", at: place)
    }
    compareArguments(old.operation, new.operation, symbol, place)
    let (oldResult, newResult) = (
      TypeSpelling.text(of: old.operation), TypeSpelling.text(of: new.operation)
    )
    if oldResult != newResult {
      report(.breaking, symbol, "gives \(newResult), it gave \(oldResult)", at: place)
    }
    switch (old.operation.pagination, new.operation.pagination) {
    case (nil, .some): report(.added, symbol, "comes in pages", at: place)
    case (.some, nil): report(.breaking, symbol, "no longer comes in pages", at: place)
    case (let old, let new) where old != new: report(.changed, symbol, "has other pages", at: place)
    default: break
    }
    if old.operation.failures != new.operation.failures {
      report(.changed, symbol, "documents other errors", at: place)
    }
    if old.operation.security != new.operation.security {
      report(.changed, symbol, "needs other credentials or scopes", at: place)
    }
    if (old.operation.deprecation == nil) != (new.operation.deprecation == nil) {
      let isNow = new.operation.deprecation != nil
      report(.changed, symbol, isNow ? "is deprecated" : "is no longer deprecated", at: place)
    }
  }

  private mutating func compareArguments(
    _ old: Operation,
    _ new: Operation,
    _ symbol: String,
    _ place: SurfaceChange.Place
  ) {
    match(Argument.all(of: old), Argument.all(of: new), by: \.name) { diff, old, new in
      switch (old, new) {
      case (let old?, nil):
        diff.report(.breaking, symbol, "the argument `\(old.name)` is gone", at: place)
      case (nil, let new?):
        diff.report(
          new.isRequired ? .breaking : .added,
          symbol,
          "a new \(new.isRequired ? "required " : "")argument `\(new.name): \(new.type)`",
          at: place
        )
      case (let old?, let new?):
        if old.type != new.type {
          diff.report(
            .breaking,
            symbol,
            "`\(new.name)` is \(new.type), it was \(old.type)",
            at: place
          )
        } else if old.isRequired != new.isRequired {
          diff.report(
            new.isRequired ? .breaking : .changed,
            symbol,
            "`\(new.name)` is \(new.isRequired ? "required" : "optional") now",
            at: place
          )
        }
      case (nil, nil): break
      }
    }
    let names = (old: Argument.all(of: old).map(\.name), new: Argument.all(of: new).map(\.name))
    let common = Set(names.old).intersection(names.new)
    if names.old.filter(common.contains) != names.new.filter(common.contains) {
      report(.breaking, symbol, "the arguments have another order", at: place)
    }
  }

  /// An argument of an operation's function.
  private struct Argument {
    let name: String
    let type: String
    let isRequired: Bool

    static func all(of operation: Operation) -> [Argument] {
      var arguments = operation.parameters.map { parameter in
        Argument(
          name: parameter.name,
          type: TypeSpelling.text(parameter.type),
          isRequired: parameter.isRequired
        )
      }
      guard let body = operation.body else { return arguments }
      let type =
        body.choice?.description ?? body.nullable.map { "Nullable<\(TypeSpelling.text($0))>" }
        ?? body.contents.first.map { TypeSpelling.text($0.type) } ?? "Void"
      func add(_ name: String, _ type: String, isRequired: Bool) {
        let argument = Argument(name: name, type: type, isRequired: isRequired)
        let firstOptional = arguments.firstIndex { !$0.isRequired } ?? arguments.count
        arguments.insert(argument, at: isRequired ? firstOptional : arguments.count)
      }
      add(body.name, type, isRequired: body.isRequired)
      if let mediaType = body.mediaType {
        add(mediaType.name, "String", isRequired: mediaType.isRequired)
      }
      return arguments
    }
  }
}

/// A flag of the command line.
///
/// One table of flags drives parsing, help, completions, the man page and the reference.
struct Flag: Sendable {
  /// The long name, without its hyphens.
  let name: String
  /// The short name.
  let short: Character?
  /// What follows it; `nil` for a switch.
  let value: Value?
  /// One line, no full stop.
  let summary: String
  /// What the reference and the man page add.
  let detail: String
  /// Whether it may be given several times.
  let repeats: Bool
  /// Takes note of it.
  let set: @Sendable (_ invocation: inout Invocation, _ value: String) -> Rejection?

  /// What follows a flag.
  enum Value: Hashable, Sendable {
    /// Any text.
    case text(String)
    case file(String)
    case folder(String)
    case number(String)
    case choice(String, [String])

    /// What help calls it.
    var placeholder: String {
      switch self {
      case .text(let name), .file(let name), .folder(let name), .number(let name): name
      case .choice(let name, _): name
      }
    }
  }

  /// Why a value cannot be.
  struct Rejection: Hashable, Sendable {
    let message: String
  }

  /// A switch.
  static func toggle(
    _ name: String,
    _ short: Character? = nil,
    _ property: WritableKeyPath<Invocation, Bool> & Sendable,
    _ summary: String,
    detail: String = ""
  ) -> Flag {
    return Flag(
      name: name,
      short: short,
      value: nil,
      summary: summary,
      detail: detail,
      repeats: false
    ) {
      invocation,
      _ in
      invocation[keyPath: property] = true
      return nil
    }
  }

  /// A flag with one value.
  static func option(
    _ name: String,
    _ short: Character? = nil,
    _ value: Value,
    _ property: WritableKeyPath<Invocation, String?> & Sendable,
    _ summary: String,
    detail: String = ""
  ) -> Flag {
    return Flag(
      name: name,
      short: short,
      value: value,
      summary: summary,
      detail: detail,
      repeats: false
    ) {
      invocation,
      text in
      invocation[keyPath: property] = text
      return nil
    }
  }

  /// A flag that may be given several times.
  static func list(
    _ name: String,
    _ value: Value,
    _ property: WritableKeyPath<Invocation, [String]> & Sendable,
    _ summary: String,
    detail: String = ""
  ) -> Flag {
    return Flag(
      name: name,
      short: nil,
      value: value,
      summary: summary,
      detail: detail,
      repeats: true
    ) {
      invocation,
      text in
      invocation[keyPath: property].append(text)
      return nil
    }
  }

  init(
    name: String,
    short: Character?,
    value: Value?,
    summary: String,
    detail: String,
    repeats: Bool,
    set: @escaping @Sendable (inout Invocation, String) -> Rejection?
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.detail = detail
    self.repeats = repeats
    self.set = set
  }

  /// The flag as help shows it: `-o, --output DIR`.
  var usage: String {
    let lead = short.map { "-\($0), " } ?? ""
    return lead + "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
  }
}

/// How the templates of one library treat text and mistakes.
public struct TemplateOptions: Sendable {
  /// What `{{name}}` does to text; `{{{name}}}` and `{{&name}}` never change it.
  public var escape: Escape = .html

  /// Whether names that lead nowhere are errors.
  ///
  /// The Mustache specification renders a missing key or partial as nothing. When strict, a key
  /// that no object on the context stack has, and a partial that no layer has, are errors with
  /// their place in the template and the nearest names. A key whose value is `null` or `false` is
  /// there, and so is everything below it.
  public var isStrict = false

  /// The specification's behaviour.
  public init() {}

  /// Makes options.
  public init(escape: Escape = .html, isStrict: Bool = false) {
    self.escape = escape
    self.isStrict = isStrict
  }

  /// What an interpolation does to text.
  public enum Escape: Sendable {
    /// Replaces `&`, `<`, `>` and `"` by HTML entities, as the specification asks.
    case html
    /// Copies text as it is: for source code.
    case none
  }
}

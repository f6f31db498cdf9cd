/// A key of `gen-client.yaml`: what it may hold, and what it means.
///
/// One tree of keys drives the strict reading of the file, the JSON Schema for editors, the
/// reference page and the comments that `gen-client init` writes.
struct ConfigurationKey: Sendable {
  /// The key.
  let name: String
  /// What it may hold.
  let shape: Shape
  /// One sentence.
  let summary: String
  /// A value, as YAML.
  let example: String
  /// What holds where the key is left out, in words or as YAML.
  let fallback: String

  init(
    _ name: String,
    _ shape: Shape,
    _ summary: String,
    example: String,
    fallback: String = ""
  ) {
    self.name = name
    self.shape = shape
    self.summary = summary
    self.example = example
    self.fallback = fallback
  }

  /// What a value may be.
  indirect enum Shape: Sendable {
    /// A scalar, taken as text.
    case text
    /// A path, relative to the file's folder.
    case path
    /// `true` or `false`.
    case flag
    /// A whole number.
    case number
    /// One of a few words.
    case choice([String])
    /// A list.
    case list(Shape)
    /// A mapping whose keys are names of the document or the user's own.
    case map(Shape)
    /// A mapping with these keys and no others.
    case object([ConfigurationKey])
    /// Any of several shapes that differ in kind: scalar, list, mapping.
    case either([Shape])

    /// The shape with its article, for a message.
    var description: String {
      switch self {
      case .text: "text"
      case .path: "a path"
      case .flag: "true or false"
      case .number: "a whole number"
      case .choice(let words): Wording.alternatives(words)
      case .list: "a list"
      case .map, .object: "a mapping"
      case .either(let shapes): Wording.alternatives(shapes.map(\.description), quoted: false)
      }
    }
  }
}

import Diagnostics

extension Diagnostic.Code {
  /// The document is not well-formed YAML.
  public static let yamlSyntax: Self = "yaml-syntax"
  /// A YAML tag does not fit its value, or is unknown.
  public static let yamlTag: Self = "yaml-tag"
  /// An alias names no anchor, or its own container.
  public static let yamlAlias: Self = "yaml-alias"
  /// Aliases stand for more nodes than any real document has.
  public static let yamlAliasBudget: Self = "yaml-alias-budget"
  /// `<<` has a value that cannot be merged.
  public static let yamlMergeKey: Self = "yaml-merge-key"
  /// A key is a sequence or a mapping.
  public static let yamlComplexKey: Self = "yaml-complex-key"
  /// The file holds more than one document.
  public static let yamlMultipleDocuments: Self = "yaml-multiple-documents"
  /// The document is not well-formed JSON.
  public static let jsonSyntax: Self = "json-syntax"
  /// An escape in a JSON string is half of a surrogate pair.
  public static let jsonLoneSurrogate: Self = "json-lone-surrogate"
  /// A key occurs twice in one mapping.
  public static let duplicateKey: Self = "duplicate-key"
  /// Containers are nested too deep.
  public static let nestingTooDeep: Self = "nesting-too-deep"
  /// The file holds nothing.
  public static let emptyDocument: Self = "empty-document"
  /// The file is not UTF-8.
  public static let invalidEncoding: Self = "invalid-encoding"
  /// The file holds a character that no text has.
  public static let controlCharacter: Self = "control-character"
  /// The file is beyond what offsets can count.
  public static let fileTooLarge: Self = "file-too-large"
}

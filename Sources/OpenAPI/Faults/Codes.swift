import Diagnostics

extension Diagnostic.Code {
  // MARK: No document

  /// The file holds no API description.
  public static let notADescription: Self = "not-a-description"
  /// The version of the format is none that is known.
  public static let unsupportedVersion: Self = "unsupported-version"
  /// A version number is spelt oddly.
  public static let oddVersion: Self = "odd-version"
  /// The document describes nothing.
  public static let missingPaths: Self = "missing-paths"

  // MARK: Objects and keywords

  /// An object needs a keyword that it does not have.
  public static let missingKeyword: Self = "missing-keyword"
  /// A keyword that no version has.
  public static let unknownKeyword: Self = "unknown-keyword"
  /// A keyword that has no effect on the client.
  public static let ignoredKeyword: Self = "ignored-keyword"
  /// A keyword of another version, understood all the same.
  public static let keywordOfOtherVersion: Self = "keyword-of-other-version"
  /// A value of the wrong kind, left out.
  public static let wrongShape: Self = "wrong-shape"
  /// A value of the wrong kind whose meaning is clear.
  public static let repairedShape: Self = "repaired-shape"
  /// A value that is none of those allowed.
  public static let unknownValue: Self = "unknown-value"

  // MARK: References

  /// A reference leads nowhere.
  public static let danglingReference: Self = "dangling-reference"
  /// A reference leads back to itself.
  public static let referenceCycle: Self = "reference-cycle"
  /// A referenced file cannot be read.
  public static let missingFile: Self = "missing-file"
  /// A reference leads to the network.
  public static let remoteReference: Self = "remote-reference"
  /// A reference leaves the folder it may not leave.
  public static let referenceOutsideRoot: Self = "reference-outside-root"
  /// A reference that leads somewhere only with some good will.
  public static let looseReference: Self = "loose-reference"
  /// Keywords beside a `$ref` that have no meaning there.
  public static let referenceSiblings: Self = "reference-siblings"

  // MARK: Paths and operations

  /// A path template that cannot be read.
  public static let invalidPath: Self = "invalid-path"
  /// A path template with a small fault.
  public static let oddPath: Self = "odd-path"
  /// Two paths that differ in the names of placeholders alone.
  public static let ambiguousPath: Self = "ambiguous-path"
  /// A placeholder of a path without its parameter.
  public static let undeclaredPathParameter: Self = "undeclared-path-parameter"
  /// A path parameter without its placeholder.
  public static let unusedPathParameter: Self = "unused-path-parameter"
  /// A parameter declared twice.
  public static let duplicateParameter: Self = "duplicate-parameter"
  /// An operation id used twice.
  public static let duplicateOperationID: Self = "duplicate-operation-id"
  /// A tag declared twice.
  public static let duplicateTag: Self = "duplicate-tag"
  /// A parameter that cannot be understood, left out.
  public static let unusableParameter: Self = "unusable-parameter"
  /// A style that does not go with the place of a parameter.
  public static let unsuitableStyle: Self = "unsuitable-style"

  // MARK: Bodies and responses

  /// A media type that cannot be read as written.
  public static let malformedMediaType: Self = "malformed-media-type"
  /// A key of `responses` that is no status.
  public static let invalidStatus: Self = "invalid-status"

  // MARK: Security and servers

  /// A requirement names a scheme that is not declared.
  public static let undeclaredSecurityScheme: Self = "undeclared-security-scheme"
  /// A server's variable is used and not declared, or the other way round.
  public static let serverVariable: Self = "server-variable"

  // MARK: Schemas

  /// A type that is spelt oddly.
  public static let oddType: Self = "odd-type"
  /// A type that is none.
  public static let unknownType: Self = "unknown-type"
  /// An array that does not say what it holds.
  public static let arrayWithoutItems: Self = "array-without-items"
  /// A required name that no property has.
  public static let requiredWithoutProperty: Self = "required-without-property"
  /// A default that its schema does not allow.
  public static let unsuitableDefault: Self = "unsuitable-default"
  /// A value listed twice.
  public static let duplicateValue: Self = "duplicate-value"
}

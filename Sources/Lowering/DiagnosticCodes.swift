import Diagnostics

extension Diagnostic.Code {
  /// Schemas that hold together contradict each other.
  public static let allOfConflict: Self = "allof-conflict"
  /// A default is no value of its type.
  public static let defaultMismatch: Self = "default-mismatch"
  /// An enum lists objects or arrays.
  public static let enumOfContainers: Self = "enum-of-containers"
  /// A schema contains itself without an object between.
  public static let recursiveAlias: Self = "recursive-alias"
  /// An array with a type for each position.
  public static let tuple: Self = "tuple"
  /// Pattern properties of different types.
  public static let patternProperties: Self = "pattern-properties"
  /// A header parameter that the message itself decides.
  public static let ignoredHeaderParameter: Self = "ignored-header-parameter"
  /// XML is handed over as it is.
  public static let xmlBody: Self = "xml-body"
  /// Header fields of one part of a multipart body.
  public static let partHeaders: Self = "part-headers"
  /// A second form of the same response, which is not asked for.
  public static let alternativeForm: Self = "alternative-form"
  /// Content of a response whose status says that there is none.
  public static let contentWithoutBody: Self = "content-without-body"
  /// A webhook or callback whose payload is not JSON.
  public static let webhookPayload: Self = "webhook-payload"
  /// An OAuth2 scheme that says where its server describes itself.
  public static let oauth2Metadata: Self = "oauth2-metadata"
  /// A tag below another one.
  public static let nestedTag: Self = "nested-tag"
  /// A link from a response to another operation.
  public static let links: Self = "links"
}

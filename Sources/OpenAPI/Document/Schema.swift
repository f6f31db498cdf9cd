import SpecTree

/// The handle of a schema in `Document.schemas`.
public struct SchemaID: Hashable, Sendable, Comparable, CustomStringConvertible {
  private let number: Int32

  /// The position in `Document.schemas`.
  public var index: Int { Int(number) }

  init(index: Int) { number = Int32(index) }

  public var description: String { "schema \(index)" }

  public static func < (left: SchemaID, right: SchemaID) -> Bool { left.index < right.index }
}

/// A place where a schema stands: written there, or named by a `$ref`.
public struct SchemaReference: Hashable, Sendable, Located {
  /// The node at this place: the schema itself, or the object with the `$ref`.
  public let node: Node
  /// The schema meant, all references on the way resolved.
  ///
  /// A `$ref` to an object that holds but a `$ref` means what that one means. A `$ref` to an object
  /// with keywords beside its own `$ref` means that object; its `Schema.base` leads on.
  public let id: SchemaID
  /// Whether the place holds a `$ref`.
  public let isReference: Bool
  /// The schema made of the keywords beside the `$ref`, where there are any; they add to `id`.
  ///
  /// Before 3.1 such keywords had no meaning; what is surely meant (`description`, `nullable` and
  /// other annotations) is kept all the same. Its `base` is the reference without them.
  public let siblings: SchemaID?
}

/// One schema: every keyword of all versions, in the terms of 3.1.
///
/// `nullable` and `x-nullable` have become `null` in `types`, Boolean `exclusiveMinimum` the number,
/// `example` one of the `examples`. Keywords are properties of `Schema.Keywords`, read directly:
/// `schema.properties`.
@dynamicMemberLookup
public final class Schema: Sendable, Located {
  /// The handle in `Document.schemas`.
  public let id: SchemaID
  /// The node it was read from; unique among schemas.
  public let node: Node
  /// The name its place gives it: the key among the components or `$defs` of its file, or the base
  /// name of the file it fills.
  public let name: String?
  /// What it says.
  public let keywords: Keywords

  init(id: SchemaID, node: Node, name: String?, keywords: Keywords) {
    self.id = id
    self.node = node
    self.name = name
    self.keywords = keywords
  }

  @inlinable
  public subscript<Value>(dynamicMember path: KeyPath<Keywords, Value>) -> Value {
    keywords[keyPath: path]
  }
}

extension Schema {
  /// Types of JSON values.
  public struct Types: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let string = Types(rawValue: 1)
    public static let integer = Types(rawValue: 2)
    public static let number = Types(rawValue: 4)
    public static let boolean = Types(rawValue: 8)
    public static let array = Types(rawValue: 16)
    public static let object = Types(rawValue: 32)
    public static let null = Types(rawValue: 64)
    /// The content of a file (2.0 `type: file`); a string of format `binary` elsewhere.
    public static let file = Types(rawValue: 128)
  }

  /// What a schema says.
  public struct Keywords: Sendable {
    // Any value

    /// The types stated, `null` included where the value may be null; empty where none is stated.
    public internal(set) var types: Types = []
    /// Whether null is allowed by a keyword of this schema: `nullable`, or `null` among the types.
    ///
    /// With no type stated, `types` is empty or `[.null]` and any other type is allowed as well
    /// unless the document writes `type: "null"`; then `isNullOnly` is true.
    public internal(set) var isNullable = false
    /// Whether the document says `type: "null"` and nothing else.
    public internal(set) var isNullOnly = false
    /// A schema that is just `true` or `false`: everything, or nothing, is valid.
    public internal(set) var boolean: Bool?
    /// A finer kind, such as `date-time`.
    public internal(set) var format: String?
    /// The values allowed, in the order of the document; `nil` for any.
    public internal(set) var enumeration: [Node]?
    /// The one value allowed.
    public internal(set) var const: Node?
    /// Limits and patterns: documentation, but for the range of integers.
    public internal(set) var constraints: [Constraint] = []

    // Objects

    /// The properties, in the order of the document.
    public internal(set) var properties: [Property] = []
    /// The names that must be there, each once, in the order of the document.
    ///
    /// A name may have no property here: one beside or inside an `allOf` may declare it.
    public internal(set) var required: [String] = []
    /// What other properties may hold.
    public internal(set) var additionalProperties: AdditionalProperties = .unstated
    /// Properties by regular expression.
    public internal(set) var patternProperties: [Property] = []

    // Arrays

    /// What the elements hold, after those of `prefixItems`; `nil` where the document is silent.
    public internal(set) var items: SchemaReference?
    /// What the first elements hold, by position (an `items` array of older drafts, too).
    public internal(set) var prefixItems: [SchemaReference] = []

    // Composition

    /// What the keywords here add to: the `$ref` beside them.
    public internal(set) var base: SchemaReference?
    /// Schemas that all hold.
    public internal(set) var allOf: [SchemaReference] = []
    /// Schemas of which exactly one holds.
    public internal(set) var oneOf: [SchemaReference] = []
    /// Schemas of which at least one holds.
    public internal(set) var anyOf: [SchemaReference] = []
    /// Schemas in rarer places: `not`, `if`, `contains` and the like, in the order written.
    public internal(set) var subschemas: [Subschema] = []
    /// The property that tells the variants of `oneOf` or `anyOf`, or the children, apart.
    public internal(set) var discriminator: Discriminator? {
      get { boxedDiscriminator?.value }
      set { boxedDiscriminator = newValue.map(Box.init) }
    }

    // Annotations

    /// A short name.
    public internal(set) var title: String?
    /// What it is, CommonMark.
    public internal(set) var description: String?
    /// The value where none is given.
    public internal(set) var `default`: Node?
    /// Sample values.
    public internal(set) var examples: [Node] = []
    /// Whether it only comes back.
    public internal(set) var isReadOnly = false
    /// Whether it is only sent.
    public internal(set) var isWriteOnly = false
    /// Whether it should no longer be used.
    public internal(set) var isDeprecated = false
    /// How the text of a string stands for bytes, such as `base64`.
    public internal(set) var contentEncoding: String?
    /// The media type of a string's content.
    public internal(set) var contentMediaType: String?
    /// How it is written in XML.
    public internal(set) var xml: XML? {
      get { boxedXML?.value }
      set { boxedXML = newValue.map(Box.init) }
    }
    /// Documentation elsewhere.
    public internal(set) var externalDocs: ExternalDocumentation? {
      get { boxedExternalDocs?.value }
      set { boxedExternalDocs = newValue.map(Box.init) }
    }
    /// The `x-…` keywords.
    public internal(set) var extensions = Extensions()

    // Identity

    /// The schemas under `$defs` or `definitions`.
    public internal(set) var definitions: [Component<SchemaReference>] = []
    /// The URI it gives itself.
    public internal(set) var identifier: String?
    /// The name a fragment can use for it.
    public internal(set) var anchor: String?

    /// Whether nothing here bears on what is valid, `isNullable` aside: descriptions, examples and
    /// the like alone.
    public internal(set) var isAnnotationOnly = true

    // Rare and large, so kept out of line: documents have tens of thousands of schemas.
    private var boxedDiscriminator: Box<Discriminator>?
    private var boxedXML: Box<XML>?
    private var boxedExternalDocs: Box<ExternalDocumentation>?
  }

  /// One property of an object.
  public struct Property: Sendable {
    /// The key on the wire, or the regular expression.
    public let name: String
    /// What it holds.
    public let schema: SchemaReference
  }

  /// A schema in one of the rarer places.
  public struct Subschema: Sendable {
    /// The places.
    public enum Keyword: String, Hashable, Sendable, CaseIterable {
      /// What must not hold.
      case not
      /// A condition, what holds where it does, and what holds where it does not.
      case `if`, then, `else`
      /// What at least one element holds.
      case contains
      /// What the names of properties look like.
      case propertyNames
      /// What the content of a string holds once decoded.
      case contentSchema
    }

    /// Which.
    public let keyword: Keyword
    /// The schema.
    public let schema: SchemaReference
  }

  /// What an object's undeclared properties may hold.
  public enum AdditionalProperties: Sendable, Hashable {
    /// The document is silent: anything is allowed, nothing expected.
    case unstated
    /// Anything.
    case allowed
    /// There are none.
    case forbidden
    /// Values of a schema.
    case schema(SchemaReference)
  }

  /// A keyword that limits values.
  public struct Constraint: Sendable {
    /// The limits of all versions, in 3.1's sense.
    public enum Keyword: String, Hashable, Sendable, CaseIterable {
      case minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf
      case minLength, maxLength, pattern
      case minItems, maxItems, uniqueItems, minContains, maxContains
      case minProperties, maxProperties
    }

    /// Which.
    public let keyword: Keyword
    /// Its value; `value.text` is as the document spells it.
    public let value: Node
  }

  /// The property that tells variants apart.
  public struct Discriminator: Sendable, Located {
    public let node: Node
    /// The property.
    public internal(set) var propertyName: String = ""
    /// Values and the schemas they stand for, in the order of the document.
    public internal(set) var mapping: [Mapping] = []
    /// The schema of all values that are not mapped, and of none (3.2).
    public internal(set) var defaultMapping: SchemaReference?
    /// The `x-…` keywords.
    public internal(set) var extensions: Extensions = Extensions()

    /// A value and the schema it stands for.
    public struct Mapping: Sendable {
      public let value: String
      public let schema: SchemaReference
    }
  }

  /// How a value is written in XML.
  public struct XML: Sendable, Located {
    public let node: Node
    public internal(set) var name: String?
    public internal(set) var namespace: String?
    public internal(set) var prefix: String?
    public internal(set) var isAttribute: Bool = false
    public internal(set) var isWrapped: Bool = false
    /// `element`, `attribute`, `text`, `cdata` or `none` (3.2).
    public internal(set) var nodeType: String?
    public internal(set) var extensions: Extensions = Extensions()
  }
}

/// A value out of line.
final class Box<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

extension Schema {
  /// The schema in one of the rarer places.
  public func subschema(_ keyword: Subschema.Keyword) -> SchemaReference? {
    keywords.subschemas.first { $0.keyword == keyword }?.schema
  }

  /// The value of a limit.
  public func constraint(_ keyword: Constraint.Keyword) -> Node? {
    keywords.constraints.first { $0.keyword == keyword }?.value
  }
}

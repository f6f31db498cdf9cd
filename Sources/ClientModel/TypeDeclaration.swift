/// The path of a generated type inside the client's namespace, for example `["Issue", "State"]`.
public struct TypeName: Hashable, Sendable, CustomStringConvertible {
  public var components: [String]

  public init(_ components: [String]) { self.components = components }
  public init(_ components: String...) { self.components = components }

  /// The type's own name.
  public var last: String { components.last ?? "" }
  /// The name of a type nested in this one.
  public func nested(_ name: String) -> TypeName { TypeName(components + [name]) }
  public var description: String { components.joined(separator: ".") }
}

/// A use of a type.
public indirect enum TypeReference: Hashable, Sendable {
  /// A type of the standard library or the runtime.
  case builtin(Builtin)
  /// A generated type.
  case named(TypeName)
  /// The user's own type put in place by configuration, written as given.
  case custom(String)
  case array(TypeReference)
  /// A map with string keys.
  case dictionary(TypeReference)
  /// A value that may be null (array elements, map values, bodies).
  case optional(TypeReference)
}

/// Types that generated code uses without declaring them.
public enum Builtin: String, Hashable, Sendable, CaseIterable {
  case string = "String"
  case bool = "Bool"
  case int = "Int"
  case int32 = "Int32"
  case int64 = "Int64"
  case uint = "UInt"
  case uint32 = "UInt32"
  case uint64 = "UInt64"
  case double = "Double"
  case float = "Float"
  case decimal = "Decimal"
  /// Integers that the document sends as strings.
  case intString = "IntString"
  /// Decimal numbers that the document sends as strings.
  case decimalString = "DecimalString"
  case date = "Date"
  case dateOnly = "DateOnly"
  case timeOfDay = "TimeOfDay"
  case duration = "ISODuration"
  /// Seconds since 1970 as a number.
  case unixTime = "UnixTime"
  case uuid = "UUID"
  /// Bytes, base64 inside JSON.
  case data = "Data"
  /// Any JSON value.
  case json = "JSONValue"
  case null = "Null"
  /// A file part of a multipart body: data, file or stream with name and media type.
  case filePart = "FilePart"
  /// One part of a multipart body that is no object.
  case multipartPart = "MultipartPart"
  /// Content of any source sent as it is.
  case httpBody = "HTTPBody"
}

/// A generated type.
public struct TypeDeclaration: Hashable, Sendable {
  public var name: TypeName
  public var documentation: Documentation
  public var deprecation: Deprecation?
  /// Where it came from: canonical pointer, for example `github.yaml#/components/schemas/issue`.
  public var origin: String
  public var kind: Kind
  /// Types nested in this one, in order of first use.
  public var nested: [TypeDeclaration]

  public init(name: TypeName, kind: Kind, origin: String = "") {
    self.name = name
    self.kind = kind
    self.origin = origin
    documentation = Documentation()
    nested = []
  }

  /// What is declared.
  public enum Kind: Hashable, Sendable {
    case object(ObjectType)
    case enumeration(EnumType)
    case union(UnionType)
    /// Another name for a type (`typealias`).
    case alias(TypeReference)
    /// A response whose type depends on the status.
    case statusUnion(StatusUnionType)
    /// A request body in one of several media types.
    case bodyChoice(BodyChoiceType)
    /// Typed response header fields of an operation.
    case headers(HeadersType)
    /// An enum without cases that only holds nested types.
    case namespace
  }
}

/// A struct with a field table.
public struct ObjectType: Hashable, Sendable {
  public var properties: [Property]
  /// The catch-all for keys that are not declared.
  public var additional: AdditionalProperties?
  /// Whether values are sent in requests (directly or inside other models).
  public var isSent: Bool
  /// Whether values arrive in responses.
  public var isReceived: Bool
  /// Whether the properties of a value can be changed.
  public var isMutable: Bool

  public init(properties: [Property], additional: AdditionalProperties? = nil) {
    self.properties = properties
    self.additional = additional
    isSent = true
    isReceived = true
    isMutable = true
  }

  /// A dictionary property for undeclared keys.
  public struct AdditionalProperties: Hashable, Sendable {
    /// The property's name, for example `additionalProperties`.
    public var name: String
    /// The type of the values.
    public var value: TypeReference

    public init(name: String, value: TypeReference) {
      self.name = name
      self.value = value
    }
  }
}

/// A property of an object.
public struct Property: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The key on the wire.
  public var key: String
  /// The type without the optionality that `presence` tells.
  public var type: TypeReference
  public var presence: Presence
  /// Whether the value lives behind a box: recursive or wide.
  public var isBoxed: Bool
  /// The default argument of the initializer beyond `nil`.
  public var defaultValue: DefaultValue?
  /// A constant of the document: the default is the only value it lists.
  public var isConstant: Bool
  public var documentation: Documentation
  public var deprecation: Deprecation?

  public init(name: String, key: String, type: TypeReference, presence: Presence) {
    self.name = name
    self.key = key
    self.type = type
    self.presence = presence
    isBoxed = false
    isConstant = false
    documentation = Documentation()
  }

  /// Whether a key must be there and whether it may be null.
  public enum Presence: String, Hashable, Sendable, CaseIterable {
    /// Always there, never null: `T`.
    case required
    /// Always there, may be null: `T?`, null is written.
    case nullable
    /// May be left out, never null: `T?`, `nil` is left out.
    case optional
    /// May be left out and may be null: `@Nullable var: T?`, three states.
    case optionalNullable
  }
}

/// A value of the document as the default of an argument.
public indirect enum DefaultValue: Hashable, Sendable {
  case string(String)
  /// An integer literal, as digits with sign.
  case integer(String)
  /// A floating point literal.
  case number(String)
  case bool(Bool)
  case enumCase(TypeName, String)
  case array([DefaultValue])
  case emptyDictionary
  case null
}

/// An enum: the listed cases and, where it is open, one for whatever else arrives.
public struct EnumType: Hashable, Sendable {
  public var raw: Raw
  public var cases: [Case]
  /// The case that keeps values the document does not list, usually `unknown`; `nil` where the
  /// enum is closed.
  public var unknownName: String?

  public init(raw: Raw, cases: [Case], unknownName: String? = "unknown") {
    self.raw = raw
    self.cases = cases
    self.unknownName = unknownName
  }

  /// The raw value's type.
  public enum Raw: String, Hashable, Sendable {
    case string = "String"
    case integer = "Int"
    case number = "Double"
    /// Values of several JSON types.
    case json = "JSONValue"
  }

  /// A value that the document lists.
  public struct Case: Hashable, Sendable {
    public var name: String
    public var value: DefaultValue
    public var documentation: Documentation

    public init(name: String, value: DefaultValue) {
      self.name = name
      self.value = value
      documentation = Documentation()
    }
  }
}

/// One of several payloads (oneOf, anyOf).
public struct UnionType: Hashable, Sendable {
  /// The key whose value tells the variants apart; `nil`: by shape.
  public var discriminator: String?
  public var cases: [Case]
  /// The case for a tag that the document maps nothing to (3.2 `defaultMapping`).
  public var defaultCase: String?
  /// The case that keeps what fits no variant, usually `unknown`.
  public var unknownName: String

  public init(discriminator: String? = nil, cases: [Case], unknownName: String = "unknown") {
    self.discriminator = discriminator
    self.cases = cases
    self.unknownName = unknownName
  }

  /// A variant.
  public struct Case: Hashable, Sendable {
    public var name: String
    public var payload: TypeReference
    /// Discriminator values that mean this variant, the preferred first.
    public var tags: [String]
    public var documentation: Documentation

    public init(name: String, payload: TypeReference, tags: [String] = []) {
      self.name = name
      self.payload = payload
      self.tags = tags
      documentation = Documentation()
    }
  }
}

/// An enum of alternatives (`oneOf`, `anyOf`), each case with one payload.
///
/// ```swift
/// indirect enum Part: Union {
///   case text(TextPart)
///   case image(ImagePart)
///   case unknown(JSONValue)
///   static let variants = Variants<Part>(
///     discriminator: "type",
///     .init(Part.text, tags: "text"), .init(Part.image, tags: "image_url"),
///     unknown: Part.unknown)
///   var payload: any JSONCodable { switch self { case .text(let value): value … } }
/// }
/// ```
///
/// With a discriminator the tag decides. Without one, or where the tag is missing, the JSON type
/// decides first, then which variant fits the keys best; of equals the first listed. A value that
/// fits none is kept raw, and written back unchanged.
public typealias Union = VariantUnion & Hashable & Codable

/// What a ``Union`` brings itself: its alternatives.
///
/// See ``TabularModel`` for why it inherits nothing else.
public protocol VariantUnion: JSONCodable {
  /// The alternatives in the order of the document.
  static var variants: Variants<Self> { get }
  /// The value of the current case.
  var payload: any JSONCodable { get }
}

/// One alternative of a union.
public struct Variant<Whole>: Sendable {
  let type: any JSONCodable.Type
  let tags: [String]
  let decode: @Sendable (inout JSONReader) throws -> Whole

  /// Makes an alternative.
  ///
  /// - Parameters:
  ///   - make: the enum case, as a function of its payload.
  ///   - tags: the values of the discriminator that mean this alternative.
  public init<Payload: JSONCodable>(
    _ make: @escaping @Sendable (Payload) -> Whole,
    tags: String...
  ) {
    type = Payload.self
    self.tags = tags
    decode = { json in make(try json.read(Payload.self)) }
  }
}

/// The alternatives of a union.
public struct Variants<Whole>: Sendable {
  /// One reference, since a copy is taken for each value that is decoded.
  private final class Contents: Sendable {
    let discriminator: String?
    let list: [Variant<Whole>]
    let unknown: @Sendable (JSONValue) -> Whole
    let fallback: Variant<Whole>?
    let soles = SoleAlternatives()

    init(
      _ discriminator: String?,
      _ list: [Variant<Whole>],
      _ unknown: @escaping @Sendable (JSONValue) -> Whole,
      _ fallback: Variant<Whole>?
    ) {
      self.discriminator = discriminator
      self.list = list
      self.unknown = unknown
      self.fallback = fallback
    }
  }

  private let contents: Contents

  var discriminator: String? { contents.discriminator }
  var list: [Variant<Whole>] { contents.list }
  var unknown: @Sendable (JSONValue) -> Whole { contents.unknown }
  /// What an object is whose discriminator is missing or means none of the list.
  var fallback: Variant<Whole>? { contents.fallback }
  /// Which alternatives the JSON type alone decides on.
  var soles: SoleAlternatives { contents.soles }

  /// Lists the alternatives.
  ///
  /// - Parameters:
  ///   - discriminator: the key whose value tells the alternatives apart, if there is one.
  ///   - list: the alternatives in the order of the document.
  ///   - fallback: what an object is whose discriminator is missing or means none of the list
  ///     (OpenAPI 3.2, `defaultMapping`).
  ///   - unknown: the enum case that keeps what fits none.
  public init(
    discriminator: String? = nil,
    _ list: Variant<Whole>...,
    default fallback: Variant<Whole>? = nil,
    unknown: @escaping @Sendable (JSONValue) -> Whole
  ) {
    contents = Contents(discriminator, list, unknown, fallback)
  }
}

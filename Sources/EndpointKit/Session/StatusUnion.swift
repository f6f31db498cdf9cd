#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An enum with a case for each documented success status of an operation.
public protocol StatusUnion: Sendable {
  /// Which status leads to which case.
  static var statuses: StatusVariants<Self> { get }
}

/// The table of a ``StatusUnion``.
public struct StatusVariants<Union: Sendable>: Sendable {
  /// One documented status.
  public struct Variant: Sendable {
    let status: StatusPattern
    let content: MediaType?
    let make: @Sendable (ReceivedResponse) throws -> Union

    /// A status with a JSON body.
    ///
    /// - Parameters:
    ///   - status: the status or class.
    ///   - mediaType: the media type, where the document gives the status several.
    ///   - make: the case.
    public init<Payload: JSONCodable>(
      _ status: StatusPattern,
      mediaType: String? = nil,
      _ make: @escaping @Sendable (Payload) -> Union
    ) {
      self.init(status, mediaType: mediaType, as: JSONSerializer<Payload>(), make)
    }

    /// A status whose body a serializer reads.
    ///
    /// - Parameters:
    ///   - status: the status or class.
    ///   - mediaType: the media type, where the document gives the status several.
    ///   - serializer: reads the body.
    ///   - make: the case.
    public init<Serializer: ResponseSerializer>(
      _ status: StatusPattern,
      mediaType: String? = nil,
      as serializer: Serializer,
      _ make: @escaping @Sendable (Serializer.Value) -> Union
    ) {
      self.status = status
      self.content = mediaType.flatMap { MediaType($0) }
      self.make = { make(try serializer.serialize($0)) }
    }

    /// A status without content.
    ///
    /// - Parameters:
    ///   - status: the status or class.
    ///   - value: the case.
    public init(_ status: StatusPattern, _ value: Union) {
      self.status = status
      content = nil
      make = { _ in value }
    }
  }

  private let variants: [Variant]
  private let undocumented: @Sendable (_ status: Int, _ body: Data) -> Union

  /// Makes a table.
  ///
  /// - Parameters:
  ///   - variants: the documented statuses.
  ///   - undocumented: the case for every other success.
  public init(
    _ variants: Variant...,
    undocumented: @escaping @Sendable (_ status: Int, _ body: Data) -> Union
  ) {
    self.variants = variants
    self.undocumented = undocumented
  }

  /// The case for a response: the most exact status, then the most exact media type, then the
  /// first listed.
  func read(_ response: ReceivedResponse) throws -> Union {
    let type = response.contentType
    var best: Variant?
    var bestRank = (status: 0, content: -1)
    for variant in variants {
      let status = variant.status.rank(for: response.head.status)
      guard status > 0, let content = variant.contentRank(type) else { continue }
      if (status, content) > bestRank { (best, bestRank) = (variant, (status, content)) }
    }
    guard let best else { return undocumented(response.head.status, response.body) }
    return try best.make(response)
  }
}

extension StatusVariants.Variant {
  /// How well the variant fits a content type; `nil` where it does not.
  fileprivate func contentRank(_ type: MediaType?) -> Int? {
    guard let content, let type else { return 0 }
    if content.covers(type) { return content.specificity + 2 }
    return content.covers(type, suffixes: true) ? 1 : nil
  }
}

/// Reads a response into the case its status leads to.
public struct StatusSerializer<Union: StatusUnion>: ResponseSerializer {
  /// Makes the serializer; it has no settings.
  public init() {}

  public func serialize(_ response: ReceivedResponse) throws -> Union {
    try Union.statuses.read(response)
  }
  public var accept: String? { MediaType.json.essence }
}

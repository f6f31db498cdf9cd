/// An enum of the values a document lists, with a case for those it does not.
///
/// ```swift
/// enum State: OpenEnum {
///   case open, closed
///   case unknown(String)
///   static let known = KnownCases<State>(.open, .closed)
///   var rawValue: String { switch self { case .open: "open" … case .unknown(let value): value } }
/// }
/// ```
///
/// A value that is not listed decodes to `unknown` and is written back unchanged. Values are
/// compared byte by byte: texts that Unicode calls equivalent stay apart.
public protocol OpenEnum: JSONCodable, RawRepresentable, Codable where RawValue: JSONCodable {
  /// The listed cases.
  static var known: KnownCases<Self> { get }
  /// A value the document does not list.
  static func unknown(_ value: RawValue) -> Self
}

/// The listed cases of an open enum, with their look-up by raw value.
public struct KnownCases<Enumeration: OpenEnum>: Sendable {
  /// The cases in the order of the document.
  public let cases: [Enumeration]
  /// The look-up of string values; nil where the raw type is another.
  let texts: ByteIndex?

  /// Makes the look-up.
  ///
  /// - Parameter cases: the listed cases in the order of the document.
  public init(_ cases: Enumeration...) {
    self.cases = cases
    if Enumeration.RawValue.self == String.self {
      texts = ByteIndex(
        cases.map { ByteIndex.permanentCopy(of: ($0.rawValue as? String) ?? "") }
      )
    } else {
      texts = nil
    }
  }

  /// The case of a raw value, if it is listed.
  func find(_ rawValue: Enumeration.RawValue) -> Enumeration? {
    if let texts, let text = rawValue as? String {
      let position = Array(text.utf8).withUnsafeBufferPointer { texts.position(of: $0) }
      return position < 0 ? nil : cases[position]
    }
    return cases.first { $0.rawValue == rawValue }
  }
}

extension ByteIndex {
  /// Bytes of a string that live as long as the process.
  static func permanentCopy(of text: String) -> UnsafeBufferPointer<UInt8> {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    return UnsafeBufferPointer(copy)
  }
}

extension OpenEnum {
  /// Makes the listed case of a raw value, or `unknown`.
  ///
  /// - Parameter rawValue: the raw value.
  public init(rawValue: RawValue) { self = Self.known.find(rawValue) ?? .unknown(rawValue) }

  public init(json: inout JSONReader) throws {
    let known = Self.known
    if let texts = known.texts {
      let slice = try json.scanString()
      if !slice.hasEscapes {
        let position = texts.position(of: slice.bytes)
        if position >= 0 {
          self = known.cases[position]
          return
        }
      }
      let text =
        slice.hasEscapes
        ? json.unescape(slice.bytes) : String(decoding: slice.bytes, as: UTF8.self)
      // The look-up exists for string raw values alone.
      if let rawValue = text as? RawValue {
        self = known.find(rawValue) ?? .unknown(rawValue)
        return
      }
    }
    let rawValue = try RawValue(json: &json)
    self = known.find(rawValue) ?? .unknown(rawValue)
  }

  public func write(json: inout JSONWriter) throws { try rawValue.write(json: &json) }

  public var parameterValue: ParameterValue { rawValue.parameterValue }

  public static var coding: ValueCoding {
    ValueCoding(
      Self.self,
      kind: .other,
      shapes: RawValue.coding.shapes,
      isListed: { json in Self.known.find(try RawValue(json: &json)) != nil }
    )
  }

  public static func == (left: Self, right: Self) -> Bool {
    let first = left.rawValue
    let second = right.rawValue
    if let first = first as? String, let second = second as? String {
      return first.hasSameBytes(as: second)
    }
    return first == second
  }

  public func hash(into hasher: inout Hasher) {
    if let text = rawValue as? String {
      hasher.combineBytes(of: text)
    } else {
      hasher.combine(rawValue)
    }
  }
}

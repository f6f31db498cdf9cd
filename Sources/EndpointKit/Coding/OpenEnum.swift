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
public protocol OpenEnum: JSONCodable, RawRepresentable, Hashable, Codable
where RawValue: JSONCodable & Hashable {
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
  let texts: TextCases?

  /// Makes the look-up.
  ///
  /// - Parameter cases: the listed cases in the order of the document.
  public init(_ cases: Enumeration...) {
    self.cases = cases
    texts = TextCases(cases)
  }

  /// The case of a raw value: a listed one, or `unknown`.
  func `case`(of rawValue: Enumeration.RawValue) -> Enumeration {
    find(rawValue) ?? .unknown(rawValue)
  }

  func find(_ rawValue: Enumeration.RawValue) -> Enumeration? {
    if let texts, let text = rawValue as? String {
      let position = Array(text.utf8).withUnsafeBufferPointer { texts.index.position(of: $0) }
      return position < 0 ? nil : cases[position]
    }
    return cases.first { $0.rawValue == rawValue }
  }
}

/// The cases of an open enum of strings, for the loops over field tables.
///
/// Like those it lives as long as the process, and is trivial to copy.
struct TextCases: @unchecked Sendable {
  /// From a text to the position of its case.
  let index: ByteIndex
  /// The cases, one after another.
  private let values: UnsafeRawPointer
  private let stride: Int

  /// - Returns: nil where the raw type is no string.
  init?<Enumeration: OpenEnum>(_ cases: [Enumeration]) {
    guard Enumeration.RawValue.self == String.self else { return nil }
    index = ByteIndex(cases.map { ByteIndex.permanentCopy(of: ($0.rawValue as? String) ?? "") })
    let copies = UnsafeMutablePointer<Enumeration>.allocate(capacity: max(cases.count, 1))
    for (position, value) in cases.enumerated() { (copies + position).initialize(to: value) }
    values = UnsafeRawPointer(copies)
    stride = MemoryLayout<Enumeration>.stride
  }

  /// Where the case at a position is stored.
  @inline(__always)
  func storage(at position: Int) -> UnsafeRawPointer { values + position * stride }
}

extension OpenEnum {
  /// Makes the listed case of a raw value, or `unknown`.
  ///
  /// - Parameter rawValue: the raw value.
  public init(rawValue: RawValue) { self = Self.known.case(of: rawValue) }

  public init(json: inout JSONReader) throws {
    let known = Self.known
    if let texts = known.texts {
      let start = json.checkpoint
      let slice = try json.scanString()
      if !slice.hasEscapes {
        let position = texts.index.position(of: slice.bytes)
        if position >= 0 {
          self = known.cases[position]
          return
        }
      }
      json.rewind(to: start)
    }
    self = known.case(of: try json.read())
  }

  public func write(json: inout JSONWriter) throws { try json.write(rawValue) }

  public static var coding: ValueCoding {
    let texts = known.texts
    var coding = ValueTreatment(
      enumeration: Self.self,
      kind: texts == nil ? .other : .textEnum,
      read: { try Self(json: &$0) }
    )
    coding.texts = texts
    coding.isListed = { Self.known.find(try $0.read()) != nil }
    return ValueCoding(coding)
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

  // The standard library's are compiled anew into every type.
  public var hashValue: Int { Hashed(self).hashValue }
  public func _rawHashValue(seed: Int) -> Int { Hashed(self)._rawHashValue(seed: seed) }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How one field of a form or multipart body is written (an entry of OpenAPI's `encoding`).
public struct FieldEncoding: Sendable, Hashable {
  /// The media type; JSON makes the field a JSON text.
  ///
  /// Of several, with commas between them, a file takes its own, else the first.
  public var contentType: String?
  /// The style of a form field.
  public var style: ParameterStyle?
  /// Whether items are written apart; by style if `nil`.
  public var explode: Bool?
  /// Whether reserved characters stay as they are.
  public var allowReserved: Bool
  /// Further header fields of a multipart part.
  public var headers: HTTPFields

  /// Makes an encoding; what is left out is as usual.
  public init(
    contentType: String? = nil,
    style: ParameterStyle? = nil,
    explode: Bool? = nil,
    allowReserved: Bool = false,
    headers: HTTPFields = [:]
  ) {
    self.contentType = contentType
    self.style = style
    self.explode = explode
    self.allowReserved = allowReserved
    self.headers = headers
  }
}

extension Endpoint {
  /// Sends an object as `application/x-www-form-urlencoded`.
  ///
  /// Lists repeat their key, and objects inside become bracketed keys (`meta[k]=v`), unless
  /// `encoding` says otherwise. Fields keep the document's order; absent ones are left out.
  ///
  /// - Parameters:
  ///   - value: the object.
  ///   - encoding: how single fields are written.
  ///   - contentType: the media type.
  public mutating func form(
    _ value: some JSONCodable,
    encoding: [String: FieldEncoding] = [:],
    contentType: String = "application/x-www-form-urlencoded"
  ) {
    guard case .object(let members) = ParameterValue(value) else {
      return report("a form body must be an object")
    }
    var text = EncodedText()
    for member in members {
      let encoding = encoding[member.name] ?? FieldEncoding()
      var member = member
      if encoding.isJSON, let json = JSONValue.member(member.name, of: value) {
        member.value = .scalar(json)
      }
      FormField(member, encoding).append(to: &text)
    }
    body = .data(Data(text.bytes))
    fields["Content-Type"] = contentType
  }
}

/// One field of a form with its encoding.
private struct FormField {
  let member: ParameterValue.Member
  let encoding: FieldEncoding

  init(_ member: ParameterValue.Member, _ encoding: FieldEncoding) {
    self.member = member
    self.encoding = encoding
  }

  func append(to text: inout EncodedText) {
    let style = encoding.style ?? defaultStyle
    let writer = StyleWriter(
      name: member.name,
      explode: encoding.explode ?? style.explodesByDefault,
      kept: encoding.allowReserved ? .reservedInQuery : .unreserved,
      keepsTriplets: encoding.allowReserved,
      spaceIsPlus: true
    )
    switch style {
    case .deepObject: writer.deepObject(member.value, to: &text)
    case .spaceDelimited: writer.form(member.value, to: &text, itemSeparator: "+")
    case .pipeDelimited: writer.form(member.value, to: &text, itemSeparator: "%7C")
    case .tabDelimited: writer.form(member.value, to: &text, itemSeparator: "%09")
    default: writer.form(member.value, to: &text)
    }
  }

  /// Lists of scalars repeat the key; whatever is deeper gets brackets.
  private var defaultStyle: ParameterStyle {
    switch member.value {
    case .object: .deepObject
    case .array(let items): items.allSatisfy { $0.text != nil } ? .form : .deepObject
    case .absent, .null, .scalar: .form
    }
  }
}

extension FieldEncoding {
  /// Whether the field is written as a JSON text.
  var isJSON: Bool { style == nil && mediaTypes.first.flatMap { MediaType($0) }?.isJSON == true }

  /// The media types, one by one.
  var mediaTypes: [String] {
    guard let contentType else { return [] }
    return contentType.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }
}

extension JSONValue {
  /// The JSON text of one member of an object; `nil` where it has none.
  static func member(_ name: String, of value: any JSONCodable) -> String? {
    guard let member = (try? JSONValue(encoding: value))?[name] else { return nil }
    return try? JSONWriter.text(member)
  }
}

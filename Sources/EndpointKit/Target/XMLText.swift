/// JSON as XML, the way OpenAPI has it for schemas without `xml` keywords: a member is an element of
/// its name, a list repeats its element, and null is left out.
enum XMLText {
  /// Why a value has no form in XML.
  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  /// A value as an element.
  ///
  /// - Throws: ``Fault`` where a key is no name of an element, or a text has control characters.
  static func element(_ name: String, _ value: JSONValue) throws -> String {
    var text = ""
    try write(name, value, to: &text)
    return text
  }

  private static func write(_ name: String, _ value: JSONValue, to text: inout String) throws {
    guard isName(name) else { throw Fault(description: "'\(name)' is no name of an XML element") }
    switch value {
    case .null: return
    case .array(let elements):
      for element in elements { try write(name, element, to: &text) }
      return
    default: break
    }
    text += "<\(name)>"
    switch value {
    case .object(let members):
      for member in members { try write(member.key, member.value, to: &text) }
    case .string(let content): try escape(content, to: &text)
    case .bool(let flag): text += String(flag)
    case .number(let number): text += number.description
    case .null, .array: break
    }
    text += "</\(name)>"
  }

  private static func isName(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic
    else { return false }
    return name.unicodeScalars.allSatisfy { scalar in
      scalar.properties.isAlphabetic || "0123456789-._".unicodeScalars.contains(scalar)
    }
  }

  private static func escape(_ content: String, to text: inout String) throws {
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      // A parser reads a bare one as a line feed.
      case "\r": text += "&#13;"
      case "\t", "\n", " "...: text.unicodeScalars.append(scalar)
      default: throw Fault(description: "XML has no control character \(scalar.value)")
      }
    }
  }
}

/// How a parameter's value is laid out (OpenAPI `style`).
public enum ParameterStyle: Sendable, Hashable {
  /// Comma-separated (RFC 6570 simple expansion): paths and headers.
  case simple
  /// Dot-prefixed (RFC 6570 label expansion): paths.
  case label
  /// Semicolon-prefixed (RFC 6570 path-style expansion): paths.
  case matrix
  /// `name=value` (RFC 6570 form expansion): queries and cookies.
  case form
  /// Items separated by a blank: queries.
  case spaceDelimited
  /// Items separated by a bar: queries.
  case pipeDelimited
  /// Items joined by tabs (Swagger 2.0 `tsv`).
  case tabDelimited
  /// `name[key]=value`: objects in queries.
  case deepObject
  /// `name=value` as it is, without percent-encoding: cookies.
  case cookie

  /// Whether items are written apart where the document does not say.
  var explodesByDefault: Bool { self == .form || self == .cookie || self == .deepObject }
}

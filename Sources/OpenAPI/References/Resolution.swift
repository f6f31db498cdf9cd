import Diagnostics
import SpecTree

/// Where a reference leads.
struct ReferenceTarget {
  let node: Node
  /// The name its place gives it: the key in a list of components, the base name of a whole file.
  let name: String?
  /// How the reference had to be read, where it is not right as written.
  var repair: String?
}

/// Why a reference leads nowhere.
enum ReferenceFailure: Error {
  /// The pointer or the anchor is not in the file.
  case nothingThere(missing: String, suggestion: String?)
  /// There is no such file, or it cannot be read.
  case noFile(path: String, reason: String)
  /// The file is no YAML and no JSON; what is wrong is reported already.
  case unreadable(path: String)
  /// It leads to the network.
  case remote(String)
  /// It leaves the folder that it may not leave.
  case outside(path: String, root: String)
  /// It is no URI reference.
  case malformed(String)
}

typealias Resolution = Result<ReferenceTarget, ReferenceFailure>

/// What a reference should lead to.
enum Expected {
  case schema, parameter, response, header, requestBody, pathItem, operation, example, link
  case callback, securityScheme, mediaType, text
  /// A part that no version lets be a reference.
  case part

  /// With its article.
  var name: String {
    switch self {
    case .schema: "a schema"
    case .parameter: "a parameter"
    case .response: "a response"
    case .header: "a header"
    case .requestBody: "a request body"
    case .pathItem: "a path item"
    case .operation: "an operation"
    case .example: "an example"
    case .link: "a link"
    case .callback: "a callback"
    case .securityScheme: "a security scheme"
    case .mediaType: "a media type"
    case .text: "a text"
    case .part: "an object"
    }
  }

  /// The key in `components`.
  var section: String? {
    switch self {
    case .schema: "schemas"
    case .parameter: "parameters"
    case .response: "responses"
    case .header: "headers"
    case .requestBody: "requestBodies"
    case .pathItem: "pathItems"
    case .example: "examples"
    case .link: "links"
    case .callback: "callbacks"
    case .securityScheme: "securitySchemes"
    case .mediaType: "mediaTypes"
    case .operation, .text, .part: nil
    }
  }

  /// The key at the root of a Swagger 2.0 document.
  var swaggerSection: String? {
    switch self {
    case .schema: "definitions"
    case .parameter, .requestBody: "parameters"
    case .response: "responses"
    case .securityScheme: "securityDefinitions"
    default: nil
    }
  }

  /// What becomes of the place that refers to it; `nil` where nothing good can.
  var consequence: String? {
    switch self {
    case .schema: "any JSON is taken for it"
    case .header: "the header is left out"
    case .example: "the example is left out"
    case .link: "the link is left out"
    case .callback: "the callback is left out"
    case .text: "there is no text"
    case .parameter, .response, .requestBody, .pathItem, .operation, .securityScheme, .mediaType,
      .part:
      nil
    }
  }
}

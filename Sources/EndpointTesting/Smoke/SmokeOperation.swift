public import EndpointKit

/// An operation of a generated client that can be called with arguments that come as JSON.
///
/// `gen-client --emit smoke-tests` writes one for each operation, with sample arguments and the
/// response that the document shows for it.
public struct SmokeOperation: Sendable, CustomStringConvertible {
  /// Method and path of the document: `GET /pets/{id}`.
  public let route: String
  /// The operation's id in the document.
  public let id: String
  /// Only what is required, as ``SmokeArguments`` reads it.
  public let minimal: String
  /// Everything that can be given, as ``SmokeArguments`` reads it.
  public let full: String
  /// The response to answer with where there is no server.
  public let response: SampleResponse
  let make: @Sendable (Session, SmokeArguments) throws -> any SmokeCall

  /// Makes an operation.
  ///
  /// - Parameters:
  ///   - route: method and path of the document.
  ///   - id: the operation's id in the document.
  ///   - minimal: the arguments that are required, as JSON text.
  ///   - full: all arguments, as JSON text.
  ///   - response: the response to answer with where there is no server.
  ///   - make: makes the call out of its arguments.
  public init(
    _ route: String,
    id: String,
    minimal: String,
    full: String,
    response: SampleResponse,
    _ make: @escaping @Sendable (Session, SmokeArguments) throws -> any SmokeCall
  ) {
    self.route = route
    self.id = id
    self.minimal = minimal
    self.full = full
    self.response = response
    self.make = make
  }

  /// Makes a deprecated operation, whose call is made by a type.
  ///
  /// - Parameters:
  ///   - route: method and path of the document.
  ///   - id: the operation's id in the document.
  ///   - minimal: the arguments that are required, as JSON text.
  ///   - full: all arguments, as JSON text.
  ///   - response: the response to answer with where there is no server.
  ///   - caller: makes the call out of its arguments.
  public init(
    _ route: String,
    id: String,
    minimal: String,
    full: String,
    response: SampleResponse,
    deprecated caller: any DeprecatedSmokeCall.Type
  ) {
    self.init(route, id: id, minimal: minimal, full: full, response: response) {
      try caller.make($0, $1)
    }
  }

  public var description: String { id }
}

/// Makes the call of a deprecated operation.
///
/// The compiler is silent about deprecated declarations in those that are deprecated themselves, and
/// a requirement is not, whatever fulfils it.
public protocol DeprecatedSmokeCall: Sendable {
  /// Makes the call out of its arguments.
  static func make(_ session: Session, _ arguments: SmokeArguments) throws -> any SmokeCall
}

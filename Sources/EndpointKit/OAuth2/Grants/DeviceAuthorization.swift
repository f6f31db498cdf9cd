#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a person needs to authorize on another device (RFC 8628 §3.2).
public struct DeviceAuthorization: Sendable {
  /// What the person types in.
  public let userCode: String
  /// Where the person types it in.
  public let verificationURI: String
  /// The same with the code in it, for a QR code, where the server offers it.
  public let completeURI: String?
  /// When the codes end.
  public let expiresAt: Date
  /// What the client asks with.
  let deviceCode: String
  /// The pause between two questions.
  let interval: Duration
  let scopes: [String]
}

extension DeviceAuthorization: CustomStringConvertible, CustomReflectable {
  public var description: String { "open \(verificationURI) and enter \(userCode)" }
  public var customMirror: Mirror {
    Mirror(self, children: ["userCode": userCode, "verificationURI": verificationURI])
  }
}

extension OAuth2Client {
  /// Lets a person authorize on another device.
  ///
  /// - Parameters:
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  ///   - show: shows the person where to go and what to enter.
  /// - Returns: the token, once the person has authorized.
  public func signInOnDevice(
    scopes: [String]? = nil,
    show: @Sendable (DeviceAuthorization) async throws -> Void
  ) async throws -> OAuth2Token {
    let authorization = try await deviceAuthorization(scopes: scopes)
    try await show(authorization)
    return try await token(for: authorization)
  }

  /// Asks for the codes (RFC 8628 §3.1).
  ///
  /// - Parameter scopes: the scopes to ask for; `nil` takes those of the settings.
  public func deviceAuthorization(scopes: [String]? = nil) async throws -> DeviceAuthorization {
    let url = try await url(of: .deviceAuthorization)
    let response = try await post(scopePair(scopes), to: url)
    let values = try TokenResponse().values(of: response)
    // Google's field predates the RFC.
    let uri = values["verification_uri"]?.text ?? values["verification_url"]?.text
    guard let deviceCode = values["device_code"]?.text, let userCode = values["user_code"]?.text,
      let uri
    else { throw OAuth2Error(.badResponse, "the response holds no codes") }
    let lifetime = values["expires_in"]?.text.flatMap(Double.init) ?? 1800
    let interval = values["interval"]?.text.flatMap(Double.init) ?? 5
    return DeviceAuthorization(
      userCode: userCode,
      verificationURI: uri,
      completeURI: values["verification_uri_complete"]?.text,
      expiresAt: clock.wall().addingTimeInterval(min(max(lifetime, 0), 86_400)),
      deviceCode: deviceCode,
      interval: .seconds(min(max(interval, 0), 3600)),
      scopes: scopes ?? settings.scopes
    )
  }

  /// Asks again and again until the person has decided (RFC 8628 §3.4, §3.5).
  ///
  /// - Parameter authorization: the codes.
  /// - Returns: the token.
  public func token(for authorization: DeviceAuthorization) async throws -> OAuth2Token {
    var pause = authorization.interval
    while true {
      try await clock.sleep(pause)
      guard clock.wall() < authorization.expiresAt else {
        throw OAuth2Error(.timedOut, "the code expired before it was entered; begin again")
      }
      do {
        return try await token(
          [
            ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", authorization.deviceCode),
          ],
          scopes: authorization.scopes
        )
      } catch let error as OAuth2Error {
        switch error.code {
        case "authorization_pending": break
        case "slow_down": pause += .seconds(5)
        case nil where error.isTransient:
          // The network is away: the RFC asks for exponential back-off.
          pause = min(max(pause * 2, error.retryAfter ?? .zero, .seconds(1)), .seconds(60))
        default: throw error
        }
      }
    }
  }
}

// Signing in from a command line tool: the browser comes back to this machine (RFC 8252 §7.3).
extension OAuth2Client {
  /// Lets a person authorize in the browser of this machine.
  ///
  /// Listens on a loopback port while the browser is away, shows a small page when it comes back,
  /// and gets the token. The port is chosen by the system unless a redirect URI of the settings
  /// fixes it; servers have to let clients choose (RFC 8252 §7.3).
  ///
  /// - Parameters:
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  ///   - timeout: how long the person may take.
  ///   - page: what the browser shows at the end.
  ///   - open: opens a URL in the browser, or shows it to the person; may take as long as the
  ///     browser does, and is cancelled once the person is back.
  /// - Returns: the token.
  public func signInInBrowser(
    scopes: [String]? = nil,
    timeout: Duration = .seconds(300),
    page: ResultPage = ResultPage(),
    open: @escaping @Sendable (_ url: String) async throws -> Void
  ) async throws -> OAuth2Token {
    let place = try loopbackPlace()
    let listener = try LoopbackListener(port: place.port)
    let redirectURI = "http://\(place.host):\(listener.port)\(place.path)"
    let request = try await authorizationRequest(redirectURI: redirectURI, scopes: scopes)
    let origin = "http://\(place.host):\(listener.port)"
    // Side by side: a browser that is run to its end comes back before `open` has returned.
    let answer = try await withThrowingTaskGroup(of: Step.self) { group in
      defer { group.cancelAll() }
      group.addTask {
        try await open(request.url)
        return .opened
      }
      group.addTask {
        let answer = try await listener.answer(within: timeout) { target in
          let url = origin + target
          guard request.isAnswered(by: url) else { return .notFound }
          do throws(OAuth2Error) {
            _ = try request.answer(in: url)
            return .done(url, page: page.success)
          } catch {
            // What anyone on this machine can send must not end the wait for the real answer.
            return error.kind == .forgedRedirect ? .notFound : .done(url, page: page.failure(error))
          }
        }
        return .cameBack(answer)
      }
      while let step = try await group.next() {
        if case .cameBack(let answer) = step { return answer }
      }
      return nil
    }
    guard let answer else {
      throw OAuth2Error(.timedOut, "nobody came back from the browser in time")
    }
    return try await token(for: request, redirectedTo: answer)
  }

  /// What can happen while a person is at the browser.
  private enum Step: Sendable {
    case opened
    /// With the URL of the answer; `nil` when the time was over.
    case cameBack(String?)
  }

  /// Host, port and path to listen on: of the first redirect URI that is on this machine.
  private func loopbackPlace() throws -> (host: String, port: UInt16, path: String) {
    for text in settings.redirectURIs {
      guard let url = HTTPURL(text), !url.origin.isSecure, url.origin.isPrivate,
        url.host != "[::1]"
      else { continue }
      let isPortFixed = url.port != 80
      return (url.host, isPortFixed ? UInt16(url.port) : 0, url.path)
    }
    guard settings.redirectURIs.isEmpty else {
      throw OAuth2Error(
        .configuration,
        "no redirect URI is on this machine; add http://127.0.0.1/callback"
      )
    }
    return ("127.0.0.1", 0, "/callback")
  }
}

/// The page a browser shows when a person has authorized.
public struct ResultPage: Sendable {
  /// The heading after success.
  public var successTitle = "You are signed in"
  /// The text after success.
  public var successText = "You can close this window and go back to the program."
  /// The heading after a failure.
  public var failureTitle = "Signing in failed"
  /// The style sheet.
  public var style =
    "body{font:16px system-ui,sans-serif;margin:15vh auto;max-width:30em;text-align:center}"

  public init() {}

  var success: String { html(successTitle, successText) }

  func failure(_ error: OAuth2Error) -> String {
    html(failureTitle, error.serverDescription ?? error.reason)
  }

  private func html(_ title: String, _ text: String) -> String {
    """
    <!doctype html><html lang="en"><head><meta charset="utf-8"><title>\(escaped(title))</title>\
    <style>\(style)</style></head><body><h1>\(escaped(title))</h1><p>\(escaped(text))</p></body></html>
    """
  }

  private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
    return result
  }
}

// Signing in and out, and tokens for other uses.
extension OAuth2Handler {
  /// The token in use, as far as it has been loaded.
  public var token: OAuth2Token? { core.withLock { $0.token } }

  /// A token that is good now, for what no session sends: a WebSocket, say.
  ///
  /// Waits, refreshes and fails as a call would.
  ///
  /// - Throws: an ``OAuth2Error``, or `CancellationError`.
  public func validToken() async throws -> OAuth2Token {
    let call = Session.nextCallID()
    _ = try await header(for: call)
    guard let token else { throw OAuth2Error(.signedOut, "the program signed out meanwhile") }
    return token
  }

  /// Gets a new token although the old one may be good.
  ///
  /// - Throws: an ``OAuth2Error``, or `CancellationError`.
  public func refresh() async throws {
    _ = try await validToken()
    let call = Session.nextCallID()
    let epoch = core.withLock { $0.state.credential?.epoch ?? 0 }
    let outcome = await wait(.refused(call, epoch: epoch, repeats: 0), call)
    let now = clock.monotonic()
    run(core.withLock { $0.take(.ended(call), at: now) })
    switch outcome {
    case .released: return
    case .cancelled: throw CancellationError()
    case .failed(let failure, let cause): throw error(failure, cause)
    }
  }

  /// Puts a token in use that was got elsewhere, and keeps it.
  ///
  /// Calls that wait go out with it.
  ///
  /// - Parameter token: the token.
  public func signIn(_ token: OAuth2Token) async {
    var token = token
    token.revision = nextRevision(self.token)
    install(token)
    tell(.signedIn)
    // In memory first: a refresh that is under way would hold the store until it has ended, and
    // being overtaken ends it.
    do {
      try await store.withExclusiveAccess(to: key) { [token] in
        let stored = try? await self.store.token(for: self.key)
        var kept = token
        if let stored, stored.revision >= token.revision { kept.revision = stored.revision + 1 }
        // Refreshed meanwhile: what the store holds is newer.
        guard self.token?.accessToken == token.accessToken else { return }
        let isStored = await self.keep(kept)
        self.core.withLock { [kept] core in
          guard core.token?.accessToken == kept.accessToken else { return }
          core.token = kept
          core.isStored = isStored
        }
      }
    } catch {
      tell(.storeFailed(error))
    }
  }

  private func install(_ token: OAuth2Token) {
    let facts = facts(token, isIssued: true)
    let scheme = settings.authorizationScheme
    let now = clock.monotonic()
    run(
      core.withLock { core in
        core.use(token, scheme: scheme, isStored: false)
        return core.take(.installed(facts), at: now)
      }
    )
  }

  /// Lets a person sign in in the browser of this machine; see
  /// ``OAuth2Client/signInInBrowser(scopes:timeout:page:open:)``.
  ///
  /// - Parameters:
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  ///   - open: opens a URL in the browser, or shows it to the person.
  public func signInInBrowser(
    scopes: [String]? = nil,
    open: @escaping @Sendable (_ url: String) async throws -> Void
  ) async throws {
    await signIn(try await client.signInInBrowser(scopes: scopes, open: open))
  }

  /// Lets a person sign in on another device; see ``OAuth2Client/signInOnDevice(scopes:show:)``.
  ///
  /// - Parameters:
  ///   - scopes: the scopes to ask for; `nil` takes those of the settings.
  ///   - show: shows the person where to go and what to enter.
  public func signInOnDevice(
    scopes: [String]? = nil,
    show: @Sendable (DeviceAuthorization) async throws -> Void
  ) async throws {
    await signIn(try await client.signInOnDevice(scopes: scopes, show: show))
  }

  /// Forgets the token everywhere; waiting calls fail.
  ///
  /// - Parameter revoking: whether the server is told too, where it has a place for that.
  /// - Throws: an ``OAuth2Error`` where the server or the store could not be told. This program
  ///   has forgotten the token even so.
  public func signOut(revoking: Bool = true) async throws {
    let now = clock.monotonic()
    let held: OAuth2Token? = {
      let (token, effects) = core.withLock { core in
        let token = core.token
        core.use(nil, scheme: "", isStored: false)
        core.error = nil
        return (token, core.take(.signedOut, at: now))
      }
      run(effects)
      return token
    }()
    tell(.signedOut)
    var failure: (any Error)?
    var token = held
    do {
      // Alone, so that a refresh that was just overtaken cannot put its token back.
      token = try await store.withExclusiveAccess(to: key) {
        let stored = try? await self.store.token(for: self.key)
        try await self.store.removeToken(for: self.key)
        return held ?? stored
      }
    } catch {
      failure = OAuth2Error(.store, "the stored token could not be removed", underlying: error)
    }
    if revoking, let token, await hasRevocation() {
      do { try await client.revoke(token) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  private func hasRevocation() async -> Bool {
    if settings.revocationURL != nil { return true }
    guard client.source.isUsable else { return false }
    return (try? await client.metadata().revocationEndpoint) != nil
  }
}

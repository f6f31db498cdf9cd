extension RetryQueueState {
  /// What never changes while the queue lives. Durations are in nanoseconds.
  package struct Options: Sendable {
    package init() {}

    /// In which order parked calls go out.
    package var order = ReplayOrder.failure
    /// How many replayed calls may be under way at once; `nil` means any number.
    package var maximumConcurrentReplays: Int?
    /// How many acquisitions may begin within `budgetWindow` that no expiry explains.
    package var budget = 3
    package var budgetWindow: Int64 = 30_000_000_000
    /// How often one call may be refused before it is given up.
    package var maximumRepeats = 8
    /// How often one acquisition asks the token endpoint before it is given up.
    package var maximumAttempts = 3
    /// The pause after the first failed attempt; it doubles with each further one.
    package var initialPause: Int64 = 500_000_000
    package var maximumPause: Int64 = 20_000_000_000
    /// The longest pause a token endpoint can ask for before the waiting calls are failed.
    package var maximumRetryAfter: Int64 = 60_000_000_000
    /// Whether a person can be asked.
    package var canAuthorize = false
    /// Whether a credential can be had without a refresh token and without a person.
    package var acquiresSilently = false
  }

  /// What is known of a credential.
  package struct Credential: Sendable {
    /// The part that comes from outside.
    package struct Facts: Sendable {
      /// When to ask for the next one; `nil` where only a refusal tells.
      package var refreshAt: Instant?
      /// When it ends; `nil` where that is not known.
      package var expiresAt: Instant?
      /// Whether there is a refresh token with it.
      package var isRefreshable: Bool
      /// Whether the token endpoint has just issued it, against read from a store.
      package var isIssued: Bool

      package init(
        refreshAt: Instant? = nil,
        expiresAt: Instant? = nil,
        isRefreshable: Bool = true,
        isIssued: Bool = true
      ) {
        self.refreshAt = refreshAt
        self.expiresAt = expiresAt
        self.isRefreshable = isRefreshable
        self.isIssued = isIssued
      }
    }

    package let epoch: UInt64
    /// When calls begin to wait for the next one; later than `dueAt` after a failed attempt.
    package internal(set) var refreshAt: Instant?
    /// When the next one was to be asked for, as the issuer announced it.
    var dueAt: Instant?
    package internal(set) var expiresAt: Instant?
    package let isRefreshable: Bool
    package let isIssued: Bool
    /// Whether a server refused it and a replacement was begun.
    package internal(set) var isRefused = false
    /// Whether the token endpoint found fault with the client when asked to replace it.
    package internal(set) var isDisputed = false

    init(epoch: UInt64, facts: Facts) {
      self.epoch = epoch
      refreshAt = facts.refreshAt
      dueAt = facts.refreshAt
      expiresAt = facts.expiresAt
      isRefreshable = facts.isRefreshable
      isIssued = facts.isIssued
    }

    func isExpired(at now: Instant) -> Bool {
      guard let expiresAt else { return false }
      return now >= expiresAt
    }
  }

  /// What happened.
  package enum Event: Sendable {
    /// A call wants to be signed.
    case begin(CallID)
    /// A call came back refused (401), for the how-manieth time, signed with this epoch.
    case refused(CallID, epoch: UInt64, repeats: Int)
    /// A call came back for want of scope.
    case lacksScope(CallID, epoch: UInt64, scopes: Set<String>, repeats: Int)
    /// A released call has been signed and is about to be sent.
    case signed(CallID)
    /// A call is over, however it ended.
    case ended(CallID)
    /// A call was cancelled; the shell has told it already.
    case cancelled(CallID)
    /// An acquisition brought a credential.
    case obtained(generation: UInt64, Credential.Facts)
    /// The store held nothing.
    case foundNothing(generation: UInt64)
    /// An acquisition failed.
    case failed(generation: UInt64, AcquisitionFailure)
    /// The pause of an acquisition is over.
    case waited(generation: UInt64)
    /// A credential came from outside: a person signed in.
    case installed(Credential.Facts)
    /// The person signed out.
    case signedOut
  }

  /// What the shell has to do.
  package enum Action: Sendable, Equatable {
    /// Read the store.
    case load(generation: UInt64)
    /// Ask the token endpoint, without a person.
    case refresh(generation: UInt64)
    /// Ask a person; with scopes where the present ones are too narrow.
    case authorize(generation: UInt64, scopes: Set<String>)
    /// Come back with ``Event/waited(generation:)`` after so many nanoseconds.
    case wait(generation: UInt64, Int64)
    /// Let a call go on with this epoch.
    case release(CallID, epoch: UInt64)
    /// End a call.
    case fail(CallID, Failure)
    /// The credential is of no use any more: forget it, tell the program once.
    case sessionEnded
  }

  /// Why an acquisition failed.
  package enum AcquisitionFailure: Sendable, Equatable {
    /// It may work later; with the pause the endpoint asked for.
    case transient(retryAfter: Int64?)
    /// The grant is over (`invalid_grant`).
    case rejected
    /// The client or the request is at fault (`invalid_client` and the like), not the grant.
    case misconfigured
    /// The person or the program declined.
    case declined
  }

  /// Why a call is failed.
  package enum Failure: Sendable, Equatable {
    /// There is no credential, and none to be had without a person.
    case signInRequired
    /// The grant was rejected.
    case rejected
    /// The token endpoint could not be reached or was not able to answer.
    case unavailable
    /// The token endpoint does not accept this client.
    case misconfigured
    /// The person declined to authorize.
    case declined
    /// The server refuses a token that was issued just now.
    case refusedAfterRefresh
    /// Too many refreshes within the window.
    case budgetSpent
    /// This one call was refused too often.
    case tooManyRepeats
    /// The token does not cover what the operation needs.
    case insufficientScope
    /// The person signed out meanwhile.
    case signedOut
  }

  /// What is being done to get a credential.
  package enum Phase: Sendable, Equatable {
    case idle
    case loading(generation: UInt64)
    case refreshing(generation: UInt64, attempt: Int)
    /// Between two attempts.
    case pausing(generation: UInt64, attempt: Int)
    /// A person is being asked, for these scopes beside the configured ones.
    case authorizing(generation: UInt64, scopes: Set<String>)
  }

  /// An authorization for more scopes, beside which calls go on with what they have.
  package struct StepUp: Sendable {
    package let generation: UInt64
    package let scopes: Set<String>
  }
}

/// In which order an ``OAuth2Handler`` replays the calls that waited for a new token.
public enum ReplayOrder: Sendable, Hashable {
  /// As they failed; calls that had not been sent yet come after those that had.
  case failure
  /// As the calls were made.
  case creation
}

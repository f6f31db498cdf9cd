import EndpointKit

extension Simulation {
  /// What may happen next.
  enum Happening {
    case start(Int)
    /// A released call runs the adapter.
    case adapt(Int)
    /// Its request reaches the server.
    case arrive(Int)
    case answer(Int, SimulatedServer.Answer)
    case cancel(Int)
    case loaded(Int, UInt64)
    case locked(Int, UInt64, Purpose)
    case tokenArrives(Int, UInt64, refresh: Int?)
    case tokenAnswer(Int, UInt64, TokenAnswer)
    case waited(Int, UInt64)
    case authorized(Int, UInt64, isWide: Bool)
    case revokeAccess
    case revokeGrant
    case signOut(Int)
    case signIn(Int)
  }

  /// Why a process wants the store for itself.
  enum Purpose {
    case refresh
    case keep(Record)
  }

  enum TokenAnswer {
    case issued(SimulatedServer.Issued)
    case failed(RetryQueueState.AcquisitionFailure)
  }

  /// A credential as a process holds it and the store keeps it.
  struct Record {
    var access: Int
    var refresh: Int?
    var expiresAt: Int64?
    var revision: UInt64
    var isStored = false
    /// It was to be replaced already when it came: only a refusal tells its end.
    var isOverOnArrival = false
  }

  enum Stage: Equatable {
    case waiting
    /// It waits; since `arrival`, sent before or not.
    case parked(arrival: Int, isFresh: Bool)
    /// It waits for more scope, where no order is promised.
    case lacking
    case released
    case sent
    case done
  }

  struct Call {
    let process: Int
    let needsWide: Bool
    let isStubborn: Bool
    var stage = Stage.waiting
    var epoch: UInt64 = 0
    var refusals = 0
    var isReplay = false
    var didSucceed = false
    var wasCancelled = false
  }

  /// One program with its handler, as an observer outside sees it.
  struct Process {
    var state: RetryQueueState
    var held: Record?
    var epoch: UInt64 = 0
    /// The acquisition that calls wait for.
    var acquiring: UInt64?
    /// Whether the current credential was refused and its replacement begun.
    var isRefused = false
    var isDisputed = false
    /// Whether the current credential came from the token endpoint, not from the store.
    var isIssued = false
    /// Whether a person was asked for more scope since signing in.
    var wasWidened = false
    var widening: UInt64 = 0
    var cycle: UInt64 = 0
    var counted: [Int64] = []
    var cycleCounts = false
    var attempts = 0
    var askedPause: Int64 = 0
    var quietUntil: Int64 = .min
    var deadRefresh: Set<Int> = []
    var wasSignedOut = false
    var wasEnded = false

    func isDue(_ now: Int64, leeway: Int64) -> Bool {
      guard let held else { return true }
      guard let expiresAt = held.expiresAt, !held.isOverOnArrival else { return isRefused }
      return isRefused || now >= expiresAt - leeway
    }
  }

  /// The file that the processes share.
  struct Store {
    var record: Record?
    var owner: (process: Int, generation: UInt64)?
    var waiters: [(process: Int, generation: UInt64, purpose: Purpose)] = []
  }
}

/// A promise of the queue that a simulation saw broken.
struct Violation: Error, CustomStringConvertible {
  let seed: UInt64
  let what: String
  let now: Int64

  var description: String { "seed \(seed), at \(now): \(what)" }
}

/// An operation with its arguments, bound to a session: a value that says what to send and what
/// comes back.
///
/// Nothing happens until one of ``value``, ``response``, ``result``, ``download(to:options:)`` or
/// ``start(on:completion:)`` is asked for; each asks anew. Modifiers return changed copies.
public struct Call<Value: Sendable>: Sendable, AdjustableCall {
  /// Where it is sent.
  public let session: Session
  /// What is sent.
  public let target: any Target
  let serializer: any ResponseSerializer<Value>
  /// What the call does differently from its session.
  public var adjustments = CallAdjustments()

  /// Makes a call whose response a serializer reads.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  ///   - serializer: reads the response.
  public init(
    _ session: Session,
    _ target: any Target,
    as serializer: any ResponseSerializer<Value>
  ) {
    self.session = session
    self.target = target
    self.serializer = serializer
  }

  /// Makes a call whose response is JSON.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  @inline(never)
  public init<T: Target>(_ session: Session, _ target: T) where Value: JSONCodable {
    self.init(of: target, session, as: JSONSerializer<Value>())
  }

  /// Makes a call whose response has no content that matters.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  @inline(never)
  public init<T: Target>(_ session: Session, _ target: T) where Value == Void {
    self.init(of: target, session, as: EmptySerializer())
  }

  /// Makes a call whose response depends on its status.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent.
  @inline(never)
  public init<T: Target>(_ session: Session, _ target: T) where Value: StatusUnion {
    self.init(of: target, session, as: StatusSerializer<Value>())
  }

  /// Keeps the initializers above from being copied into clients, which call them once for each
  /// operation: what calls a function of this module alone is not.
  @inline(never)
  init(of target: any Target, _ session: Session, as serializer: any ResponseSerializer<Value>) {
    self.init(session, target, as: serializer)
  }

  /// Sends and gives the value.
  ///
  /// - Throws: a ``ClientError``.
  public var value: Value {
    get async throws(ClientError) {
      try await session.value(target, adjustments.options, serializer)
    }
  }

  /// Sends and gives everything that is known of the call, value or error included.
  public var response: Response<Value> {
    get async { await session.response(target, adjustments.options, serializer) }
  }

  /// Sends and gives the value or the error.
  public var result: Result<Value, ClientError> {
    get async {
      do throws(ClientError) { return .success(try await value) } catch { return .failure(error) }
    }
  }

  /// Sends and reads the response with another serializer.
  ///
  /// - Parameter other: reads the response.
  /// - Returns: everything that is known of the call.
  public func response<Serializer: ResponseSerializer>(
    as other: Serializer
  ) async -> Response<Serializer.Value> {
    await session.response(target, adjustments.options, other)
  }

  /// The same call with its response read by another serializer.
  ///
  /// - Parameter other: reads the response.
  public func reading<Other: Sendable>(as other: any ResponseSerializer<Other>) -> Call<Other> {
    var call = Call<Other>(session, target, as: other)
    call.adjustments = adjustments
    return call
  }

  /// Sends without waiting, for callers without async.
  ///
  /// - Parameters:
  ///   - executor: where the completion runs: hand a closure to your queue; left out, it runs on
  ///     the task that did the work.
  ///   - completion: is called once, with everything that is known of the call.
  /// - Returns: the means to cancel the call.
  @discardableResult
  public func start(
    on executor: CompletionExecutor = .inline,
    completion: @escaping @Sendable (Response<Value>) -> Void
  ) -> CallHandle {
    let call = self
    return CallHandle(
      task: Task {
        let response = await call.response
        executor.run { completion(response) }
      }
    )
  }
}

/// Where completions run.
///
/// ```swift
/// call.start(on: .init { DispatchQueue.main.async(execute: $0) }) { response in … }
/// ```
public struct CompletionExecutor: Sendable {
  /// Runs a function, now or soon.
  public let run: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void

  /// Makes an executor of a function that runs work, now or soon.
  public init(_ run: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void) {
    self.run = run
  }

  /// At once, on the task that did the work.
  public static let inline = CompletionExecutor { $0() }
  /// On the main actor.
  public static let main = CompletionExecutor { work in Task { @MainActor in work() } }
}

/// A call that was started.
public struct CallHandle: Sendable {
  let task: Task<Void, Never>

  /// Ends the call; its completion gets an error of kind `.cancelled`.
  public func cancel() { task.cancel() }

  /// Waits until the completion was handed to its executor.
  public func wait() async { await task.value }
}

internal import Synchronization

/// Counts calls under way, for an activity indicator.
public final class ActivityCounter: EventMonitor {
  private let calls = Atomic<Int>(0)
  private let report: @Sendable (_ count: Int) -> Void

  /// Makes a counter.
  ///
  /// - Parameter report: is told the new number whenever it changes; called from any task.
  public init(_ report: @escaping @Sendable (_ count: Int) -> Void = { _ in }) {
    self.report = report
  }

  /// Calls that have started and not ended.
  public var count: Int { calls.load(ordering: .relaxed) }

  public func callDidStart(_ context: RequestContext) {
    report(calls.add(1, ordering: .relaxed).newValue)
  }

  public func callDidFinish(_ context: RequestContext, error: ClientError?) {
    report(calls.subtract(1, ordering: .relaxed).newValue)
  }
}

/// One try of a call, for the history on errors and responses.
public struct Attempt: Sendable, Hashable {
  /// Counts from 1; redirects belong to the try that met them.
  public var number: Int
  /// The status received, where a response came.
  public var status: Int?
  /// The failure, where the try ended in one.
  public var failure: ClientError.Kind?
  /// How long the try took.
  public var duration: Duration
  /// How long was waited after it before the next one; zero after the last.
  public var pause: Duration = .zero
  /// Redirects followed in this try.
  public var redirects = 0

  /// Makes a record of a try.
  public init(
    number: Int,
    status: Int? = nil,
    failure: ClientError.Kind? = nil,
    duration: Duration = .zero
  ) {
    self.number = number
    self.status = status
    self.failure = failure
    self.duration = duration
  }
}

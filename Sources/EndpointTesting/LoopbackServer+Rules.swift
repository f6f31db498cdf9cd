public import EndpointKit

/// A scripted answer: which requests, which of them, and what they get.
struct ServerRule: Sendable {
  /// Where the answer comes from: one that needs no closure is given by the connection's own
  /// thread, however busy the process is.
  enum Answer: Sendable {
    /// The answers to the first, second, … request; the last repeats.
    case fixed([ServerResponse])
    case handler(LoopbackServer.Handler)
  }

  var method: HTTPMethod?
  var pattern: [Substring]
  var nth: ClosedRange<Int>?
  var bodyLimit: Int64?
  var answer: Answer
  var seen = 0

  func matches(_ method: HTTPMethod, _ path: Substring) -> Bool {
    if let own = self.method, own != method { return false }
    let segments = path.split(separator: "/", omittingEmptySubsequences: false)
    for (position, part) in pattern.enumerated() {
      if part == "**" { return true }
      guard position < segments.count else { return false }
      let isWild = part == "*" || (part.hasPrefix("{") && part.hasSuffix("}"))
      if !isWild && part != segments[position] { return false }
    }
    return segments.count == pattern.count
  }
}

extension ServerState {
  /// Counts the request on every rule it fits and gives the first that wants to answer it.
  mutating func rule(
    for method: HTTPMethod,
    _ path: Substring
  ) -> (rule: ServerRule, count: Int)? {
    var found: (ServerRule, Int)?
    for index in rules.indices where rules[index].matches(method, path) {
      rules[index].seen += 1
      let count = rules[index].seen
      if found == nil, rules[index].nth?.contains(count) ?? true {
        found = (rules[index], count)
      }
    }
    return found
  }
}

extension LoopbackServer {
  /// Adds a rule; the first rule that fits answers.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` for any.
  ///   - path: the path without query; `*` or `{name}` stands for one segment, a last `**` for
  ///     any number.
  ///   - nth: which of the requests with this method and path the rule answers, from 1; all
  ///     where `nil`.
  ///   - bodyLimit: how many bytes of the request body to read at most; the answer then comes
  ///     before the body has been read, and the connection ends. `nil` reads all of it.
  ///   - response: the answer.
  public func on(
    _ method: HTTPMethod?,
    _ path: String,
    nth: Int? = nil,
    bodyLimit: Int64? = nil,
    respond response: ServerResponse
  ) {
    add(method, path, nth.map { $0...$0 }, bodyLimit, .fixed([response]))
  }

  /// Adds a rule for a range of the requests with a method and path.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` for any.
  ///   - path: the path, with wildcards.
  ///   - nth: which of the requests the rule answers, from 1.
  ///   - response: the answer.
  public func on(
    _ method: HTTPMethod?,
    _ path: String,
    nth: ClosedRange<Int>,
    respond response: ServerResponse
  ) {
    add(method, path, nth, nil, .fixed([response]))
  }

  /// Adds a rule whose answers differ from request to request; the last answer repeats.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` for any.
  ///   - path: the path, with wildcards.
  ///   - responses: the answers in order; must not be empty.
  public func on(_ method: HTTPMethod?, _ path: String, respond responses: [ServerResponse]) {
    precondition(!responses.isEmpty, "a rule needs at least one answer")
    add(method, path, nil, nil, .fixed(responses))
  }

  /// Adds a rule that answers by closure.
  ///
  /// - Parameters:
  ///   - method: the method; `nil` for any.
  ///   - path: the path, with wildcards.
  ///   - nth: which of the requests the rule answers, from 1; all where `nil`.
  ///   - handler: gives the answer.
  public func on(
    _ method: HTTPMethod?,
    _ path: String,
    nth: Int? = nil,
    handler: @escaping Handler
  ) {
    add(method, path, nth.map { $0...$0 }, nil, .handler(handler))
  }

  /// Removes all rules.
  public func removeRules() { state.update { $0.rules = [] } }

  private func add(
    _ method: HTTPMethod?,
    _ path: String,
    _ nth: ClosedRange<Int>?,
    _ bodyLimit: Int64?,
    _ answer: ServerRule.Answer
  ) {
    let rule = ServerRule(
      method: method,
      pattern: path.split(separator: "/", omittingEmptySubsequences: false),
      nth: nth,
      bodyLimit: bodyLimit,
      answer: answer
    )
    state.update { $0.rules.append(rule) }
  }
}

// The most frequent parameters, without a style. The generic functions do all they do; an operation
// that calls these is a quarter shorter, and there are hundreds in a client.

extension Endpoint {
  /// Fills in a path parameter of style `simple`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  @inline(never)
  public mutating func path(_ name: String, _ value: String) {
    path(name, value, style: .simple)
  }

  /// Fills in a path parameter of style `simple`.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  @inline(never)
  public mutating func path(_ name: String, _ value: Int) { path(name, value, style: .simple) }

  /// Adds a query parameter of style `form`; `nil` adds nothing.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  @inline(never)
  public mutating func query(_ name: String, _ value: String?) { query(name, value, style: .form) }

  /// Adds a query parameter of style `form`; `nil` adds nothing.
  ///
  /// - Parameters:
  ///   - name: the parameter's name.
  ///   - value: the value.
  @inline(never)
  public mutating func query(_ name: String, _ value: Int?) { query(name, value, style: .form) }
}

// Literals stand for values, so that `note: "later"` does as well as `note: .value("later")`. The
// conformances are conditional and here once: clients carry nothing of them.

extension Nullable: ExpressibleByUnicodeScalarLiteral
where Wrapped: ExpressibleByUnicodeScalarLiteral {
  public init(unicodeScalarLiteral value: Wrapped.UnicodeScalarLiteralType) {
    self = .value(Wrapped(unicodeScalarLiteral: value))
  }
}

extension Nullable: ExpressibleByExtendedGraphemeClusterLiteral
where Wrapped: ExpressibleByExtendedGraphemeClusterLiteral {
  public init(extendedGraphemeClusterLiteral value: Wrapped.ExtendedGraphemeClusterLiteralType) {
    self = .value(Wrapped(extendedGraphemeClusterLiteral: value))
  }
}

extension Nullable: ExpressibleByStringLiteral where Wrapped: ExpressibleByStringLiteral {
  /// The text as a value.
  public init(stringLiteral value: Wrapped.StringLiteralType) {
    self = .value(Wrapped(stringLiteral: value))
  }
}

extension Nullable: ExpressibleByStringInterpolation
where Wrapped: ExpressibleByStringInterpolation {
  /// The text as a value.
  public init(stringInterpolation: Wrapped.StringInterpolation) {
    self = .value(Wrapped(stringInterpolation: stringInterpolation))
  }
}

extension Nullable: ExpressibleByIntegerLiteral where Wrapped: ExpressibleByIntegerLiteral {
  /// The number as a value.
  public init(integerLiteral value: Wrapped.IntegerLiteralType) {
    self = .value(Wrapped(integerLiteral: value))
  }
}

extension Nullable: ExpressibleByFloatLiteral where Wrapped: ExpressibleByFloatLiteral {
  /// The number as a value.
  public init(floatLiteral value: Wrapped.FloatLiteralType) {
    self = .value(Wrapped(floatLiteral: value))
  }
}

extension Nullable: ExpressibleByBooleanLiteral where Wrapped: ExpressibleByBooleanLiteral {
  /// The truth value as a value.
  public init(booleanLiteral value: Wrapped.BooleanLiteralType) {
    self = .value(Wrapped(booleanLiteral: value))
  }
}

extension Nullable: ExpressibleByArrayLiteral
where Wrapped: ExpressibleByArrayLiteral & RangeReplaceableCollection {
  /// The elements as a value.
  public init(arrayLiteral elements: Wrapped.Element...) { self = .value(Wrapped(elements)) }
}

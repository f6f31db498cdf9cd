/// The modifiers that all kinds of calls share; each returns a changed copy.
public protocol AdjustableCall: Sendable {
  /// What the call does differently from its session.
  var adjustments: CallAdjustments { get set }
}

/// What a call does differently from its session; the modifiers of ``AdjustableCall`` fill it.
public struct CallAdjustments: Sendable {
  /// Behind a reference, so that calls stay small; `nil` where nothing differs.
  private(set) var options: CallOptions.Box?

  /// Nothing differs.
  public init() {}

  mutating func change(_ body: (inout CallOptions) -> Void) {
    var changed = options?.value ?? CallOptions()
    body(&changed)
    options = CallOptions.Box(changed)
  }
}

extension AdjustableCall {
  func adjusted(_ change: (inout CallOptions) -> Void) -> Self {
    var copy = self
    copy.adjustments.change(change)
    return copy
  }

  /// Limits the time of each exchange; `nil` sets no limit.
  public func timeout(_ duration: Duration?) -> Self { adjusted { $0.timeout = .some(duration) } }

  /// Limits the time of the whole call, retries and pauses included.
  public func deadline(_ duration: Duration) -> Self { adjusted { $0.deadline = duration } }

  /// Sets a header field.
  public func header(_ name: String, _ value: String) -> Self {
    adjusted { $0.fields[name] = value }
  }

  /// Adds a query item.
  public func query(_ name: String, _ value: some JSONCodable) -> Self {
    adjusted { options in
      StyleWriter(name: name, explode: true, kept: .unreserved)
        .form(ParameterValue(value), to: &options.query)
    }
  }

  /// Sends to another server: an absolute URL, or one relative to the session's.
  public func server(_ server: Server) -> Self { adjusted { $0.server = server } }

  /// Sends to another server: an absolute URL, or one relative to the session's.
  public func server(_ url: String) -> Self { server(Server(url)) }

  /// Retries by a policy of its own.
  public func retry(_ policy: RetryPolicy) -> Self { adjusted { $0.retry = policy } }

  /// Lets an interceptor take part, before the session's.
  ///
  /// Called more than once, all take part in the order given.
  public func interceptor(_ interceptor: some RequestInterceptor) -> Self {
    adjusted { options in
      guard let before = options.interceptor else {
        options.interceptor = interceptor
        return
      }
      options.interceptor = Interceptor(interceptors: [before, interceptor])
    }
  }

  /// Judges the response by rules of its own.
  public func validate(_ validation: Validation) -> Self {
    adjusted { $0.validation = validation }
  }

  /// Accepts only these statuses.
  public func validate(statuses: some Sequence<Int>) -> Self {
    adjusted { options in
      var validation = options.validation ?? Validation()
      validation.statuses = .only(Set(statuses))
      options.validation = validation
    }
  }

  /// Accepts only these content types or ranges.
  public func validate(contentTypes: MediaType...) -> Self {
    adjusted { options in
      var validation = options.validation ?? Validation()
      validation.contentTypes = .only(contentTypes)
      options.validation = validation
    }
  }

  /// Adds a test of the response.
  public func validate(_ check: @escaping Validation.Check) -> Self {
    adjusted { options in
      var validation = options.validation ?? Validation()
      validation.checks.append(check)
      options.validation = validation
    }
  }

  /// Follows redirects by a policy of its own.
  public func redirects(_ policy: RedirectPolicy) -> Self { adjusted { $0.redirects = policy } }

  /// Limits the size of a body that is collected; `nil` sets no limit.
  public func maximumBodySize(_ bytes: Int?) -> Self {
    adjusted { $0.maximumBodySize = .some(bytes) }
  }

  /// Sends a key that tells the server which tries are the same call, and so allows retries of
  /// methods that are not idempotent.
  public func idempotencyKey(_ key: String) -> Self { adjusted { $0.idempotencyKey = key } }

  /// Says whether the call may be sent twice.
  public func idempotent(_ isIdempotent: Bool = true) -> Self {
    adjusted { $0.isIdempotent = isIdempotent }
  }

  /// Compresses the request body where it is in memory.
  public func compressed(with compressor: some BodyCompressor) -> Self {
    adjusted { $0.compressor = compressor }
  }

  /// Is told of upload progress; every try starts from zero.
  public func onUploadProgress(
    _ report: @escaping @Sendable (_ sent: Int64, _ total: Int64?) -> Void
  ) -> Self { adjusted { $0.uploadProgress = report } }

  /// Is told of download progress; every try starts from zero.
  public func onDownloadProgress(
    _ report: @escaping @Sendable (_ received: Int64, _ total: Int64?) -> Void
  ) -> Self { adjusted { $0.downloadProgress = report } }
}

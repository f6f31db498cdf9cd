/// A call whose response is one page of many.
///
/// It can be used like any ``Call`` for one page; ``pages`` goes on as long as there are more.
public struct PagedCall<Page: Sendable>: Sendable, AdjustableCall {
  /// The call for the first page.
  public var firstPage: Call<Page>
  /// How one page leads to the next.
  public var pagination: Pagination

  /// What the call does differently from its session.
  public var adjustments: CallAdjustments {
    get { firstPage.adjustments }
    set { firstPage.adjustments = newValue }
  }

  /// Makes a paged call whose pages a serializer reads.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent for the first page.
  ///   - pagination: how one page leads to the next.
  ///   - serializer: reads a page.
  public init(
    _ session: Session,
    _ target: any Target,
    pages pagination: Pagination,
    as serializer: any ResponseSerializer<Page>
  ) {
    firstPage = Call(session, target, as: serializer)
    self.pagination = pagination
  }

  /// Makes a paged call whose pages are JSON.
  ///
  /// - Parameters:
  ///   - session: where it is sent.
  ///   - target: what is sent for the first page.
  ///   - pagination: how one page leads to the next.
  @inline(never)
  public init<T: Target>(_ session: Session, _ target: T, pages pagination: Pagination)
  where Page: JSONCodable {
    firstPage = Call(of: target, session, as: JSONSerializer<Page>())
    self.pagination = pagination
  }

  /// Sends and gives the first page.
  ///
  /// - Throws: a ``ClientError``.
  public var value: Page {
    get async throws(ClientError) { try await firstPage.value }
  }

  /// Sends and gives everything that is known of the first page's call.
  public var response: Response<Page> { get async { await firstPage.response } }

  /// Sends and gives the first page or the error.
  public var result: Result<Page, ClientError> { get async { await firstPage.result } }

  /// Sends the first page's call without waiting.
  ///
  /// - Parameters:
  ///   - executor: where the completion runs.
  ///   - completion: is called once.
  /// - Returns: the means to cancel the call.
  @discardableResult
  public func start(
    on executor: CompletionExecutor = .inline,
    completion: @escaping @Sendable (Response<Page>) -> Void
  ) -> CallHandle { firstPage.start(on: executor, completion: completion) }

  /// All pages, one request after another as they are asked for.
  ///
  /// Links to the next page are followed on the same origin only; another one is an error of kind
  /// `.pagination`. Each iteration starts anew.
  public var pages: PageSequence<Page> { PageSequence(call: self) }

  /// All items of all pages.
  ///
  /// - Parameter items: finds the items of a page.
  public func items<Items: Sequence>(
    _ items: @escaping @Sendable (Page) -> Items
  ) -> ItemSequence<Page, Items> { ItemSequence(pages: pages, items: items) }
}

extension PagedCall where Page: Sequence {
  /// All items of all pages.
  public var items: ItemSequence<Page, Page> { ItemSequence(pages: pages, items: { $0 }) }
}

/// The pages of a ``PagedCall``.
public struct PageSequence<Page: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Page
  public typealias Failure = ClientError

  let call: PagedCall<Page>

  /// The responses instead of the bare pages, for their header fields.
  public var responses: PageResponseSequence<Page> { PageResponseSequence(call: call) }

  public func makeAsyncIterator() -> Iterator { Iterator(base: responses.makeAsyncIterator()) }

  /// Asks for page after page.
  public struct Iterator: AsyncIteratorProtocol {
    var base: PageResponseSequence<Page>.Iterator

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Page? {
      try await base.next(isolation: actor)?.get()
    }

    public mutating func next() async throws(ClientError) -> Page? {
      try await base.next()?.get()
    }
  }
}

/// The pages of a ``PagedCall`` with everything known of each exchange.
public struct PageResponseSequence<Page: Sendable>: AsyncSequence, Sendable {
  public typealias Element = Response<Page>
  public typealias Failure = ClientError

  let call: PagedCall<Page>

  public func makeAsyncIterator() -> Iterator {
    Iterator(pagination: call.pagination, upcoming: call.firstPage)
  }

  /// Asks for page after page.
  public struct Iterator: AsyncIteratorProtocol {
    let pagination: Pagination
    /// The call for the next page; `nil` after the last.
    var upcoming: Call<Page>?

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Response<Page>? {
      guard let call = upcoming else { return nil }
      upcoming = nil
      let response = await call.response
      let page = try response.get()
      upcoming = try PageStepper.following(call, response, page, pagination)
      return response
    }

    public mutating func next() async throws(ClientError) -> Response<Page>? {
      try await next(isolation: nil)
    }
  }
}

/// The items of all pages of a ``PagedCall``.
public struct ItemSequence<Page: Sendable, Items: Sequence>: AsyncSequence, Sendable {
  public typealias Element = Items.Element
  public typealias Failure = ClientError

  let pages: PageSequence<Page>
  let items: @Sendable (Page) -> Items

  public func makeAsyncIterator() -> Iterator {
    Iterator(pages: pages.makeAsyncIterator(), items: items)
  }

  /// Goes through the items of a page, then asks for the next page.
  public struct Iterator: AsyncIteratorProtocol {
    var pages: PageSequence<Page>.Iterator
    let items: @Sendable (Page) -> Items
    var current: Items.Iterator?

    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ClientError) -> Items.Element? {
      while true {
        if let item = current?.next() { return item }
        guard let page = try await pages.next(isolation: actor) else { return nil }
        current = items(page).makeIterator()
      }
    }

    public mutating func next() async throws(ClientError) -> Items.Element? {
      try await next(isolation: nil)
    }
  }
}

/// Makes the call for the page after one.
enum PageStepper {
  static func following<Page: Sendable>(
    _ call: Call<Page>,
    _ response: Response<Page>,
    _ value: Page,
    _ pagination: Pagination
  ) throws(ClientError) -> Call<Page>? {
    guard let head = response.head, let url = response.request?.url else { return nil }
    let page = Pagination.Page(
      url: url,
      head: head,
      body: response.body ?? .init(),
      itemCount: (value as? any Collection)?.count
    )
    guard let step = pagination.next(page) else { return nil }
    var next = url
    switch step {
    case .query(let items): for item in items { next.setQueryItem(item.name, item.value) }
    case .url(let reference):
      guard let target = url.resolving(reference), target.origin == url.origin else {
        throw ClientError(
          .pagination,
          "the next page's link '\(reference)' leads to another origin, not followed"
        ).with(response)
      }
      next = target
    }
    guard next != url else {
      throw ClientError(.pagination, "the next page's link leads to the same page again")
        .with(response)
    }
    var following = call
    following.adjustments.change { options in
      options.url = next
      options.query = EncodedText()
      options.replacedQueryItems = []
    }
    return following
  }
}

extension ClientError {
  func with<Value>(_ response: Response<Value>) -> ClientError {
    var error = self
    error.request = response.request
    error.response = response.head
    error.body = response.body
    error.history = response.history
    return error
  }
}

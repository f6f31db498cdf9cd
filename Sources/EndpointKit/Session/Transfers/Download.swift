#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Downloads one response into a file, taking it up again where it breaks.
struct Download {
  let session: Session
  let target: any Target
  let callOptions: CallOptions
  let options: DownloadOptions
  /// Where the file goes; ends with a slash for a folder.
  let destination: String

  private let endpoint: Endpoint

  init(
    _ session: Session,
    _ target: any Target,
    _ callOptions: CallOptions.Box?,
    to destination: String,
    _ options: DownloadOptions
  ) {
    self.session = session
    self.target = target
    self.callOptions = callOptions?.value ?? CallOptions()
    self.options = options
    self.destination = destination
    endpoint = target.endpoint
  }

  /// What one exchange of the download came to.
  private struct State {
    var writer: FileWriter?
    var known: PartialFile?
    var received: Int64 = 0
    var resumed: Int64 = 0
    var path = ""
    var exchange: Exchange?
  }

  func run() async -> Response<DownloadedFile> {
    var state = State()
    do throws(ClientError) {
      let file = try await receive(&state)
      guard let exchange = state.exchange else {
        return Response(ClientError(.network, "the download ended without a response"))
      }
      return Response(exchange, .success(file))
    } catch {
      leave(state)
      var error = error
      if error.response == nil { error.response = state.exchange?.head }
      return Response(error.located(operationID: endpoint.id, request: state.exchange?.request))
    }
  }

  private func receive(_ state: inout State) async throws(ClientError) -> DownloadedFile {
    if !destination.hasSuffix("/") { try prepare(destination, &state) }
    var left = options.resumptions
    while true {
      let before = state.received
      do throws(ClientError) {
        try await exchange(&state)
        return try finish(&state)
      } catch {
        // Progress renews nothing: a server that drops every connection ends the download.
        guard canResume(error, state), left > 0 else { throw error }
        left -= 1
        if state.received == before { try await pause(after: error) }
      }
    }
  }

  /// One exchange: asks for what is missing and appends it.
  private func exchange(_ state: inout State) async throws(ClientError) {
    var request = callOptions
    request.downloadProgress = nil
    // A range counts encoded bytes; only the plain content can be put together safely.
    request.decompresses = false
    request.fields["Accept-Encoding"] = "identity"
    if state.received > 0, let known = state.known {
      request.fields["Range"] = "bytes=\(state.received)-"
      request.fields["If-Range"] = known.validator
      request.acceptsRangeStatuses = true
    }
    let exchange = try await session.perform(
      endpoint,
      CallOptions.Box(request),
      .stream,
      target: target
    )
    state.exchange = exchange
    guard case .stream(let body, _) = exchange.content else { return }
    if state.path.isEmpty { try prepare(placeInFolder(exchange), &state) }
    let total = try begin(exchange, &state)
    guard let writer = state.writer else { return }
    try await append(body, to: writer, total, &state)
  }

  /// Decides where the new bytes go and gives the length of the whole, where it is known.
  private func begin(_ exchange: Exchange, _ state: inout State) throws(ClientError) -> Int64? {
    let fields = exchange.head.fields
    let range = exchange.head.status == 206 ? ContentRange(fields["Content-Range"]) : nil
    let length = fields["Content-Length"].flatMap { Int64($0) }
    if exchange.head.status == 416 {
      // Nothing is missing, or the file has changed: only the former ends well.
      guard let total = state.known?.total, total == state.received else {
        throw restarted(&state, "the server cannot serve the rest of the file")
      }
      return total
    }
    if state.received > 0, let range {
      guard range.first == state.received,
        range.total == nil || state.known?.total == nil || range.total == state.known?.total
      else { throw restarted(&state, "the server resumed the file at another place") }
      state.resumed = max(state.resumed, state.received)
      return range.total ?? length.map { $0 + state.received }
    }
    state.received = 0
    state.resumed = 0
    let total = range?.total ?? (fields.contains("Content-Encoding") ? nil : length)
    state.known = PartialFile(exchange.head, url: exchange.request.url, total: total)
    do { try state.writer?.truncate(to: 0) } catch { throw file(error) }
    return total
  }

  private func append(
    _ body: BodyStream,
    to writer: FileWriter,
    _ total: Int64?,
    _ state: inout State
  ) async throws(ClientError) {
    let report = callOptions.downloadProgress
    do {
      for try await piece in body {
        try writer.write(piece)
        state.received += Int64(piece.count)
        report?(state.received, total)
      }
    } catch let error as FileFailure {
      throw file(error)
    } catch {
      throw ClientError.wrapping(error, as: .network, "the download broke")
    }
    if let total, total != state.received {
      var error = ClientError(
        .network,
        "the download ended after \(state.received) of \(total) bytes"
      )
      error.networkCondition = .connectionLost
      throw error
    }
  }

  // MARK: Files

  private func placeInFolder(_ exchange: Exchange) -> String {
    let last = exchange.head.url.path.split(separator: "/").last.map(String.init) ?? ""
    let name =
      SuggestedName.of(exchange.head.fields) ?? SuggestedName.safe(last.percentDecoded())
      ?? "download"
    return destination + name
  }

  private func prepare(_ path: String, _ state: inout State) throws(ClientError) {
    state.path = path
    if !options.replacesExisting, Files.exists(path) {
      throw ClientError(.file, "the file \(path) exists; choose another place or replace it")
    }
    do throws(FileFailure) {
      if options.createsFolders { try Files.createFolders(before: path) }
      let suffix = options.keepsPartialFile ? "partial" : MultipartBody.makeBoundary().suffix(8)
      let writer = try FileWriter(path: path, temporaryPath: "\(path).\(suffix)")
      state.writer = writer
      if options.keepsPartialFile, let known = PartialFile(note: Files.read("\(path).partial-info"))
      {
        state.known = known
        state.received = writer.length
      }
      try writer.truncate(to: state.received)
    } catch {
      throw file(error)
    }
  }

  private func finish(_ state: inout State) throws(ClientError) -> DownloadedFile {
    do throws(FileFailure) {
      try state.writer?.commit(replacing: options.replacesExisting)
    } catch {
      throw file(error)
    }
    Files.remove("\(state.path).partial-info")
    let fields = state.exchange?.head.fields ?? [:]
    return DownloadedFile(
      path: state.path,
      byteCount: state.received,
      contentType: fields["Content-Type"],
      suggestedName: SuggestedName.of(fields),
      resumedBytes: state.resumed
    )
  }

  /// Keeps or removes what is there of a download that failed.
  private func leave(_ state: State) {
    guard let writer = state.writer else { return }
    if options.keepsPartialFile, let known = state.known, state.received > 0 {
      Files.write(known.note, to: "\(state.path).partial-info")
    } else {
      writer.discard()
      Files.remove("\(state.path).partial-info")
    }
  }

  // MARK: Failures

  private func canResume(_ error: ClientError, _ state: State) -> Bool {
    guard callOptions.isIdempotent ?? endpoint.method.isIdempotent else { return false }
    if error.kind == .redirect { return false }
    let isBroken = error.kind == .network || error.kind == .timeout
    return isBroken && error.response == nil && (state.received == 0 || state.known != nil)
  }

  private func pause(after error: ClientError) async throws(ClientError) {
    do {
      try await session.configuration.clock.sleep(.milliseconds(500))
    } catch { throw ClientError.cancelled(error) }
  }

  /// The server did not go on where the file ends: the next try starts from the beginning.
  private func restarted(_ state: inout State, _ reason: String) -> ClientError {
    state.known = nil
    state.received = 0
    return ClientError(.network, reason)
  }

  private func file(_ failure: FileFailure) -> ClientError {
    ClientError(.file, "\(failure)", underlying: failure)
  }
}

extension Call {
  /// Downloads the response into a file.
  ///
  /// The file appears in its place only when it is complete. A download that breaks is taken up
  /// where it stopped, if the server can confirm that the content has not changed.
  ///
  /// - Parameters:
  ///   - path: where the file goes; with a slash at the end, a folder in which it gets the name the
  ///     server suggests.
  ///   - options: what may happen on the way.
  /// - Returns: the file.
  /// - Throws: a ``ClientError``.
  @discardableResult
  public func download(
    to path: String,
    options: DownloadOptions = .init()
  ) async throws(ClientError) -> DownloadedFile {
    try await downloadResponse(to: path, options: options).get()
  }

  /// Downloads the response into a file and gives everything that is known of the call.
  ///
  /// - Parameters:
  ///   - path: where the file goes.
  ///   - options: what may happen on the way.
  /// - Returns: the response with the file or the error.
  public func downloadResponse(
    to path: String,
    options: DownloadOptions = .init()
  ) async -> Response<DownloadedFile> {
    await Download(session, target, adjustments.options, to: path, options).run()
  }
}

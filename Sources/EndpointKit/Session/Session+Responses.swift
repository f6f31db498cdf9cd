#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Session {
  /// Sends a target and reads the response with a serializer.
  ///
  /// - Parameters:
  ///   - target: what to send.
  ///   - serializer: reads the response.
  /// - Returns: everything that is known of the exchange, with the value or the error.
  public func response<Serializer: ResponseSerializer>(
    for target: some Target,
    as serializer: Serializer
  ) async -> Response<Serializer.Value> {
    await response(target, nil, serializer)
  }

  /// Sends a target and collects the body as it comes.
  ///
  /// - Parameter target: what to send.
  /// - Returns: everything that is known of the exchange, with the body or the error.
  public func response(for target: some Target) async -> Response<Data> {
    await response(target, nil, DataSerializer())
  }

  /// Sends a target and gives the value that a serializer reads.
  ///
  /// - Parameters:
  ///   - target: what to send.
  ///   - serializer: reads the response.
  /// - Returns: the value.
  /// - Throws: a ``ClientError``.
  public func value<Serializer: ResponseSerializer>(
    of target: some Target,
    as serializer: Serializer
  ) async throws(ClientError) -> Serializer.Value {
    try await value(target, nil, serializer)
  }

  /// Makes a call of a target, to be adjusted and sent later.
  ///
  /// - Parameters:
  ///   - target: what to send.
  ///   - serializer: reads the response.
  public func call<Serializer: ResponseSerializer>(
    _ target: any Target,
    as serializer: Serializer
  ) -> Call<Serializer.Value> {
    Call(self, target, as: serializer)
  }

  func value<Serializer: ResponseSerializer>(
    _ target: any Target,
    _ options: CallOptions.Box?,
    _ serializer: Serializer
  ) async throws(ClientError) -> Serializer.Value {
    var endpoint = target.endpoint
    if endpoint.acceptText.isEmpty, let accept = serializer.accept { endpoint.accept(accept) }
    let exchange = try await perform(endpoint, options, target: target)
    return try read(exchange, endpoint, options, serializer)
  }

  func response<Serializer: ResponseSerializer>(
    _ target: any Target,
    _ options: CallOptions.Box?,
    _ serializer: Serializer
  ) async -> Response<Serializer.Value> {
    var endpoint = target.endpoint
    if endpoint.acceptText.isEmpty, let accept = serializer.accept { endpoint.accept(accept) }
    do throws(ClientError) {
      let exchange = try await perform(endpoint, options, target: target)
      do throws(ClientError) {
        let value = try read(exchange, endpoint, options, serializer)
        return Response(exchange, .success(value))
      } catch {
        return Response(exchange, .failure(error))
      }
    } catch {
      return Response(error)
    }
  }

  /// Reads an acceptable response into a value.
  func read<Serializer: ResponseSerializer>(
    _ exchange: Exchange,
    _ endpoint: Endpoint,
    _ options: CallOptions.Box?,
    _ serializer: Serializer
  ) throws(ClientError) -> Serializer.Value {
    do throws(ClientError) {
      if serializer.readsContent, !exchange.isEmpty {
        try checkContentType(exchange, endpoint, options?.validation ?? configuration.validation)
      }
      let value = try serialize(exchange, endpoint, serializer)
      if let context = exchange.watched?.context {
        notify { $0.didSerialize(error: nil, context) }
        notify { $0.callDidFinish(context, error: nil) }
      }
      return value
    } catch {
      if let context = exchange.watched?.context {
        notify { $0.didSerialize(error: error, context) }
        notify { $0.callDidFinish(context, error: error) }
      }
      throw error
    }
  }

  private func serialize<Serializer: ResponseSerializer>(
    _ exchange: Exchange,
    _ endpoint: Endpoint,
    _ serializer: Serializer
  ) throws(ClientError) -> Serializer.Value {
    let received = ReceivedResponse(
      request: exchange.request,
      head: exchange.head,
      body: exchange.body,
      mayBeEmpty: endpoint.successes.contains { $0 == 204 || $0 == 205 }
    )
    do {
      return try serializer.serialize(received)
    } catch {
      var failure: ClientError
      switch error {
      case let error as ClientError: failure = error
      case let error as JSONDecodingError:
        failure = ClientError(
          .decoding,
          "the body is no \(Serializer.Value.self): \(error)",
          underlying: error
        )
      default:
        failure = ClientError(
          .serialization,
          "the response could not be read: \(error)",
          underlying: error
        )
      }
      failure.response = exchange.head
      failure.body = exchange.body.prefix(Session.errorBodyLimit)
      failure.history = exchange.history
      throw failure.located(operationID: endpoint.id, request: exchange.request)
    }
  }
}

internal import EndpointKit
internal import Foundation
internal import Synchronization

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Passes what a `URLSession` tells on to the transfer concerned.
final class TransferDelegate: NSObject, URLSessionDataDelegate {
  private let transfers = Mutex<[Int: Transfer]>([:])

  func add(_ transfer: Transfer, for task: URLSessionTask) {
    transfers.withLock { $0[task.taskIdentifier] = transfer }
  }

  /// Forgets a transfer that has ended without the session knowing, because it never started.
  func settle(_ task: URLSessionTask, _ transfer: Transfer) {
    if transfer.isEnded { transfers.withLock { $0[task.taskIdentifier] = nil } }
  }

  func forEach(_ body: (Transfer) -> Void) {
    transfers.withLock { Array($0.values) }.forEach(body)
  }

  private func transfer(for task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    // A 401 is for the interceptors of the session above, so it is passed on as it came.
    #if canImport(FoundationNetworking)
    // Here the whole response has arrived, and every answer but a credential loses it.
    if let response = challenge.failureResponse ?? task.response {
      transfer(for: task)?.receive(response)
    }
    transfer(for: task)?.end(nil)
    completionHandler(.cancelAuthenticationChallenge, nil)
    #else
    completionHandler(.performDefaultHandling, nil)
    #endif
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    transfer(for: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive data: Data
  ) {
    transfer(for: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    transfer(for: task)?.noteSent(totalBytesSent, of: totalBytesExpectedToSend)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    // A response that is never delivered piece by piece (a redirect, on Linux) is known here.
    if let response = task.response { transfer?.receive(response) }
    transfer?.end(error)
  }
}

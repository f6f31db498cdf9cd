public import EndpointKit

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Calls the operations of a client, and reports on each call.
///
/// Without a server each call is answered with the response that the document shows. The
/// environment changes that:
///
/// | variable | |
/// | --- | --- |
/// | `GENCLIENT_SMOKE_URL` | the server to call instead |
/// | `GENCLIENT_SMOKE_CREDENTIALS` | credentials by scheme as a JSON object; `user:password` for two |
/// | `GENCLIENT_SMOKE_CALLS` | a file with calls to make, one JSON object a line |
/// | `GENCLIENT_SMOKE_REPORT` | a file that the reports are appended to; else they are printed |
public struct SmokeRun: Sendable {
  /// The operations.
  public let operations: [SmokeOperation]
  private let server: String?
  private let signers: [String: any RequestSigner]
  private let transport: (any Transport)?
  private let calls: SmokeCalls?
  private let output: SmokeOutput

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - groups: the operations.
  ///   - credentials: the security schemes of the document.
  ///   - environment: variables; those of the process if left out.
  ///   - transport: makes what moves bytes to a server.
  public init(
    _ groups: [[SmokeOperation]],
    credentials: [String: SmokeCredential] = [:],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    transport: () -> any Transport
  ) {
    operations = Array(groups.joined())
    server = environment["GENCLIENT_SMOKE_URL"]
    let secrets = environment["GENCLIENT_SMOKE_CREDENTIALS"].flatMap {
      try? JSONReader.decode(JSONValue.self, from: $0)
    }
    signers = credentials.reduce(into: [:]) { signers, scheme in
      signers[scheme.key] = scheme.value.signer(secret: secrets?[scheme.key]?.string)
    }
    self.transport = server == nil ? nil : transport()
    calls = environment["GENCLIENT_SMOKE_CALLS"].map { SmokeCalls(path: $0) }
    output = SmokeOutput(path: environment["GENCLIENT_SMOKE_REPORT"])
  }

  /// Calls an operation with each set of arguments, one call after the other.
  ///
  /// - Parameter operation: the operation.
  /// - Returns: a report for each call.
  public func reports(of operation: SmokeOperation) async -> [SmokeReport] {
    let planned: [SmokeCalls.Entry]
    do {
      planned =
        try calls?.entries(of: operation.route) ?? [
          .init(set: "minimal", arguments: try SmokeArguments(json: operation.minimal)),
          .init(set: "full", arguments: try SmokeArguments(json: operation.full)),
        ]
    } catch {
      return [report(operation, set: "", call: nil, .failed("unreadable", "\(error)"))]
    }
    var reports: [SmokeReport] = []
    for entry in planned {
      let outcome = await outcome(of: operation, entry)
      reports.append(report(operation, set: entry.set, call: entry.call, outcome))
    }
    return reports
  }

  private func report(
    _ operation: SmokeOperation,
    set: String,
    call: String?,
    _ outcome: SmokeOutcome
  ) -> SmokeReport {
    let report = SmokeReport(
      operation: operation.id,
      route: operation.route,
      set: set,
      call: call,
      outcome: outcome
    )
    output.write(report.line)
    return report
  }

  private func outcome(of operation: SmokeOperation, _ entry: SmokeCalls.Entry) async
    -> SmokeOutcome
  {
    let url = server ?? "http://smoke.invalid"
    let session = Session(
      server: Server(url),
      transport: transport ?? StubTransport.response(StubResponse(operation.response)),
      signers: signers
    )
    do {
      // Operations with servers of their own are called on this one, too; one that makes up its
      // answers may take its time.
      var call = try operation.make(session, entry.arguments).server(url).timeout(.seconds(300))
      for (name, value) in entry.fields { call = call.header(name, value) }
      return await call.outcome()
    } catch {
      return .failed("arguments", "\(error)")
    }
  }
}

extension SmokeOutcome {
  fileprivate static func failed(_ error: String, _ message: String) -> SmokeOutcome {
    var outcome = SmokeOutcome()
    outcome.error = error
    outcome.message = message
    return outcome
  }
}

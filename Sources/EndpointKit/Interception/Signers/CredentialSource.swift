/// Where a secret comes from; prints as nothing but that.
struct CredentialSource: Sendable, CustomStringConvertible, CustomReflectable {
  /// Gives the secret; `nil` where there is none.
  let provide: @Sendable () async throws -> String?

  init(_ secret: String) { provide = { secret.isEmpty ? nil : secret } }

  init(_ provide: @escaping @Sendable () async throws -> String?) { self.provide = provide }

  var description: String { "<secret>" }
  var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Whether there is a secret at hand.
  var isAvailable: Bool {
    get async { ((try? await provide()) ?? nil).map { !$0.isEmpty } ?? false }
  }

  /// The secret.
  ///
  /// - Throws: a ``ClientError`` of kind `.authorization` where there is none.
  func secret(_ what: String) async throws -> String {
    guard let secret = try await provide(), !secret.isEmpty else {
      throw ClientError(.authorization, "there is no \(what); give the session one")
    }
    return secret
  }
}

/// Text that prints as nothing.
struct HiddenText: Sendable, CustomStringConvertible, CustomReflectable {
  let text: String

  init(_ text: String) { self.text = text }

  var description: String { "<secret>" }
  var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest {
  /// Sets a field to a secret, which must be fit for one.
  mutating func setCredential(_ name: String, _ value: String) throws {
    guard HTTPField(checking: name, value) != nil else {
      throw ClientError(.authorization, "the credential for '\(name)' holds a control character")
    }
    fields[name] = value
    hide(name)
  }

  /// Notes that a field or query item holds a secret, unless its name says so.
  mutating func hide(_ name: String) {
    guard name != "Authorization" else { return }
    let name = name.lowercased()
    let usual = Redaction.standard
    if !usual.fields.contains(name) || !usual.parameters.contains(name) { secretNames.insert(name) }
  }
}

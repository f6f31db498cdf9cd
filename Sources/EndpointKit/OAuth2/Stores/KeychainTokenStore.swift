#if canImport(Security)
internal import Foundation
internal import Security

/// Keeps tokens in the keychain of an Apple platform, as generic passwords.
///
/// One item a key: the service is the server, the account joins ``KeychainSettings``'s account
/// for tokens, the client and the account. Programs share items through an access group. A
/// program that runs on macOS with Catalyst needs the "Keychain Sharing" capability even for
/// items of its own: without it the keychain answers `errSecMissingEntitlement`.
public final class KeychainTokenStore: TokenStore {
  private let settings: KeychainSettings
  private let turn = AsyncTurn()

  /// Makes a store.
  ///
  /// - Parameter settings: access group, access mode and account names.
  public init(_ settings: KeychainSettings = KeychainSettings()) { self.settings = settings }

  public func token(for key: TokenKey) async throws -> OAuth2Token? {
    guard settings.isEnabled else { return nil }
    var query = query(for: key)
    query[kSecReturnData as String] = true
    query[kSecMatchLimit as String] = kSecMatchLimitOne
    var result: CFTypeRef?
    let status = SecItemCopyMatching(query as CFDictionary, &result)
    if status == errSecItemNotFound { return nil }
    guard status == errSecSuccess, let data = result as? Data else {
      throw failure("read", status)
    }
    guard let value = try? JSONValue(jsonData: data) else {
      throw OAuth2Error(.store, "the keychain item of \(key) is damaged")
    }
    return OAuth2Token(storedForm: value)
  }

  public func save(_ token: OAuth2Token, for key: TokenKey) async throws {
    guard settings.isEnabled else { return }
    let data = try token.storedForm.jsonData()
    let change = [kSecValueData as String: data] as CFDictionary
    var status = SecItemUpdate(query(for: key) as CFDictionary, change)
    if status == errSecItemNotFound {
      var item = query(for: key)
      item[kSecValueData as String] = data
      item[kSecAttrAccessible as String] =
        settings.accessMode
        ?? (kSecAttrAccessibleAfterFirstUnlock as String)
      status = SecItemAdd(item as CFDictionary, nil)
    }
    guard status == errSecSuccess else { throw failure("write", status) }
  }

  public func removeToken(for key: TokenKey) async throws {
    guard settings.isEnabled else { return }
    let status = SecItemDelete(query(for: key) as CFDictionary)
    guard status == errSecSuccess || status == errSecItemNotFound else {
      throw failure("remove", status)
    }
  }

  public func withExclusiveAccess<Result: Sendable>(
    to key: TokenKey,
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result { try await turn.take(body) }

  private func query(for key: TokenKey) -> [String: Any] {
    let names = [settings.accountForTokens, key.clientID, key.account].filter { !$0.isEmpty }
    var query: [String: Any] = [
      kSecClass as String: kSecClassGenericPassword,
      kSecAttrService as String: key.server,
      kSecAttrAccount as String: names.joined(separator: " "),
      kSecUseDataProtectionKeychain as String: true,
    ]
    if let group = settings.accessGroup { query[kSecAttrAccessGroup as String] = group }
    return query
  }

  private func failure(_ action: String, _ status: OSStatus) -> OAuth2Error {
    let words = SecCopyErrorMessageString(status, nil) as String? ?? "status \(status)"
    let hint =
      status == errSecMissingEntitlement ? "; add the \"Keychain Sharing\" capability" : ""
    return OAuth2Error(.store, "the keychain could not \(action) the token: \(words)\(hint)")
  }
}

extension TokenStore where Self == KeychainTokenStore {
  /// Keeps tokens in the keychain.
  public static var keychain: KeychainTokenStore { KeychainTokenStore() }

  /// Keeps tokens in the keychain.
  ///
  /// - Parameter settings: access group, access mode and account names, those of
  ///   ``OAuth2Settings/keychain``, say.
  public static func keychain(_ settings: KeychainSettings) -> KeychainTokenStore {
    KeychainTokenStore(settings)
  }
}
#endif

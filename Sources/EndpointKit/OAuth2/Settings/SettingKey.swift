/// The keys of a settings dictionary, as one table.
struct SettingKey: Sendable {
  /// What a value may be; decides how the text of an environment variable is read.
  enum Form { case text, list, flag, map }

  let form: Form
  let apply: @Sendable (JSONValue, String, inout OAuth2Settings) throws(OAuth2Error) -> Void

  /// The value that the text of an environment variable stands for.
  func value(ofText text: String) -> JSONValue {
    switch form {
    case .text: .string(text)
    case .list: .array(text.split(separator: " ").map { .string(String($0)) })
    case .flag:
      ["1", "true", "yes", "on"].contains(text.lowercased())
        ? true : ["0", "false", "no", "off"].contains(text.lowercased()) ? false : .string(text)
    case .map: (try? JSONReader.decode(JSONValue.self, from: text)) ?? .string(text)
    }
  }

  /// Keys that name an environment variable instead of holding the value.
  static let environmentKeys: [String: SettingKey] = [
    "client_id_env": text { $0.clientID = $1 },
    "client_secret_env": text { $0.clientSecret = $1 },
  ]

  static let all: [String: SettingKey] = [
    "client_id": text { $0.clientID = $1 },
    "client_secret": text { $0.clientSecret = $1 },
    "client_name": text { $0.clientName = $1 },
    "logo_uri": text { $0.logoURI = $1 },
    "authorize_uri": text { $0.authorizationURL = $1 },
    "token_uri": text { $0.tokenURL = $1 },
    "refresh_uri": text { $0.refreshURL = $1 },
    "device_authorize_uri": text { $0.deviceAuthorizationURL = $1 },
    "registration_uri": text { $0.registrationURL = $1 },
    "revocation_uri": text { $0.revocationURL = $1 },
    "introspection_uri": text { $0.introspectionURL = $1 },
    "issuer": text { $0.issuer = $1 },
    "redirect_uris": list { $0.redirectURIs = $1 },
    "scope": SettingKey(form: .text) { value, key, settings throws(OAuth2Error) in
      switch value {
      case .string(let text): settings.scopes = text.split(separator: " ").map(String.init)
      case .array: settings.scopes = try strings(value, key)
      default: throw OAuth2Settings.wrongType(key, "a string with blanks between the scopes")
      }
    },
    // Read again at the end, since it and the secret belong together.
    "secret_in_body": flag { _, _ in },
    "use_pkce": flag { $0.usesPKCE = $1 },
    "parameters": map { $0.parameters = $1 },
    "headers": map { settings, headers in
      settings.headers = HTTPFields()
      for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
        settings.headers[name] = value
      }
    },
    "custom_user_agent": text { $0.userAgent = $1 },
    "token_assume_unexpired": flag { $0.assumesUnexpired = $1 },
    "authorization_scheme": text { $0.authorizationScheme = $1 },
    "realm": text { $0.realm = $1 },
    "account": text { $0.account = $1 },
    "keychain": flag { $0.keychain.isEnabled = $1 },
    "keychain_access_group": text { $0.keychain.accessGroup = $1 },
    "keychain_access_mode": text { $0.keychain.accessMode = $1 },
    "keychain_account_for_client_credentials": text {
      $0.keychain.accountForClientCredentials = $1
    },
    "keychain_account_for_tokens": text { $0.keychain.accountForTokens = $1 },
    // About windows and logs, of which there are none here.
    "title": text { _, _ in },
    "verbose": flag { _, _ in },
  ]

  private static func text(
    _ set: @escaping @Sendable (inout OAuth2Settings, String) -> Void
  ) -> SettingKey {
    SettingKey(form: .text) { value, key, settings throws(OAuth2Error) in
      guard let text = value.string else { throw OAuth2Settings.wrongType(key, "a string") }
      set(&settings, text)
    }
  }

  private static func flag(
    _ set: @escaping @Sendable (inout OAuth2Settings, Bool) -> Void
  ) -> SettingKey {
    SettingKey(form: .flag) { value, key, settings throws(OAuth2Error) in
      guard let flag = value.bool else { throw OAuth2Settings.wrongType(key, "true or false") }
      set(&settings, flag)
    }
  }

  private static func list(
    _ set: @escaping @Sendable (inout OAuth2Settings, [String]) -> Void
  ) -> SettingKey {
    SettingKey(form: .list) { value, key, settings throws(OAuth2Error) in
      set(&settings, try strings(value, key))
    }
  }

  private static func map(
    _ set: @escaping @Sendable (inout OAuth2Settings, [String: String]) -> Void
  ) -> SettingKey {
    SettingKey(form: .map) { value, key, settings throws(OAuth2Error) in
      guard let object = value.object else {
        throw OAuth2Settings.wrongType(key, "a dictionary of strings")
      }
      var result: [String: String] = [:]
      for (name, value) in object {
        guard let text = value.text else {
          throw OAuth2Settings.wrongType(key, "a dictionary of strings")
        }
        result[name] = text
      }
      set(&settings, result)
    }
  }

  private static func strings(_ value: JSONValue, _ key: String) throws(OAuth2Error) -> [String] {
    if let text = value.string { return [text] }
    guard let array = value.array, !array.contains(where: { $0.string == nil }) else {
      throw OAuth2Settings.wrongType(key, "a list of strings")
    }
    return array.compactMap(\.string)
  }
}

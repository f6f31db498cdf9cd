extension OAuth2Settings {
  /// Reads settings from a dictionary with the keys that users of p2/OAuth2 know.
  ///
  /// ```swift
  /// let settings = try OAuth2Settings([
  ///   "client_id": "my_app", "client_secret_env": "MY_APP_SECRET",
  ///   "authorize_uri": "https://example.org/authorize", "token_uri": "https://example.org/token",
  ///   "redirect_uris": ["http://127.0.0.1/callback"], "scope": "profile email",
  /// ])
  /// ```
  ///
  /// - Parameters:
  ///   - dictionary: the settings; `*_env` keys name environment variables that hold the value.
  ///   - environment: the environment variables.
  /// - Throws: an ``OAuth2Error`` of kind `.configuration` for an unknown key, with the one that
  ///   was probably meant, and for a value of the wrong type.
  public init(
    _ dictionary: [String: JSONValue],
    environment: [String: String] = Environment.variables
  ) throws(OAuth2Error) {
    self.init()
    // In a fixed order, so that a dictionary with two mistakes always names the same one first.
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      if let secret = SettingKey.environmentKeys[key] {
        guard let name = value.string else { throw Self.wrongType(key, "a string") }
        guard let text = environment[name] else {
          throw OAuth2Error(
            .configuration,
            "\"\(key)\" names the environment variable \(name), which is not set"
          )
        }
        try secret.apply(.string(text), key, &self)
      } else if let setting = SettingKey.all[key] {
        try setting.apply(value, key, &self)
      } else {
        throw Self.unknown(key)
      }
    }
    applySecretInBody(dictionary["secret_in_body"]?.bool)
  }

  /// Reads settings from environment variables: the known keys in capitals after a prefix.
  ///
  /// With the prefix `GITHUB_`, `GITHUB_CLIENT_ID` is the client's id. Lists are separated by
  /// blanks. Variables with other names are left alone.
  ///
  /// - Parameters:
  ///   - prefix: what the names begin with.
  ///   - environment: the environment variables.
  /// - Throws: an ``OAuth2Error`` of kind `.configuration` for a value that cannot be read.
  public init(
    environmentPrefix prefix: String,
    environment: [String: String] = Environment.variables
  ) throws(OAuth2Error) {
    self.init()
    for (key, setting) in SettingKey.all.sorted(by: { $0.key < $1.key }) {
      guard let text = environment[prefix + key.uppercased()] else { continue }
      try setting.apply(setting.value(ofText: text), prefix + key.uppercased(), &self)
      if key == "secret_in_body" { applySecretInBody(setting.value(ofText: text).bool) }
    }
  }

  private mutating func applySecretInBody(_ isInBody: Bool?) {
    if let isInBody { clientAuthentication = isInBody ? .post : .automatic }
  }

  static func wrongType(_ key: String, _ expected: String) -> OAuth2Error {
    OAuth2Error(.configuration, "\"\(key)\" has to be \(expected)")
  }

  static func unknown(_ key: String) -> OAuth2Error {
    let known = Array(SettingKey.all.keys) + SettingKey.environmentKeys.keys
    let hint = Spelling.nearest(to: key, in: known).map { "; did you mean \"\($0)\"?" } ?? ""
    return OAuth2Error(.configuration, "\"\(key)\" is no OAuth 2 setting\(hint)")
  }
}

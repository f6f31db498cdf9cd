/// Swift names from document names, after the Swift API Design Guidelines.
///
/// Types are `UpperCamelCase`, everything else `lowerCamelCase`; acronyms are all capitals or,
/// at the beginning of a lower name, all small (`htmlURL`, `userIDs`). A pure function of the
/// text: clashes are the business of ``NameScope``.
enum SwiftNaming {
  /// A type's name.
  ///
  /// - Parameters:
  ///   - name: the document's name.
  ///   - fallback: the name where nothing of it can stand in Swift.
  static func type(_ name: String, fallback: String = "Value") -> String {
    let words = words(name)
    let joined = join(words, first: capitalized)
    guard let first = joined.unicodeScalars.first else { return spelled(name) ?? fallback }
    guard isStart(first) else { return fallback + joined }
    // In a script without letter case a type would be called like the members of that type.
    return first.isASCII || first.properties.isUppercase ? joined : joined + "Model"
  }

  /// The name of a property, function, parameter or enum case.
  ///
  /// - Parameters:
  ///   - name: the document's name.
  ///   - fallback: what goes before a digit, and the name where nothing else is left.
  static func member(_ name: String, fallback: String = "value") -> String {
    let words = words(name)
    let joined = join(words, first: lowered)
    guard let first = joined.unicodeScalars.first else {
      return spelled(name).map { lowered($0) } ?? fallback
    }
    return isStart(first) ? joined : fallback + joined
  }

  /// The words of a name, `OAuth` being one.
  private static func words(_ name: String) -> [String] {
    var words = Words(name).parts
    // `DARK_RED` is shouting and not two acronyms; a capital word alone may be one.
    let isShouting = words.count > 1 && !name.utf8.contains { $0 &- 0x61 < 26 }
    if isShouting, name == name.uppercased() { words = words.map { $0.lowercased() } }
    var index = 0
    while index + 1 < words.count {
      if words[index] == "O", words[index + 1].hasPrefix("Auth") {
        words[index] += words.remove(at: index + 1)
      }
      index += 1
    }
    return words
  }

  /// The name of an enum case for a value, in which signs count: `+1` is `plus1`.
  static func enumCase(_ value: String) -> String {
    if value.isEmpty { return "empty" }
    var text = value
    var lead = ""
    if let first = value.unicodeScalars.first, let sign = leadingSigns[first] {
      lead = sign
      text = String(value.unicodeScalars.dropFirst())
    }
    if Words(text).parts.isEmpty { return spelled(value).map { lowered($0) } ?? "value" }
    return lead.isEmpty ? member(text) : lead + type(text, fallback: "")
  }

  private static let leadingSigns: [Unicode.Scalar: String] = [
    "+": "plus", "-": "minus", "!": "not", "~": "tilde", "@": "at", "#": "number", "$": "dollar",
    "<": "lessThan", ">": "greaterThan", "=": "equal", "*": "any", "%": "percent", "&": "and",
    "^": "caret",
  ]

  /// The Unicode names of signs, for texts that have nothing else.
  private static func spelled(_ name: String) -> String? {
    var words: [String] = []
    for scalar in name.unicodeScalars {
      if let word = signs[scalar] {
        words.append(word)
      } else if let text = scalar.properties.name {
        words += text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
      } else if scalar.value < 0x20 || scalar.value == 0x7F {
        words.append("u" + String(scalar.value, radix: 16))
      }
    }
    return words.isEmpty ? nil : join(words, first: capitalized)
  }

  private static let signs: [Unicode.Scalar: String] = [
    "+": "plus", "-": "minus", "*": "asterisk", "/": "slash", "\\": "backslash", "<": "less",
    ">": "greater", "=": "equal", "!": "not", "?": "question", ".": "dot", ",": "comma",
    ":": "colon", ";": "semicolon", "&": "and", "|": "or", "%": "percent", "#": "hash",
    "@": "at", "$": "dollar", "^": "caret", "~": "tilde", "_": "underscore", " ": "space",
    "'": "apostrophe", "\"": "quote", "(": "openParenthesis", ")": "closeParenthesis",
    "[": "openBracket", "]": "closeBracket", "{": "openBrace", "}": "closeBrace", "`": "backtick",
  ]

  private static func join(_ words: [String], first: (String) -> String) -> String {
    var name = ""
    for word in words {
      if word == "_" {
        name += "_"
      } else {
        name += name.isEmpty ? first(word) : capitalized(word)
      }
    }
    return name
  }

  private static func isStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII
      ? Words.isLower(scalar) || Words.isUpper(scalar) : scalar.properties.isXIDStart
  }

  /// A word inside a camel-case name.
  static func capitalized(_ word: String) -> String {
    let letters = Letters(word)
    let lower = letters.hasUpper ? word.lowercased() : word
    if let known = fixed(lower) { return known }
    // A short word in capitals is an acronym we do not know; a long one is shouting.
    let isCapitals = letters.hasUpper && !letters.hasLower
    if isCapitals, word.utf8.count <= 4 { return word }
    if !isCapitals, word.utf8.first.map({ $0 &- 0x41 < 26 }) ?? false { return word }
    let rest = isCapitals ? lower : word
    return letters.isASCII
      ? withFirst(rest) { $0 &- 0x61 < 26 ? $0 - 0x20 : $0 }
      : word.prefix(1).uppercased() + rest.dropFirst()
  }

  /// How an acronym, its plural or a word of its own spelling is written; `nil` for others.
  private static func fixed(_ lower: String) -> String? {
    guard lower.utf8.count <= 7, let first = lower.utf8.first,
      beginnings[lower.utf8.count] & (1 &<< UInt64(first & 63)) != 0
    else { return nil }
    return fixedWords[lower]
  }

  private static func lowered(_ word: String) -> String {
    let letters = Letters(word)
    guard letters.hasUpper else { return word }
    let lower = word.lowercased()
    if let known = fixed(lower) {
      let isPlural = known.utf8.last == UInt8(ascii: "s")
      return !isPlural || word == known || !letters.hasLower ? lower : decapitalized(word, letters)
    }
    return letters.hasLower ? decapitalized(word, letters) : lower
  }

  /// Which cases the letters of a word have: whether they change where the word is put in small
  /// letters, or in capitals.
  private struct Letters {
    var hasLower = false
    var hasUpper = false
    var isASCII = true

    init(_ word: String) {
      var copy = word
      isASCII = copy.withUTF8 { bytes in
        for byte in bytes {
          if byte &- 0x61 < 26 { hasLower = true }
          if byte &- 0x41 < 26 { hasUpper = true }
          if byte >= 0x80 { return false }
        }
        return true
      }
      if isASCII { return }
      hasLower = word != word.uppercased()
      hasUpper = word != word.lowercased()
    }
  }

  private static func decapitalized(_ word: String, _ letters: Letters) -> String {
    letters.isASCII
      ? withFirst(word) { $0 &- 0x41 < 26 ? $0 + 0x20 : $0 }
      : word.prefix(1).lowercased() + word.dropFirst()
  }

  /// The word with another first byte.
  private static func withFirst(_ word: String, _ change: (UInt8) -> UInt8) -> String {
    var word = word
    return word.withUTF8 { bytes in
      String(unsafeUninitializedCapacity: bytes.count) { output in
        _ = output.initialize(from: bytes)
        if let first = bytes.first { output[0] = change(first) }
        return bytes.count
      }
    }
  }

  /// The spellings of words that have one of their own, plurals of acronyms included.
  private static let fixedWords: [String: String] = {
    var words = specialWords
    for acronym in acronyms where words[acronym] == nil { words[acronym] = acronym.uppercased() }
    for acronym in acronyms where words[acronym + "s"] == nil {
      words[acronym + "s"] = acronym.uppercased() + "s"
    }
    return words
  }()

  /// The first letters of these words by their length, so that few others are looked up.
  private static let beginnings: [UInt64] = {
    var beginnings = [UInt64](repeating: 0, count: 8)
    for word in fixedWords.keys {
      beginnings[word.utf8.count] |= 1 &<< UInt64((word.utf8.first ?? 0) & 63)
    }
    return beginnings
  }()

  private static let specialWords = [
    "oauth": "OAuth", "oauth2": "OAuth2", "graphql": "GraphQL", "ipv4": "IPv4", "ipv6": "IPv6",
    "openid": "OpenID", "github": "GitHub", "webhook": "Webhook", "sha1": "SHA1",
    "sha256": "SHA256", "sha512": "SHA512", "openapi": "OpenAPI", "macos": "MacOS", "ios": "IOS",
  ]

  private static let acronyms: Set<String> = [
    "acl", "api", "arn", "ascii", "aws", "cdn", "cidr", "cli", "cname", "cpu", "crl", "css", "csv",
    "cvc", "cve", "cvss", "cwe", "dkim", "dns", "dsa", "ecdsa", "ein", "eof", "ftp", "gif", "gpg",
    "gpu", "guid", "hmac", "html", "http", "https", "iam", "iban", "id", "idp", "imei", "ip",
    "isbn", "iso", "jpeg", "json", "jwk", "jwks", "jwt", "kms", "kyc", "ldap", "mac", "mfa", "mime",
    "nfc", "npm", "oidc", "otp", "pdf", "pem", "pgp", "pin", "pki", "png", "qr", "ram", "rgb",
    "rsa", "rss", "saml", "scim", "sdk", "sepa", "sku", "sla", "sms", "smtp", "spdx", "sql", "ssh",
    "ssl", "ssn", "sso", "svg", "svn", "tcp", "tls", "ttl", "tty", "udp", "ui", "uid", "uri", "url",
    "utc", "utf", "uuid", "vat", "vm", "vpc", "vpn", "xml", "xss", "yaml",
  ]
}

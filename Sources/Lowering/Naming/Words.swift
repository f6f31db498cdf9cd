/// The words of a name as documents write it: `simple-user`, `SimpleUser`, `simple_user`.
struct Words: Hashable, Sendable {
  /// The words in order, each as it was written.
  var parts: [String]

  /// Splits at everything that is no letter or digit, and where the case shows a boundary.
  ///
  /// `HTTPServer` is `HTTP` `Server`; digits stay with the word before them (`oauth2`, `sha256`);
  /// between two digits every other character stays visible as a boundary of its own, so that
  /// `1.5` and `15` are different.
  init(_ name: String) {
    parts = []
    var word = String.UnicodeScalarView()
    let scalars = Array(name.unicodeScalars)
    let isShouting = Self.isShouting(scalars)
    func finish() {
      if !word.isEmpty { parts.append(String(word)) }
      word = String.UnicodeScalarView()
    }
    for (index, scalar) in scalars.enumerated() {
      guard Self.isWordCharacter(scalar) else {
        if let last = word.last, Self.isDigit(last), index + 1 < scalars.count,
          Self.isDigit(scalars[index + 1])
        {
          finish()
          parts.append("_")
        } else {
          finish()
        }
        continue
      }
      if !isShouting, Self.isUpper(scalar), let last = word.last {
        let next = index + 1 < scalars.count ? scalars[index + 1] : nil
        let startsWord =
          !Self.isUpper(last) || (next.map(Self.isLower) ?? false && !Self.isPlural(scalars, index))
        if startsWord { finish() }
      }
      word.append(scalar)
    }
    finish()
  }

  /// Whether a capital is the last of an acronym in the plural: `IDs`, `URLs`.
  private static func isPlural(_ scalars: [Unicode.Scalar], _ index: Int) -> Bool {
    guard index + 1 < scalars.count, scalars[index + 1] == "s" else { return false }
    guard index + 2 < scalars.count else { return true }
    return isUpper(scalars[index + 2]) || !isWordCharacter(scalars[index + 2])
  }

  /// Whether the name is in capitals throughout, so that case shows no boundaries.
  private static func isShouting(_ scalars: [Unicode.Scalar]) -> Bool {
    !scalars.contains(where: isLower)
  }

  static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isDigit(scalar) || isLower(scalar) || isUpper(scalar) }
    let properties = scalar.properties
    return properties.isXIDContinue && (properties.isAlphabetic || properties.numericType != nil)
  }

  static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  static func isLower(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("a"..."z").contains(scalar) : scalar.properties.isLowercase
  }

  static func isUpper(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
  }
}

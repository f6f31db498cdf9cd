/// Texts of floating-point numbers for JSON, forms and parameters.
enum NumberText {
  /// The shortest text that reads back as the same value, in plain digits from 10⁻⁶ up to 10²¹.
  static func shortest(_ value: Double) -> String {
    if let integer = Int(exactly: value), integer.magnitude < 1 << 53,
      integer != 0 || value.sign == .plus
    {
      return String(integer)
    }
    return arrange(value.description)
  }

  /// The shortest text that reads back as the same value, in plain digits from 10⁻⁶ up to 10²¹.
  static func shortest(_ value: Float) -> String { arrange(value.description) }

  /// Rearranges what the standard library writes (`1e-05`, `1e+16`, `5.0`).
  static func arrange(_ text: String) -> String {
    let hasExponent = text.utf8.contains(UInt8(ascii: "e"))
    if !hasExponent { return text.hasSuffix(".0") ? String(text.dropLast(2)) : text }
    let decimal = DecimalText(text)
    let digits = String(decoding: decimal.digits.map { $0 + 0x30 }, as: UTF8.self)
    let sign = decimal.isNegative ? "-" : ""
    let point = decimal.exponent
    if point > 0 && point <= 21 {
      if digits.count <= point {
        return sign + digits + String(repeating: "0", count: point - digits.count)
      }
      return sign + digits.prefix(point) + "." + digits.dropFirst(point)
    }
    if point <= 0 && point > -6 {
      return sign + "0." + String(repeating: "0", count: -point) + digits
    }
    let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
    return sign + digits.prefix(1) + fraction + "e\(point - 1)"
  }
}

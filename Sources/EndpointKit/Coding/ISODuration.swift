/// A length of time by ISO 8601: `P1Y2M3DT4H5M6.5S`, `P3W`, `-PT30M`.
///
/// Months and days have no fixed length, so the components are kept as they are: `PT36H` is not
/// `P1DT12H`.
public struct ISODuration: Sendable, Hashable, LosslessStringConvertible {
  /// Whether the whole is negative.
  public var isNegative = false
  public var years = 0
  public var months = 0
  public var weeks = 0
  public var days = 0
  public var hours = 0
  public var minutes = 0
  public var seconds = 0
  /// The fraction of the second, 0 to 999,999,999.
  public var nanoseconds = 0

  /// A duration of no length.
  public init() {}

  /// Makes a duration of seconds.
  ///
  /// - Parameter duration: the length; what is finer than a nanosecond is dropped.
  public init(_ duration: Duration) {
    let (whole, fraction) = duration.components
    isNegative = whole < 0 || fraction < 0
    seconds = Int(clamping: whole.magnitude)
    nanoseconds = Int(clamping: fraction.magnitude / 1_000_000_000)
  }

  /// The exact length; nil where there are years or months, which have none.
  ///
  /// A day counts as 24 hours and a week as seven days.
  public var duration: Duration? {
    guard years == 0, months == 0 else { return nil }
    let length =
      Duration.seconds(weeks) * 604_800 + .seconds(days) * 86400 + .seconds(hours) * 3600
      + .seconds(minutes) * 60 + .seconds(seconds) + .nanoseconds(nanoseconds)
    return isNegative ? .zero - length : length
  }

  /// Reads the ISO 8601 form.
  ///
  /// - Parameter description: the text; nil comes back where it is no duration.
  public init?(_ description: String) {
    let duration = Array(description.utf8).withUnsafeBufferPointer { Self.parse($0) }
    guard let duration else { return nil }
    self = duration
  }

  private static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> ISODuration? {
    var scanner = DigitScanner(bytes)
    var duration = ISODuration()
    duration.isNegative = scanner.skip(anyOf: "-")
    if !duration.isNegative { _ = scanner.skip(anyOf: "+") }
    guard scanner.skip(anyOf: "P") else { return nil }
    // Each designator may occur once, in this order.
    var date: [(StaticString, WritableKeyPath<ISODuration, Int>)] = [
      ("Y", \.years), ("M", \.months), ("W", \.weeks), ("D", \.days),
    ]
    var time: [(StaticString, WritableKeyPath<ISODuration, Int>)] = [
      ("H", \.hours), ("M", \.minutes), ("S", \.seconds),
    ]
    var count = 0
    while !scanner.isAtEnd, !scanner.skip(anyOf: "T") {
      guard duration.readComponent(&scanner, &date) else { return nil }
      count += 1
    }
    let hasTime = !scanner.isAtEnd
    while !scanner.isAtEnd {
      guard duration.readComponent(&scanner, &time) else { return nil }
      count += 1
    }
    // `P` alone and a `T` with nothing after it are no durations.
    guard count > 0, hasTime || bytes.last != UInt8(ascii: "T") else { return nil }
    return duration
  }

  private mutating func readComponent(
    _ scanner: inout DigitScanner,
    _ expected: inout [(StaticString, WritableKeyPath<ISODuration, Int>)]
  ) -> Bool {
    guard let value = scanner.number() else { return false }
    var fraction: Int32?
    if scanner.skip(anyOf: ".,") {
      fraction = scanner.fraction()
      if fraction == nil { return false }
    }
    while !expected.isEmpty {
      let (designator, component) = expected.removeFirst()
      guard scanner.skip(anyOf: designator) else { continue }
      self[keyPath: component] = value
      // Only seconds are divided.
      if let fraction {
        guard component == \ISODuration.seconds, scanner.isAtEnd else { return false }
        nanoseconds = Int(fraction)
      }
      return true
    }
    return false
  }

  /// The ISO 8601 form; a duration of no length is `PT0S`.
  public var description: String {
    func part(_ value: Int, _ designator: String) -> String {
      value == 0 ? "" : "\(value)\(designator)"
    }
    let date = part(years, "Y") + part(months, "M") + part(weeks, "W") + part(days, "D")
    var time = part(hours, "H") + part(minutes, "M")
    if nanoseconds != 0 {
      var digits = DigitScanner.padded(nanoseconds, 9)
      while digits.hasSuffix("0") { digits.removeLast() }
      time += "\(seconds).\(digits)S"
    } else {
      time += part(seconds, "S")
    }
    let sign = isNegative ? "-" : ""
    if date.isEmpty && time.isEmpty { return "\(sign)PT0S" }
    return "\(sign)P\(date)\(time.isEmpty ? "" : "T")\(time)"
  }
}

extension ISODuration: JSONRepresentable, ParameterEncodable {
  public init(json: inout JSONReader) throws {
    self = try json.readText("a duration") { ISODuration.parse($0) }
  }

  public func write(json: inout JSONWriter) throws { json.writeString(description) }
  public var parameterValue: ParameterValue { .scalar(description) }
  public static var coding: ValueCoding {
    ValueCoding(Self.self, kind: .other, shapes: { .string })
  }
}

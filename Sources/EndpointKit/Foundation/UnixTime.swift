#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An instant that travels as the number of seconds since 1970.
///
/// As a property wrapper it reads as a plain `Date` or `Date?`.
@propertyWrapper
public struct UnixTime<Value: UnixTimeValue>: JSONRepresentable, Hashable {
  /// The instant.
  public var wrappedValue: Value

  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  /// Wraps an instant.
  ///
  /// - Parameter value: the instant.
  public init(_ value: Value) { wrappedValue = value }

  public init(json: inout JSONReader) throws {
    if Value.isOptional, try json.readNull() {
      wrappedValue = Value(date: nil)
      return
    }
    // Some servers quote the number.
    let isString = try json.peek() == .string
    let start = json.checkpoint
    let seconds = isString ? Double(try json.readString()) : try json.readDouble()
    guard let seconds, seconds.isFinite else {
      json.rewind(to: start)
      throw json.invalidValue("expected seconds since 1970")
    }
    wrappedValue = Value(date: Date(timeIntervalSince1970: seconds))
  }

  public func write(json: inout JSONWriter) throws {
    guard let date = wrappedValue.date else { return json.writeNull() }
    try json.writeDouble(date.timeIntervalSince1970)
  }

  public static var coding: ValueCoding {
    var coding = ValueTreatment(
      Self.self,
      shapes: { Value.isOptional ? [.number, .string, .null] : [.number, .string] }
    )
    if Value.isOptional { coding.absent = ValueTreatment.Absent(Self.self) }
    return ValueCoding(coding)
  }
}

extension UnixTime: Omittable {
  static var absentForm: Self? { Value.isOptional ? UnixTime(Value(date: nil)) : nil }
  var isAbsent: Bool { wrappedValue.date == nil }
}

extension UnixTimeValue {
  fileprivate static var isOptional: Bool { Self(date: nil).date == nil }
}

/// `Date` and `Date?`.
public protocol UnixTimeValue: JSONCodable, Hashable {
  /// Wraps a date; nil only where the type is optional.
  init(date: Date?)
  /// The date, if there is one.
  var date: Date? { get }
}

extension Date: UnixTimeValue {
  public init(date: Date?) { self = date ?? Date(timeIntervalSince1970: 0) }
  public var date: Date? { self }
}

extension Optional: UnixTimeValue where Wrapped == Date {
  public init(date: Date?) { self = date }
  public var date: Date? { self }
}

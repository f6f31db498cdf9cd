#if canImport(FoundationEssentials)
public import FoundationEssentials

// Generated code imports EndpointKit alone; these names make that enough.

/// Bytes.
public typealias Data = FoundationEssentials.Data
/// An instant.
public typealias Date = FoundationEssentials.Date
/// A universally unique identifier.
public typealias UUID = FoundationEssentials.UUID
/// A decimal number.
public typealias Decimal = FoundationEssentials.Decimal
/// A uniform resource locator.
public typealias URL = FoundationEssentials.URL
#else
public import Foundation

/// Bytes.
public typealias Data = Foundation.Data
/// An instant.
public typealias Date = Foundation.Date
/// A universally unique identifier.
public typealias UUID = Foundation.UUID
/// A decimal number.
public typealias Decimal = Foundation.Decimal
/// A uniform resource locator.
public typealias URL = Foundation.URL
#endif

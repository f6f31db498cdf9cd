#if canImport(CryptoKit)
internal import CryptoKit
#endif

/// The hashes OAuth 2 and HTTP digest authentication need.
enum Hashing {
  /// SHA-256: from CryptoKit where the platform has it.
  ///
  /// - Parameter bytes: what to hash.
  static func sha256(_ bytes: [UInt8]) -> [UInt8] {
    #if canImport(CryptoKit)
    Array(SHA256.hash(data: bytes))
    #else
    PortableSHA256.hash(bytes)
    #endif
  }
}

extension [UInt8] {
  /// The bytes as lower-case hexadecimal digits.
  var hexText: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
      as: UTF8.self
    )
  }
}

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Reads text in the charsets that responses come in, without Foundation's converters.
enum TextDecoding {
  /// The text of bytes.
  ///
  /// A byte order mark wins over the charset named. ISO-8859-1 is read as Windows-1252, its
  /// superset in practice (WHATWG Encoding).
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - charset: the charset named; UTF-8 if none.
  /// - Returns: the text, or `nil` where the charset is not known or the bytes are invalid in it.
  static func text(of data: Data, charset: String?) -> String? {
    data.withUnsafeBytes { bytes in
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        return utf8(UnsafeRawBufferPointer(rebasing: bytes[3...]))
      }
      if bytes.starts(with: [0xFF, 0xFE]) {
        return utf16(UnsafeRawBufferPointer(rebasing: bytes[2...]), isBigEndian: false)
      }
      if bytes.starts(with: [0xFE, 0xFF]) {
        return utf16(UnsafeRawBufferPointer(rebasing: bytes[2...]), isBigEndian: true)
      }
      return switch charset?.lowercased() ?? "utf-8" {
      case "utf-8", "utf8", "unicode-1-1-utf-8", "us-ascii", "ascii": utf8(bytes)
      case "utf-16be", "unicodefffe": utf16(bytes, isBigEndian: true)
      case "utf-16", "utf-16le", "unicode", "ucs-2", "iso-10646-ucs-2":
        utf16(bytes, isBigEndian: false)
      case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "windows-1252", "cp1252",
        "x-cp1252":
        windows1252(bytes)
      default: nil
      }
    }
  }

  private static func utf8(_ bytes: UnsafeRawBufferPointer) -> String? {
    String(validating: bytes, as: UTF8.self)
  }

  private static func utf16(_ bytes: UnsafeRawBufferPointer, isBigEndian: Bool) -> String? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: 0, to: bytes.count, by: 2).lazy.map { index in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    return String(validating: units, as: UTF16.self)
  }

  /// What Windows-1252 has at 0x80 to 0x9F; the rest is Latin-1.
  private static let windowsScalars: [Unicode.Scalar] = Array(
    "\u{20AC}\u{81}\u{201A}\u{192}\u{201E}\u{2026}\u{2020}\u{2021}\u{2C6}\u{2030}\u{160}\u{2039}\u{152}\u{8D}\u{17D}\u{8F}\u{90}\u{2018}\u{2019}\u{201C}\u{201D}\u{2022}\u{2013}\u{2014}\u{2DC}\u{2122}\u{161}\u{203A}\u{153}\u{9D}\u{17E}\u{178}"
      .unicodeScalars
  )

  private static func windows1252(_ bytes: UnsafeRawBufferPointer) -> String {
    var text = ""
    text.reserveCapacity(bytes.count)
    for byte in bytes {
      let isWindows = (0x80...0x9F).contains(byte)
      text.unicodeScalars.append(
        isWindows ? windowsScalars[Int(byte) - 0x80] : Unicode.Scalar(byte)
      )
    }
    return text
  }
}

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Growing memory of the C allocator, which `Data` can take over without copying.
struct ByteBuffer {
  private(set) var base: UnsafeMutableRawPointer?
  private(set) var count = 0
  private(set) var capacity = 0

  /// Makes room for a number of bytes in all.
  ///
  /// - Returns: whether there is memory for them.
  mutating func reserve(_ wanted: Int) -> Bool {
    guard wanted > capacity else { return true }
    guard let grown = realloc(base, wanted) else { return false }
    base = grown
    capacity = wanted
    return true
  }

  /// Appends bytes, growing by half where there is no room.
  ///
  /// - Returns: whether there was memory for them.
  @inline(__always)
  mutating func append(_ bytes: UnsafeRawPointer, _ length: Int) -> Bool {
    let wanted = count &+ length
    if wanted > capacity {
      guard reserve(max(wanted, capacity &+ capacity / 2, 256)) else { return false }
    }
    guard let base else { return length == 0 }
    memcpy(base + count, bytes, length)
    count = wanted
    return true
  }

  /// Forgets the bytes and keeps the memory.
  @inline(__always)
  mutating func clear() { count = 0 }

  /// Removes bytes at the front by moving the rest.
  mutating func removeFirst(_ length: Int) {
    guard let base, length > 0 else { return }
    count -= length
    memmove(base, base + length, count)
  }

  /// Gives the memory back.
  mutating func free() {
    #if canImport(Darwin)
    Darwin.free(base)
    #elseif canImport(Glibc)
    Glibc.free(base)
    #elseif canImport(Musl)
    Musl.free(base)
    #endif
    base = nil
    count = 0
    capacity = 0
  }

  /// Takes the bytes out: small ones as a copy, so that the memory serves again, large ones with
  /// the memory itself.
  mutating func take() -> Data {
    guard let base, count > 0 else { return Data() }
    if count <= 1 << 14 || count < capacity / 2 {
      let data = Data(bytes: base, count: count)
      if capacity > 1 << 20 { free() } else { count = 0 }
      return data
    }
    let data = Data(bytesNoCopy: base, count: count, deallocator: .free)
    self.base = nil
    count = 0
    capacity = 0
    return data
  }

  /// The bytes as an array.
  var array: [UInt8] {
    guard let base, count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: base, count: count))
  }
}

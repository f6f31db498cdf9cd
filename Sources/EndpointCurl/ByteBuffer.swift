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
  ///
  /// - Parameter spares: where the memory goes when the `Data` is done with it; it is freed where
  ///   `nil`.
  mutating func take(returningTo spares: SpareMemory? = nil) -> Data {
    guard let base, count > 0 else { return Data() }
    if count <= 1 << 14 || (spares == nil && count < capacity / 2) {
      let data = Data(bytes: base, count: count)
      if spares == nil, capacity > 1 << 20 { free() } else { count = 0 }
      return data
    }
    let data: Data
    if let spares, capacity == spares.size {
      data = Data(
        bytesNoCopy: base,
        count: count,
        deallocator: .custom { memory, _ in spares.give(memory) }
      )
    } else {
      data = Data(bytesNoCopy: base, count: count, deallocator: .free)
    }
    self.base = nil
    count = 0
    capacity = 0
    return data
  }

  /// Takes memory of a size from the spares, or from the C allocator; the bytes move along.
  ///
  /// - Returns: whether there was memory.
  mutating func grow(to spares: SpareMemory) -> Bool {
    guard capacity < spares.size else { return true }
    guard count == 0, let memory = spares.take() else { return reserve(spares.size) }
    free()
    base = memory
    capacity = spares.size
    return true
  }

  /// The bytes as an array.
  var array: [UInt8] {
    guard let base, count > 0 else { return [] }
    return Array(UnsafeRawBufferPointer(start: base, count: count))
  }
}

/// A few pieces of memory of one size that go round between a stream and its consumer.
///
/// Giving them back to the system would mean to have every page zeroed anew.
final class SpareMemory: @unchecked Sendable {
  let size: Int
  private let lock = Lock()
  private var pieces: [UnsafeMutableRawPointer] = []

  init(size: Int) { self.size = size }

  deinit {
    pieces.forEach(releaseMemory)
    lock.destroy()
  }

  func take() -> UnsafeMutableRawPointer? { lock.withLock { pieces.popLast() } }

  func give(_ memory: UnsafeMutableRawPointer) {
    let isKept = lock.withLock {
      guard pieces.count < 2 else { return false }
      pieces.append(memory)
      return true
    }
    if !isKept { releaseMemory(memory) }
  }
}

/// `free`, which members of the same name would hide.
private func releaseMemory(_ memory: UnsafeMutableRawPointer) { free(memory) }

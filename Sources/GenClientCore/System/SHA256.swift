/// SHA-256 (FIPS 180-4).
struct SHA256 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a,
    0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )

  /// The digest in hexadecimal.
  static func hex(_ bytes: [UInt8]) -> String {
    var hash = SHA256()
    return hash.digest(bytes).map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }.joined()
  }

  private mutating func digest(_ bytes: [UInt8]) -> [UInt8] {
    let whole = bytes.count / 64 * 64
    bytes.withUnsafeBytes { compress(UnsafeRawBufferPointer(rebasing: $0[..<whole])) }
    var tail = Array(bytes[whole...]) + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) * 8
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    tail.withUnsafeBytes { compress($0) }
    let (a, b, c, d, e, f, g, h) = state
    return [a, b, c, d, e, f, g, h].flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// Takes in whole blocks of 64 bytes.
  ///
  /// A document's hash is on the path of every run, hence the pointers and the unrolled rounds.
  private mutating func compress(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
      Self.constants.withUnsafeBufferPointer { constants in
        guard let words = schedule.baseAddress, let constants = constants.baseAddress else {
          return
        }
        for offset in stride(from: 0, to: bytes.count, by: 64) {
          Self.fill(words, from: start + offset)
          run(words, constants)
        }
      }
    }
  }

  /// Makes the message schedule of a block.
  @inline(__always)
  private static func fill(_ words: UnsafeMutablePointer<UInt32>, from block: UnsafeRawPointer) {
    for index in 0..<16 {
      words[index] = UInt32(
        bigEndian: block.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
      )
    }
    for index in 16..<64 {
      let (early, late) = (words[index &- 15], words[index &- 2])
      // The same as three rotations, or two and a shift, each on a copy of its own.
      let first = rotate(early ^ rotate(early, 11), 7) ^ (early &>> 3)
      let second = rotate(late ^ rotate(late, 2), 17) ^ (late &>> 10)
      words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
    }
  }

  @inline(__always)
  private mutating func run(
    _ words: UnsafeMutablePointer<UInt32>,
    _ constants: UnsafePointer<UInt32>
  ) {
    var (a, b, c, d, e, f, g, h) = state
    // Eight rounds at a time: the letters change places instead of their values.
    var index = 0
    while index < 64 {
      Self.round(a, b, c, &d, e, f, g, &h, constants[index] &+ words[index])
      Self.round(h, a, b, &c, d, e, f, &g, constants[index &+ 1] &+ words[index &+ 1])
      Self.round(g, h, a, &b, c, d, e, &f, constants[index &+ 2] &+ words[index &+ 2])
      Self.round(f, g, h, &a, b, c, d, &e, constants[index &+ 3] &+ words[index &+ 3])
      Self.round(e, f, g, &h, a, b, c, &d, constants[index &+ 4] &+ words[index &+ 4])
      Self.round(d, e, f, &g, h, a, b, &c, constants[index &+ 5] &+ words[index &+ 5])
      Self.round(c, d, e, &f, g, h, a, &b, constants[index &+ 6] &+ words[index &+ 6])
      Self.round(b, c, d, &e, f, g, h, &a, constants[index &+ 7] &+ words[index &+ 7])
      index &+= 8
    }
    state.0 &+= a
    state.1 &+= b
    state.2 &+= c
    state.3 &+= d
    state.4 &+= e
    state.5 &+= f
    state.6 &+= g
    state.7 &+= h
  }

  @inline(__always)
  private static func round(
    _ a: UInt32,
    _ b: UInt32,
    _ c: UInt32,
    _ d: inout UInt32,
    _ e: UInt32,
    _ f: UInt32,
    _ g: UInt32,
    _ h: inout UInt32,
    _ input: UInt32
  ) {
    let choice = g ^ (e & (f ^ g))
    let majority = b ^ ((a ^ b) & (b ^ c))
    // Nested rotations: 6, 11 and 25 of `e`; 2, 13 and 22 of `a`.
    h = h &+ input &+ choice &+ rotate(e ^ rotate(e ^ rotate(e, 14), 5), 6)
    d = d &+ h
    h = h &+ majority &+ rotate(a ^ rotate(a ^ rotate(a, 9), 11), 2)
  }

  // Masking shifts: the counts are in range.
  @inline(__always)
  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word &>> count | word &<< (32 &- count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4,
    0xab1c_5ed5, 0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe,
    0x9bdc_06a7, 0xc19b_f174, 0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f,
    0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da, 0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7,
    0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967, 0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc,
    0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85, 0xa2bf_e8a1, 0xa81a_664b,
    0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070, 0x19a4_c116,
    0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7,
    0xc671_78f2,
  ]
}

/// A quick hash that is the same in every run; it tells edits apart, it does not resist attacks.
enum QuickHash {
  /// 64 bits in hexadecimal, 16 digits.
  static func hex(_ bytes: [UInt8]) -> String {
    let text = String(hash(bytes), radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }

  private static func hash(_ bytes: [UInt8]) -> UInt64 {
    var hash = mix(UInt64(bytes.count) ^ 0x9e37_79b9_7f4a_7c15)
    return bytes.withUnsafeBytes { buffer in
      var place = 0
      while place + 8 <= buffer.count {
        let word = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        hash = mix(hash ^ UInt64(littleEndian: word))
        place += 8
      }
      var last: UInt64 = 0
      while place < buffer.count {
        last = last << 8 | UInt64(buffer[place])
        place += 1
      }
      return mix(hash ^ last)
    }
  }

  private static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0xd6e8_feb8_6659_fd93)
    return product.high ^ product.low ^ (word &* 0x9e37_79b9_7f4a_7c15)
  }
}

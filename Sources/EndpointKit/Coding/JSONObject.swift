/// The members of a JSON object, in the order in which they came.
///
/// Equality does not depend on the order, and keys are compared byte by byte, so that keys which
/// Unicode calls equivalent stay apart.
public struct JSONObject: Sendable, RandomAccessCollection, ExpressibleByDictionaryLiteral {
  /// One key with its value.
  public typealias Element = (key: String, value: JSONValue)

  private var members: [Element]

  /// Makes an empty object.
  public init() { members = [] }

  /// Makes an object from members; of repeated keys the last wins.
  ///
  /// - Parameter elements: the members in order.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }

  /// Makes an object from members; of repeated keys the last wins.
  ///
  /// - Parameter elements: the members in order.
  public init<Elements: Sequence>(_ elements: Elements)
  where Elements.Element == (key: String, value: JSONValue) {
    self.init()
    var keys = KeySet()
    for element in elements { put(element, &keys) }
  }

  /// Adds a member, or gives a new value to the member that has its key already.
  mutating func put(_ member: Element, _ keys: inout KeySet) {
    if let known = keys.insert(member.key, into: members) {
      members[known].value = member.value
    } else {
      if members.isEmpty { members.reserveCapacity(8) }
      members.append(member)
    }
  }

  /// Finds repeated keys while an object is being filled.
  struct KeySet {
    /// The hash of each member's key.
    private var hashes: [UInt32] = []
    /// Positions of members plus one, zero where free: for objects too large for a search.
    private var slots: [Int32] = []

    /// Notes the key of the next member.
    ///
    /// - Returns: the position of the member that has the key already, if there is one.
    mutating func insert(_ key: String, into members: [Element]) -> Int? {
      let hash = ByteIndex.hash(key)
      if slots.isEmpty {
        for (position, other) in hashes.enumerated() where other == hash {
          if members[position].key.hasSameBytes(as: key) { return position }
        }
        hashes.append(hash)
        if hashes.count == 16 { fill(64) }
        return nil
      }
      let mask = slots.count - 1
      var slot = Int(hash) & mask
      while slots[slot] != 0 {
        let position = Int(slots[slot]) - 1
        if hashes[position] == hash, members[position].key.hasSameBytes(as: key) {
          return position
        }
        slot = (slot + 1) & mask
      }
      hashes.append(hash)
      slots[slot] = Int32(truncatingIfNeeded: hashes.count)
      if hashes.count * 2 > slots.count { fill(slots.count * 4) }
      return nil
    }

    private mutating func fill(_ size: Int) {
      slots = [Int32](repeating: 0, count: size)
      for (position, hash) in hashes.enumerated() {
        var slot = Int(hash) & (size - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (size - 1) }
        slots[slot] = Int32(truncatingIfNeeded: position + 1)
      }
    }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { members.count }
  public subscript(position: Int) -> Element { members[position] }

  /// The keys in order.
  public var keys: [String] { members.map(\.key) }

  /// The members as a dictionary.
  public var dictionary: [String: JSONValue] {
    Dictionary(members.map { ($0.key, $0.value) }) { _, last in last }
  }

  /// The value of a key.
  ///
  /// Setting nil removes the key; a new key goes to the end.
  public subscript(key: String) -> JSONValue? {
    get { index(of: key).map { members[$0].value } }
    set {
      switch (index(of: key), newValue) {
      case (let index?, let value?): members[index].value = value
      case (let index?, nil): members.remove(at: index)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  private func index(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

extension JSONObject: Hashable {
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Most often the order is the same, which needs no search.
    var isInOrder = true
    for (first, second) in zip(left, right) {
      guard first.key.hasSameBytes(as: second.key) else {
        isInOrder = false
        break
      }
      guard first.value == second.value else { return false }
    }
    if isInOrder { return true }
    var rest: [[UInt8]: JSONValue] = [:]
    for member in right { rest[Array(member.key.utf8)] = member.value }
    return left.allSatisfy { rest[Array($0.key.utf8)] == $0.value }
  }

  public func hash(into hasher: inout Hasher) {
    // A sum does not depend on the order.
    var sum = 0
    for member in members {
      var one = Hasher()
      one.combineBytes(of: member.key)
      one.combine(member.value)
      sum &+= one.finalize()
    }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension String {
  /// Whether both strings are the same bytes, not only canonically equivalent.
  func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}

extension Hasher {
  /// Mixes in the bytes of a string, to go with `hasSameBytes(as:)`.
  mutating func combineBytes(of string: String) {
    let done: Void? = string.utf8.withContiguousStorageIfAvailable {
      combine(bytes: UnsafeRawBufferPointer($0))
    }
    if done == nil { Array(string.utf8).withUnsafeBytes { combine(bytes: $0) } }
    combine(UInt8(0xFF))
  }
}

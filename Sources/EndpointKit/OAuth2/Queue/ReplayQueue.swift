/// Calls that wait to go out, in the order in which they will.
struct ReplayQueue: Sendable {
  /// Why a call waits.
  enum Kind: Sendable, Equatable {
    /// It was sent, and refused with this epoch.
    case refused(epoch: UInt64)
    /// It has not been sent yet.
    case fresh
  }

  struct Entry: Sendable {
    let call: UInt64
    let kind: Kind
    fileprivate let key: Key
  }

  fileprivate struct Key: Sendable, Comparable {
    let rank: UInt64
    let arrival: UInt64

    static func < (left: Key, right: Key) -> Bool {
      left.rank == right.rank ? left.arrival < right.arrival : left.rank < right.rank
    }
  }

  private let order: ReplayOrder
  /// Sorted by key; entries before `head` are gone, and so are those whose arrival no longer is
  /// the one `arrivals` has for their call.
  private var entries: [Entry] = []
  private var head = 0
  private var arrivals: [UInt64: UInt64] = [:]
  private var lastArrival: UInt64 = 0

  init(order: ReplayOrder) { self.order = order }

  var count: Int { arrivals.count }
  var isEmpty: Bool { arrivals.isEmpty }

  func contains(_ call: UInt64) -> Bool { arrivals[call] != nil }

  /// Adds a call; one that waits already keeps its place.
  mutating func insert(_ call: UInt64, _ kind: Kind) {
    guard arrivals[call] == nil else { return }
    lastArrival += 1
    arrivals[call] = lastArrival
    let rank: UInt64 =
      switch order {
      case .failure: kind == .fresh ? 1 : 0
      case .creation: call
      }
    let entry = Entry(call: call, kind: kind, key: Key(rank: rank, arrival: lastArrival))
    // Mostly the place is at the end.
    var place = entries.count
    if place > head, entry.key < entries[place - 1].key {
      var low = head
      while low < place {
        let middle = (low + place) / 2
        if entries[middle].key < entry.key { low = middle + 1 } else { place = middle }
      }
    }
    entries.insert(entry, at: place)
  }

  /// Takes out the call whose turn it is.
  mutating func popFirst() -> Entry? {
    while head < entries.count {
      let entry = entries[head]
      head += 1
      if arrivals[entry.call] == entry.key.arrival {
        arrivals[entry.call] = nil
        compact()
        return entry
      }
    }
    compact()
    return nil
  }

  /// Takes out one call.
  ///
  /// - Returns: whether it waited.
  @discardableResult
  mutating func remove(_ call: UInt64) -> Bool {
    guard arrivals.removeValue(forKey: call) != nil else { return false }
    if arrivals.isEmpty { compact() }
    return true
  }

  /// Takes out every call that `isGone` names, in order.
  mutating func removeAll(where isGone: (Entry) -> Bool) -> [Entry] {
    var gone: [Entry] = []
    var kept: [Entry] = []
    for entry in entries[head...] where arrivals[entry.call] == entry.key.arrival {
      if isGone(entry) {
        gone.append(entry)
        arrivals[entry.call] = nil
      } else {
        kept.append(entry)
      }
    }
    entries = kept
    head = 0
    return gone
  }

  private mutating func compact() {
    if arrivals.isEmpty {
      entries.removeAll(keepingCapacity: true)
      head = 0
    } else if head > 64, head * 2 > entries.count {
      entries.removeFirst(head)
      head = 0
    }
  }
}

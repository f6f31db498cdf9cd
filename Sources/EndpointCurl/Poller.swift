/// Directions in which a socket is watched or ready.
struct Readiness: OptionSet {
  let rawValue: UInt8
  static let read = Readiness(rawValue: 1)
  static let write = Readiness(rawValue: 2)
  static let failure = Readiness(rawValue: 4)
}

/// What is known of one descriptor.
struct SocketEntry {
  /// What libcurl wants to be told.
  var wanted: Readiness = []
  /// What the poller reports.
  var registered: Readiness = []
  /// Whether libcurl told of its opening and will tell of its closing, so that its registration
  /// may outlive one transfer.
  var isConnection = false
}

/// Descriptors by number.
struct SocketTable {
  private(set) var entries: UnsafeMutablePointer<SocketEntry>
  private(set) var capacity = 64

  init() {
    entries = .allocate(capacity: capacity)
    entries.initialize(repeating: SocketEntry(), count: capacity)
  }

  func destroy() { entries.deallocate() }

  /// The entry of a descriptor; `nil` for what is no descriptor.
  @inline(__always)
  mutating func entry(_ descriptor: Int32) -> UnsafeMutablePointer<SocketEntry>? {
    guard descriptor >= 0 else { return nil }
    if descriptor >= capacity { grow(Int(descriptor)) }
    return entries + Int(descriptor)
  }

  private mutating func grow(_ descriptor: Int) {
    let larger = max(capacity * 2, descriptor + 1)
    let moved = UnsafeMutablePointer<SocketEntry>.allocate(capacity: larger)
    moved.moveInitialize(from: entries, count: capacity)
    (moved + capacity).initialize(repeating: SocketEntry(), count: larger - capacity)
    entries.deallocate()
    entries = moved
    capacity = larger
  }
}

/// A descriptor and what it is ready for.
struct SocketEvent {
  var descriptor: Int32
  var readiness: Readiness
}

#if !os(Linux) || ENDPOINT_POLL
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Waits for sockets with `poll`, where there is no epoll.
///
/// A registration that changes while another thread waits ends that wait.
struct Poller {
  private let wakeRead: Int32
  private let wakeWrite: Int32
  private let state: UnsafeMutablePointer<State>

  private struct State {
    var polls: [pollfd] = []
    var ready: [SocketEvent] = []
    var isPrepared = false
  }

  /// Opens the descriptors it needs.
  ///
  /// - Returns: `nil` where the process has none left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (wakeRead, wakeWrite) = (ends[0], ends[1])
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  func destroy() {
    close(wakeRead)
    close(wakeWrite)
    state.deinitialize(count: 1)
    state.deallocate()
  }

  /// Takes note of what is wanted of a descriptor; the lock is held.
  func register(_ descriptor: Int32, _ entry: UnsafeMutablePointer<SocketEntry>) {
    guard entry.pointee.wanted != entry.pointee.registered else { return }
    entry.pointee.registered = entry.pointee.wanted
    if state.pointee.isPrepared { wake() }
  }

  /// Collects the registrations for the next wait; the lock is held.
  func prepare(_ table: SocketTable) {
    state.pointee.polls.removeAll(keepingCapacity: true)
    state.pointee.polls.append(pollfd(fd: wakeRead, events: Int16(POLLIN), revents: 0))
    for number in 0..<table.capacity {
      let interest = table.entries[number].registered
      guard !interest.isEmpty else { continue }
      let events =
        (interest.contains(.read) ? Int16(POLLIN) : 0)
        | (interest.contains(.write) ? Int16(POLLOUT) : 0)
      state.pointee.polls.append(pollfd(fd: Int32(number), events: events, revents: 0))
    }
    state.pointee.isPrepared = true
  }

  /// Waits for sockets, for ``wake()``, or for a time.
  ///
  /// - Parameter milliseconds: how long at most; -1 for any time.
  /// - Returns: the number of ready sockets, to be read with ``event(_:)`` under the lock.
  func wait(_ milliseconds: Int32) -> Int {
    state.pointee.ready.removeAll(keepingCapacity: true)
    let count = state.pointee.polls.withUnsafeMutableBufferPointer { polls in
      poll(polls.baseAddress, nfds_t(polls.count), milliseconds)
    }
    guard count > 0 else { return 0 }
    for entry in state.pointee.polls where entry.revents != 0 {
      var readiness: Readiness = []
      let flags = Int32(entry.revents)
      if flags & (Int32(POLLIN) | Int32(POLLHUP)) != 0 { readiness.insert(.read) }
      if flags & Int32(POLLOUT) != 0 { readiness.insert(.write) }
      if flags & (Int32(POLLERR) | Int32(POLLNVAL)) != 0 { readiness.insert(.failure) }
      state.pointee.ready.append(SocketEvent(descriptor: entry.fd, readiness: readiness))
    }
    return state.pointee.ready.count
  }

  /// A ready socket of the last wait.
  ///
  /// - Returns: `nil` where it was the waker.
  func event(_ index: Int) -> SocketEvent? {
    state.pointee.isPrepared = false
    let event = state.pointee.ready[index]
    guard event.descriptor == wakeRead else { return event }
    var bytes: (UInt64, UInt64) = (0, 0)
    while read(wakeRead, &bytes, MemoryLayout.size(ofValue: bytes)) > 0 {}
    return nil
  }

  /// Ends the wait of another thread, or the next wait.
  func wake() {
    var one: UInt8 = 1
    _ = write(wakeWrite, &one, 1)
  }
}
#endif

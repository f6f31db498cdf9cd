#if os(Linux) && !ENDPOINT_POLL
internal import CCurl

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Waits for sockets with epoll.
///
/// Registrations are made from any thread, also while another waits.
struct Poller {
  private let epoll: Int32
  private let waker: Int32
  private let events: UnsafeMutablePointer<epoll_event>
  private static let capacity = 128

  /// Opens the descriptors it needs.
  ///
  /// - Returns: `nil` where the process has none left.
  init?() {
    epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    waker = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
    events = .allocate(capacity: Poller.capacity)
    guard epoll >= 0, waker >= 0,
      ccurl_epoll_set(epoll, EPOLL_CTL_ADD, waker, Poller.flags(.read)) == 0
    else {
      destroy()
      return nil
    }
  }

  func destroy() {
    if epoll >= 0 { close(epoll) }
    if waker >= 0 { close(waker) }
    events.deallocate()
  }

  private static func flags(_ interest: Readiness) -> UInt32 {
    (interest.contains(.read) ? EPOLLIN.rawValue : 0)
      | (interest.contains(.write) ? EPOLLOUT.rawValue : 0)
  }

  /// Makes the kernel report what is wanted of a descriptor, no more and no less.
  func register(_ descriptor: Int32, _ entry: UnsafeMutablePointer<SocketEntry>) {
    let wanted = entry.pointee.wanted
    let registered = entry.pointee.registered
    guard wanted != registered else { return }
    entry.pointee.registered = wanted
    if wanted.isEmpty {
      _ = ccurl_epoll_set(epoll, EPOLL_CTL_DEL, descriptor, 0)
      return
    }
    // The descriptor may have been closed and opened again without our knowing: the other
    // operation is then the right one.
    let first = registered.isEmpty ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
    let second = registered.isEmpty ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
    if ccurl_epoll_set(epoll, first, descriptor, Poller.flags(wanted)) != 0 {
      _ = ccurl_epoll_set(epoll, second, descriptor, Poller.flags(wanted))
    }
  }

  /// Nothing to do before a wait: the kernel knows all registrations.
  func prepare(_ table: SocketTable) {}

  /// Waits for sockets, for ``wake()``, or for a time.
  ///
  /// - Parameters:
  ///   - milliseconds: how long at most; -1 for any time.
  ///   - receive: told of each ready socket, after the wait.
  /// - Returns: the number of ready sockets, to be read with ``event(_:)``.
  func wait(_ milliseconds: Int32) -> Int {
    Int(max(0, epoll_wait(epoll, events, Int32(Poller.capacity), milliseconds)))
  }

  /// A ready socket of the last wait.
  ///
  /// - Returns: `nil` where it was the waker.
  @inline(__always)
  func event(_ index: Int) -> SocketEvent? {
    let descriptor = ccurl_epoll_descriptor(events + index)
    if descriptor == waker {
      var count: UInt64 = 0
      _ = read(waker, &count, MemoryLayout<UInt64>.size)
      return nil
    }
    let flags = events[index].events
    var readiness: Readiness = []
    if flags & EPOLLIN.rawValue != 0 { readiness.insert(.read) }
    if flags & EPOLLOUT.rawValue != 0 { readiness.insert(.write) }
    if flags & EPOLLHUP.rawValue != 0 { readiness.insert(.read) }
    if flags & EPOLLERR.rawValue != 0 { readiness.insert(.failure) }
    return SocketEvent(descriptor: descriptor, readiness: readiness)
  }

  /// Ends the wait of another thread, or the next wait.
  func wake() {
    var one: UInt64 = 1
    _ = write(waker, &one, MemoryLayout<UInt64>.size)
  }
}
#endif

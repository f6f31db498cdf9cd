#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#endif

/// Runs tasks on a loop's event thread.
///
/// A task there is resumed without changing threads, which is what a request costs most. Work
/// that blocks or computes for long holds up every transfer of the loop.
final class LoopExecutor: TaskExecutor {
  private let owner: LoopOwner

  init(_ owner: LoopOwner) { self.owner = owner }

  func enqueue(_ job: consuming ExecutorJob) {
    owner.loop.enqueue(LoopJob(job: UnownedJob(job), executor: asUnownedTaskExecutor()))
  }
}

/// Keeps a loop's thread going for as long as a transport or an executor may need it.
final class LoopOwner: Sendable {
  let loop: EventLoop

  init(_ loop: EventLoop) { self.loop = loop }

  deinit { loop.perform(.retire) }
}

/// A piece of a task, and on whose behalf to run it.
struct LoopJob: Sendable {
  let job: UnownedJob
  let executor: UnownedTaskExecutor

  func run() { job.runSynchronously(on: executor) }
}

/// Starts threads.
enum LoopThread {
  private final class Start {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Starts a detached thread that no signal is delivered to.
  ///
  /// - Parameter body: what it runs.
  /// - Returns: whether the system could make one.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let start = Unmanaged.passRetained(Start(body))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    defer { pthread_sigmask(SIG_SETMASK, &old, nil) }
    #if canImport(Darwin)
    var thread: pthread_t?
    let status = pthread_create(
      &thread,
      &attributes,
      { argument in
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      },
      start.toOpaque()
    )
    #else
    var thread = pthread_t()
    let status = pthread_create(
      &thread,
      &attributes,
      { argument in
        if let argument { Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      },
      start.toOpaque()
    )
    #endif
    if status != 0 { start.release() }
    return status == 0
  }
}

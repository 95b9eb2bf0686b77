import Dispatch

/// The time since the process started, on a monotonic clock.
struct Uptime {
    private let start = DispatchTime.now().uptimeNanoseconds

    var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds - start) }
}

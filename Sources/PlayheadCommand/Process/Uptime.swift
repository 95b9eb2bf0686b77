import Dispatch

/// The time since the process started, on a clock that never runs backwards.
struct Uptime {
    private let start = DispatchTime.now().uptimeNanoseconds

    var now: Duration { .nanoseconds(DispatchTime.now().uptimeNanoseconds - start) }
}

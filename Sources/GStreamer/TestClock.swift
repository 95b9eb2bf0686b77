internal import CGStreamer

/// A clock that advances only on request and knows its waiters (`GstTestClock`).
@safe package final class TestClock: @unchecked Sendable {
    // Guarded by the lock of the clock; the pointer itself never changes.
    private let raw: UnsafeMutablePointer<GstClock>

    /// Makes a clock at time 0 (`gst_test_clock_new`).
    package init() {
        guard let raw = unsafe gst_test_clock_new() else {
            preconditionFailure("gst_test_clock_new has no failure")
        }
        unsafe self.raw = raw
    }

    deinit { unsafe gst_object_unref(raw) }

    private var clock: UnsafeMutablePointer<GstTestClock> {
        unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstTestClock.self)
    }

    /// The current time (`gst_clock_get_time`).
    package var now: Duration { unsafe duration(gst_clock_get_time(raw)) ?? .zero }

    /// Advances the time without releasing waiters (`gst_test_clock_set_time`).
    package func move(to time: Duration) {
        unsafe gst_test_clock_set_time(clock, GstClockTime(clamping: time.gstreamerTime))
    }

    /// The number of waiters (`gst_test_clock_peek_id_count`).
    package var waiting: Int { Int(unsafe gst_test_clock_peek_id_count(clock)) }

    /// The earliest time that a waiter waits for (`gst_test_clock_get_next_entry_time`); nil without waiters.
    package var nextDue: Duration? { unsafe duration(gst_test_clock_get_next_entry_time(clock)) }

    /// Releases the first due waiter (`gst_test_clock_process_next_clock_id`).
    package func releaseNext() {
        if let id = unsafe gst_test_clock_process_next_clock_id(clock) { unsafe gst_clock_id_unref(id) }
    }

    /// Waits for at least `count` waiters, and returns whether they exist. It uses
    /// `gst_test_clock_timed_wait_for_multiple_pending_ids`, which waits for exactly that number.
    package func isAwaited(by count: Int, within limit: Duration) -> Bool {
        if waiting >= count { return true }
        let milliseconds = guint(clamping: limit.gstreamerTime / 1_000_000)
        return unsafe gst_test_clock_timed_wait_for_multiple_pending_ids(
            clock, guint(count), milliseconds, nil) != 0
    }

    fileprivate func drive(_ pipeline: Element) {
        unsafe gst_pipeline_use_clock(playhead_pipeline(pipeline.raw), raw)
    }
}

extension Element {
    /// Sets the clock of this pipeline, independent of the clocks of its sinks (`gst_pipeline_use_clock`).
    package func use(_ clock: TestClock) { clock.drive(self) }

    /// The clock time of a running time (`gst_element_get_base_time`).
    package func clockTime(ofRunningTime time: Duration) -> Duration {
        (unsafe GStreamer.duration(gst_element_get_base_time(raw)) ?? .zero) + time
    }
}

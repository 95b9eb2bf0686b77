internal import CGStreamer

/// A clock that moves only when it is told to, and knows who waits for it (`GstTestClock`).
@safe package final class TestClock: @unchecked Sendable {
    // Guarded by the clock's own lock: the pointer itself never changes.
    private let raw: UnsafeMutablePointer<GstClock>

    /// A clock that stands at zero (`gst_test_clock_new`).
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

    /// Where it stands (`gst_clock_get_time`).
    package var now: Duration { unsafe duration(gst_clock_get_time(raw)) ?? .zero }

    /// Moves it forward; nobody who waits is released by that (`gst_test_clock_set_time`).
    package func move(to time: Duration) {
        unsafe gst_test_clock_set_time(clock, GstClockTime(clamping: time.gstreamerTime))
    }

    /// How many wait for it (`gst_test_clock_peek_id_count`).
    package var waiting: Int { Int(unsafe gst_test_clock_peek_id_count(clock)) }

    /// When the first of those who wait is due (`gst_test_clock_get_next_entry_time`); nil when nobody waits.
    package var nextDue: Duration? { unsafe duration(gst_test_clock_get_next_entry_time(clock)) }

    /// Releases the first of those who are due (`gst_test_clock_process_next_clock_id`).
    package func releaseNext() {
        if let id = unsafe gst_test_clock_process_next_clock_id(clock) { unsafe gst_clock_id_unref(id) }
    }

    /// Waits until so many wait for it or more, and answers whether they do (`gst_test_clock_timed_wait_for_multiple_pending_ids`,
    /// which waits for exactly so many).
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
    /// Has this pipeline run on a clock, whatever its outputs bring (`gst_pipeline_use_clock`).
    package func use(_ clock: TestClock) { clock.drive(self) }

    /// When a moment of running time is due on the clock (`gst_element_get_base_time`).
    package func clockTime(ofRunningTime time: Duration) -> Duration {
        (unsafe GStreamer.duration(gst_element_get_base_time(raw)) ?? .zero) + time
    }
}

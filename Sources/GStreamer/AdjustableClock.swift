internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// A system clock (`GstSystemClock`, monotonic) with an adjustable rate. It never jumps.
@safe package final class AdjustableClock: @unchecked Sendable {
    // Guarded by the lock of the clock; the pointer itself never changes.
    private let raw: UnsafeMutablePointer<GstClock>
    private let course = Mutex(Course())

    private struct Course: Sendable {
        var gain = 0.0
        var line = RateMapping()
    }

    package init() {
        guard let raw = unsafe playhead_system_clock_new() else {
            preconditionFailure("g_object_new has no failure")
        }
        unsafe self.raw = raw
    }

    deinit { unsafe gst_object_unref(raw) }

    /// The current time (`gst_clock_get_time`).
    package var now: Duration { unsafe duration(gst_clock_get_time(raw)) ?? .zero }

    /// Sets the gain over the system clock (`gst_clock_set_calibration`): 0.001 gains 1 ms per second.
    package func gain(_ part: Double) {
        course.withLock { course in
            course.gain = part
            calibrate(course)
        }
    }

    /// The rate of everything that waits for the clock, besides the gain.
    package var pace: Double {
        get { course.withLock(\.line.pace) }
        set {
            course.withLock { course in
                guard newValue != course.line.pace else { return }
                course.line.change(to: newValue, at: now)
                calibrate(course)
            }
        }
    }

    /// The time that the clock would show at a constant rate, for output that this clock does not pace.
    package var even: Duration { course.withLock { $0.line.time(at: now) } }

    private func calibrate(_ course: Course) {
        let scale = 1_000_000_000.0
        let inner = unsafe gst_clock_get_internal_time(raw)
        let shown = unsafe gst_clock_adjust_unlocked(raw, inner)
        unsafe gst_clock_set_calibration(
            raw, inner, shown, GstClockTime(scale * course.line.pace * (1 + course.gain)), GstClockTime(scale)
        )
    }

    /// The rate relative to the system clock (`gst_clock_get_calibration`).
    package var speed: Double {
        var (gained, system) = (GstClockTime(1), GstClockTime(1))
        unsafe gst_clock_get_calibration(raw, nil, nil, &gained, &system)
        return Double(gained) / Double(system)
    }

    fileprivate func drive(_ pipeline: Element) {
        unsafe gst_pipeline_use_clock(playhead_pipeline(pipeline.raw), raw)
    }
}

extension Element {
    /// Sets the clock of this pipeline, independent of the clocks of its sinks (`gst_pipeline_use_clock`).
    package func use(_ clock: AdjustableClock) { clock.drive(self) }

    /// Runs this pipeline without a clock (`gst_pipeline_use_clock`).
    package func useNoClock() { unsafe gst_pipeline_use_clock(playhead_pipeline(raw), nil) }

    /// The duration that this audio sink has played, including silence, from an arbitrary origin
    /// (`gst_audio_clock_get_time`). It is nil for other elements.
    package var soundTime: Duration? { unsafe GStreamer.duration(playhead_sound_time(raw)) }
}

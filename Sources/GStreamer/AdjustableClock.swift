internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// A clock of the system (`GstSystemClock`, monotonic) that can be made faster or slower, and never jumps.
@safe package final class AdjustableClock: @unchecked Sendable {
    // Guarded by the clock's own lock: the pointer itself never changes.
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

    /// What it shows (`gst_clock_get_time`).
    package var now: Duration { unsafe duration(gst_clock_get_time(raw)) ?? .zero }

    /// From now on it gains so much on the system (`gst_clock_set_calibration`): 0.001 is a millisecond in each second.
    package func gain(_ part: Double) {
        course.withLock { course in
            course.gain = part
            calibrate(course)
        }
    }

    /// How fast everything is played that waits for it, besides what it gains.
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

    /// What it would show if it had kept to one pace all the time: for what is not played by it.
    package var even: Duration { course.withLock { $0.line.time(at: now) } }

    private func calibrate(_ course: Course) {
        let scale = 1_000_000_000.0
        let inner = unsafe gst_clock_get_internal_time(raw)
        let shown = unsafe gst_clock_adjust_unlocked(raw, inner)
        unsafe gst_clock_set_calibration(
            raw, inner, shown, GstClockTime(scale * course.line.pace * (1 + course.gain)), GstClockTime(scale)
        )
    }

    /// How fast it runs, to the system (`gst_clock_get_calibration`).
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
    /// Has this pipeline run on a clock, whatever its outputs bring (`gst_pipeline_use_clock`).
    package func use(_ clock: AdjustableClock) { clock.drive(self) }

    /// Has this pipeline run without a clock (`gst_pipeline_use_clock`).
    package func useNoClock() { unsafe gst_pipeline_use_clock(playhead_pipeline(raw), nil) }

    /// How much this output of sound has played since some time or other, silence included (`gst_audio_clock_get_time`); nil where it
    /// cannot tell.
    package var soundTime: Duration? { unsafe GStreamer.duration(playhead_sound_time(raw)) }
}

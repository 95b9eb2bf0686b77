internal import CGStreamer

/// A clock that moves only when it is told to, and knows who waits for it (a `GstClock` of our own).
///
/// `GstTestClock` does the same and wakes everybody up whenever one of them may go on; here whoever begins to wait can be told to go on
/// before it sleeps, so that nobody else has to be woken up for that.
@safe package final class SteppedClock: @unchecked Sendable {
    // Guarded by the clock's own lock: the pointer itself never changes.
    private let raw: UnsafeMutablePointer<GstClock>
    private let line = WaitingLine()

    /// A clock that stands at zero.
    package init() {
        guard let object = unsafe g_object_new_with_properties(SteppedClockType.type, 0, nil, nil) else {
            preconditionFailure("g_object_new_with_properties has no failure")
        }
        unsafe raw = gst_object_ref_sink(object).assumingMemoryBound(to: GstClock.self)
        unsafe SteppedClockType.keep(line, in: raw)
    }

    deinit { unsafe gst_object_unref(raw) }

    /// Where it stands (`gst_clock_get_time`).
    package var now: Duration { unsafe duration(gst_clock_get_time(raw)) ?? .zero }

    /// Moves it forward; nobody who waits is released by that.
    package func move(to time: Duration) { line.move(to: GstClockTime(clamping: time.gstreamerTime)) }

    /// How many wait for it.
    package var waiting: Int { line.count }

    /// When the first of those who wait is due; nil when nobody waits.
    package var nextDue: Duration? { line.nextDue.map { .nanoseconds(Int64(clamping: $0)) } }

    /// Releases the first of those who are due.
    package func releaseNext() { line.releaseNext() }

    /// Calls whenever somebody else begins to wait, on the thread that does. To be called once, before anybody waits.
    package func onWait(_ handler: @escaping @Sendable () -> Void) { line.onWait(handler) }

    fileprivate func drive(_ pipeline: Element) {
        unsafe gst_pipeline_use_clock(playhead_pipeline(pipeline.raw), raw)
    }
}

/// The class of such clocks, as GObject knows it.
private enum SteppedClockType {
    private static let key = unsafe g_quark_from_static_string("playhead-waiting-line")

    static let type: GType = {
        var info = unsafe GTypeInfo()
        unsafe info.class_size = guint16(MemoryLayout<GstClockClass>.size)
        unsafe info.instance_size = guint16(MemoryLayout<GstClock>.size)
        unsafe info.class_init = { data, _ in
            guard let data = unsafe data else { return }
            let functions = unsafe data.assumingMemoryBound(to: GstClockClass.self)
            unsafe functions.pointee.get_resolution = { _ in 1 }
            unsafe functions.pointee.get_internal_time = { clock in
                unsafe SteppedClockType.line(of: clock)?.time ?? 0
            }
            unsafe functions.pointee.wait = { clock, entry, jitter in
                guard let line = unsafe SteppedClockType.line(of: clock), let entry = unsafe entry else {
                    return GST_CLOCK_ERROR
                }
                return unsafe line.wait(for: entry, jitter)
            }
            unsafe functions.pointee.wait_async = { clock, entry in
                guard let line = unsafe SteppedClockType.line(of: clock), let entry = unsafe entry else {
                    return GST_CLOCK_ERROR
                }
                return unsafe line.add(entry)
            }
            unsafe functions.pointee.unschedule = { clock, entry in
                guard let line = unsafe SteppedClockType.line(of: clock), let entry = unsafe entry else {
                    return
                }
                unsafe line.remove(entry)
            }
        }
        return unsafe g_type_register_static(
            gst_clock_get_type(), "PlayheadSteppedClock", &info, GTypeFlags(rawValue: 0))
    }()

    static func keep(_ line: WaitingLine, in clock: UnsafeMutablePointer<GstClock>) {
        unsafe g_object_set_qdata_full(object(clock), key, Box.data(line), { unsafe releaseBox($0) })
    }

    static func line(of clock: UnsafeMutablePointer<GstClock>?) -> WaitingLine? {
        guard let clock = unsafe clock, let data = unsafe g_object_get_qdata(object(clock), key) else {
            return nil
        }
        return unsafe Box<WaitingLine>.value(of: data)
    }

    private static func object(_ clock: UnsafeMutablePointer<GstClock>) -> UnsafeMutablePointer<GObject> {
        unsafe UnsafeMutableRawPointer(clock).assumingMemoryBound(to: GObject.self)
    }
}

extension Element {
    /// Has this pipeline run on a clock, whatever its outputs bring (`gst_pipeline_use_clock`).
    package func use(_ clock: SteppedClock) { clock.drive(self) }

    /// When a moment of running time is due on the clock (`gst_element_get_base_time`).
    package func clockTime(ofRunningTime time: Duration) -> Duration {
        (unsafe GStreamer.duration(gst_element_get_base_time(raw)) ?? .zero) + time
    }
}

internal import CGStreamer

/// Something decoded that an output presents, lent for one call.
@safe package struct Rendering {
    let buffer: UnsafeMutablePointer<GstBuffer>
    let element: UnsafeMutablePointer<GstElement>
    let pad: UnsafeMutablePointer<GstPad>
    let caps: UnsafeMutablePointer<GstCaps>?
    let segment: Segment?
    /// Whether it is held while nothing advances.
    package let isHeld: Bool

    /// What has come to a pad of an output.
    init(
        _ buffer: UnsafeMutablePointer<GstBuffer>, at pad: UnsafeMutablePointer<GstPad>,
        of element: UnsafeMutablePointer<GstElement>, isHeld: Bool
    ) {
        unsafe self.buffer = buffer
        unsafe self.element = element
        unsafe self.pad = pad
        unsafe caps = gst_pad_get_current_caps(pad)
        segment = unsafe Segment(lastAt: pad)
        self.isHeld = isHeld
    }

    /// To be called when the call is over.
    func end() { if let caps = unsafe caps { unsafe gst_caps_unref(caps) } }

    var start: Duration? { unsafe duration(playhead_buffer_pts(buffer)) }

    /// A picture, with where it stands on the media timeline and how long it lasts there; nil when it cannot be read.
    package var picture: (content: LumaPicture, start: Duration?, duration: Duration?)? {
        guard let caps = unsafe caps, let content = unsafe LumaPicture(lending: buffer, caps) else {
            return nil
        }
        let length = unsafe duration(playhead_buffer_duration(buffer))
        return (
            content, start.flatMap { segment?.unboundedStreamTime($0) },
            length.map { segment?.stretched($0) ?? $0 }
        )
    }

    /// How much faster than normal it is played; negative backwards.
    package var speed: Double { segment?.raw.rate ?? 1 }

    /// Samples, with where the first one stands on the media timeline; nil when none can be read.
    package var sound: (content: AudioSamples, start: Duration?)? {
        guard let caps = unsafe caps, let content = unsafe AudioSamples(lending: buffer, caps, in: segment)
        else { return nil }
        return (content, content.start.flatMap { segment?.unboundedStreamTime($0) })
    }

    /// When it is due on the clock of the pipeline, without the latency of that; nil when it does not say.
    package var due: Duration? { start.flatMap(dueTime) }

    /// When a time of the segment is due on the clock of the pipeline.
    func dueTime(of time: Duration) -> Duration? {
        guard let running = segment?.runningTime(of: time) else { return nil }
        return (unsafe duration(gst_element_get_base_time(element)) ?? .zero) + running
    }

    /// What the clock of the pipeline shows; nil before there is one.
    package var clockTime: Duration? {
        guard let clock = unsafe gst_element_get_clock(element) else { return nil }
        defer { unsafe gst_object_unref(clock) }
        return unsafe duration(gst_clock_get_time(clock))
    }

    /// What the clock of the system shows (`gst_system_clock_obtain`).
    package static var systemTime: Duration {
        guard let clock = unsafe gst_system_clock_obtain() else { return .zero }
        defer { unsafe gst_object_unref(clock) }
        return unsafe duration(gst_clock_get_time(clock)) ?? .zero
    }
}

extension Segment {
    /// The one that what passes a pad belongs to (`gst_pad_get_sticky_event`).
    init?(lastAt pad: UnsafeMutablePointer<GstPad>) {
        guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
        defer { unsafe gst_event_unref(event) }
        unsafe self.init(lending: event)
    }

    /// How much media time a length is that passes: it may have been made faster already.
    func stretched(_ length: Duration) -> Duration {
        let speed = abs(raw.applied_rate)
        return speed == 1 ? length : length * speed
    }

    /// When a buffer's time is due, in running time (`gst_segment_to_running_time`).
    func runningTime(of time: Duration) -> Duration? {
        var copy = raw
        return unsafe GStreamer.duration(
            gst_segment_to_running_time(&copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime)))
    }
}

internal import CGStreamer

/// Decoded media that a sink presents. It is valid during one call.
@safe package struct Rendering {
    let buffer: UnsafeMutablePointer<GstBuffer>
    let element: UnsafeMutablePointer<GstElement>
    let pad: UnsafeMutablePointer<GstPad>
    let caps: UnsafeMutablePointer<GstCaps>?
    let segment: Segment?
    /// Whether the sink holds the media while playback is stopped.
    package let isHeld: Bool

    /// Makes the rendering of a buffer at the pad of a sink.
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

    /// Releases the caps at the end of the call.
    func end() { if let caps = unsafe caps { unsafe gst_caps_unref(caps) } }

    var start: Duration? { unsafe duration(playhead_buffer_pts(buffer)) }

    /// The playback speed; negative in reverse playback.
    package var speed: Double { segment?.raw.rate ?? 1 }

    /// The audio samples with the media time of the first one; nil if they are not readable.
    package var sound: (content: AudioSamples, start: Duration?)? {
        guard let caps = unsafe caps, let content = unsafe AudioSamples(lending: buffer, caps, in: segment)
        else { return nil }
        return (content, content.start.flatMap { segment?.unboundedStreamTime($0) })
    }

    /// The presentation time on the pipeline clock, without the latency of the pipeline; nil if it is
    /// unknown.
    package var due: Duration? { start.flatMap(dueTime) }

    /// The time on the pipeline clock of a time in the segment.
    func dueTime(of time: Duration) -> Duration? {
        guard let running = segment?.runningTime(of: time) else { return nil }
        return (unsafe duration(gst_element_get_base_time(element)) ?? .zero) + running
    }

    /// The current time of the pipeline clock; nil without a clock.
    package var clockTime: Duration? {
        guard let clock = unsafe gst_element_get_clock(element) else { return nil }
        defer { unsafe gst_object_unref(clock) }
        return unsafe duration(gst_clock_get_time(clock))
    }

    /// The current time of the system clock (`gst_system_clock_obtain`).
    package static var systemTime: Duration {
        guard let clock = unsafe gst_system_clock_obtain() else { return .zero }
        defer { unsafe gst_object_unref(clock) }
        return unsafe duration(gst_clock_get_time(clock)) ?? .zero
    }
}

extension Segment {
    /// The current segment at a pad (`gst_pad_get_sticky_event`).
    init?(lastAt pad: UnsafeMutablePointer<GstPad>) {
        guard let event = unsafe gst_pad_get_sticky_event(pad, GST_EVENT_SEGMENT, 0) else { return nil }
        defer { unsafe gst_event_unref(event) }
        unsafe self.init(lending: event)
    }

    /// The media time of a buffer duration, which an element may have shortened by its speed.
    func stretched(_ length: Duration) -> Duration {
        let speed = abs(raw.applied_rate)
        return speed == 1 ? length : length * speed
    }

    /// The running time of a buffer time (`gst_segment_to_running_time`).
    func runningTime(of time: Duration) -> Duration? {
        var copy = raw
        return unsafe GStreamer.duration(
            gst_segment_to_running_time(&copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime)))
    }
}

internal import CGStreamer

/// A reference to a pad of an element (`GstPad`).
@safe package final class Pad: @unchecked Sendable {
    // Guarded by the object lock of GStreamer; the pointer itself never changes.
    let raw: UnsafeMutablePointer<GstPad>

    init(taking raw: UnsafeMutablePointer<GstPad>) { unsafe self.raw = raw }

    init(retaining raw: UnsafeMutablePointer<GstPad>) {
        unsafe self.raw = raw
        unsafe gst_object_ref(raw)
    }

    deinit { unsafe gst_object_unref(raw) }

    package func isSame(as other: Pad) -> Bool { unsafe raw == other.raw }

    /// The name (`gst_object_get_name`).
    package var name: String {
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstObject.self)
        return unsafe string(taking: gst_object_get_name(object)) ?? ""
    }

    /// Links to a sink pad (`gst_pad_link`).
    @discardableResult
    package func link(to sink: Pad) -> Bool { unsafe gst_pad_link(raw, sink.raw) == GST_PAD_LINK_OK }

    /// Links to a sink pad that does not take the last format, but the next one (`gst_pad_link_full`).
    package func linkForNextFormat(to sink: Pad) {
        unsafe gst_pad_link_full(raw, sink.raw, GST_PAD_LINK_CHECK_NOTHING)
    }

    /// Unlinks from a sink pad (`gst_pad_unlink`).
    package func unlink(from sink: Pad) { unsafe gst_pad_unlink(raw, sink.raw) }

    /// The linked pad (`gst_pad_get_peer`).
    package var peer: Pad? { unsafe gst_pad_get_peer(raw).map { unsafe Pad(taking: $0) } }

    /// The element of the pad; nil if the parent is another pad (`gst_pad_get_parent_element`).
    var parent: Element? {
        guard let parent = unsafe gst_pad_get_parent_element(raw) else { return nil }
        defer { unsafe gst_object_unref(parent) }
        return unsafe Element(retaining: parent)
    }

    /// The pad behind all ghost pads, or the pad itself. It is nil if a ghost pad has no target
    /// (`gst_ghost_pad_get_target`).
    var innermost: Pad? {
        var pad = self
        while unsafe playhead_is_ghost_pad(pad.raw) != 0 {
            guard let target = unsafe gst_ghost_pad_get_target(playhead_ghost_pad(pad.raw)) else {
                return nil
            }
            pad = unsafe Pad(taking: target)
        }
        return pad
    }

    /// Whether it accepts no format at all (`gst_pad_query_caps`), as the pad of an audio sink without its device.
    package var acceptsNothing: Bool {
        guard let caps = unsafe gst_pad_query_caps(raw, nil) else { return true }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe gst_caps_is_empty(caps) != 0
    }

    /// The media type of its caps (`gst_pad_get_current_caps`, else `gst_pad_query_caps`), for example
    /// `video/x-raw`.
    package var mediaType: String? {
        guard let caps = unsafe gst_pad_get_current_caps(raw) ?? gst_pad_query_caps(raw, nil) else {
            return nil
        }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe GStreamer.mediaType(of: caps)
    }

    /// Whether the upstream source of this sink pad is live (`gst_pad_peer_query`, `GST_QUERY_LATENCY`). A
    /// query to the pipeline would be answered by its synchronizing sinks.
    package var isFedLive: Bool {
        guard let query = unsafe gst_query_new_latency() else { return false }
        defer {
            unsafe gst_mini_object_unref(
                UnsafeMutableRawPointer(query).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard unsafe gst_pad_peer_query(raw, query) != 0 else { return false }
        var live: gboolean = 0
        unsafe gst_query_parse_latency(query, &live, nil, nil)
        return live != 0
    }

    /// Calls a handler once before the next buffer passes, on the streaming thread (`gst_pad_add_probe`,
    /// blocking). The handler may relink the downstream elements.
    package func beforeNextBuffer(_ handler: @escaping @Sendable () -> Void) {
        let mask = GST_PAD_PROBE_TYPE_BLOCK.rawValue | GST_PAD_PROBE_TYPE_BUFFER.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, _, data in
                if let data = unsafe data { unsafe Box<@Sendable () -> Void>.value(of: data)() }
                return GST_PAD_PROBE_REMOVE
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }

    /// A buffer or event that passes a pad.
    package enum Passage {
        /// Another stream starts.
        case begun
        case buffer(start: Duration?, duration: Duration?)
        case segment(Segment)
        /// The media type changes, for example to `video/x-h264`.
        case format(String)
        /// Nothing comes up to a time of the segment; nil if the event does not tell it.
        case gap(end: Duration?)
        /// A flush has ended, caused by the seek with this sequence number.
        case flush(Seqnum)
        case endOfStream
    }

    /// Calls a handler for everything that passes, on the streaming thread (`gst_pad_add_probe`). The handler
    /// must not block, and must not retain the element of this pad.
    package func watch(_ handler: @escaping @Sendable (Passage) -> Void) {
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                if let info = unsafe info, let data = unsafe data, let passage = unsafe Passage(lending: info)
                {
                    unsafe Box<@Sendable (Passage) -> Void>.value(of: data)(passage)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }
}

extension Pad.Passage {
    init?(lending info: UnsafeMutablePointer<GstPadProbeInfo>) {
        if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            guard let buffer = unsafe playhead_probe_buffer(info) else { return nil }
            self = unsafe .buffer(
                start: duration(playhead_buffer_pts(buffer)),
                duration: duration(playhead_buffer_duration(buffer)))
            return
        }
        guard let event = unsafe playhead_probe_event(info) else { return nil }
        unsafe self.init(lending: event)
    }

    init?(lending event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_SEGMENT:
            guard let segment = unsafe Segment(lending: event) else { return nil }
            self = .segment(segment)
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let caps = unsafe caps, let type = unsafe mediaType(of: caps) else { return nil }
            self = .format(type)
        case GST_EVENT_STREAM_START: self = .begun
        case GST_EVENT_GAP:
            var (start, length): (GstClockTime, GstClockTime) = (0, 0)
            unsafe gst_event_parse_gap(event, &start, &length)
            self = .gap(
                end: duration(start).flatMap { start in duration(length).map { start + $0 } })
        case GST_EVENT_FLUSH_STOP: self = unsafe .flush(Seqnum(raw: gst_event_get_seqnum(event)))
        case GST_EVENT_EOS: self = .endOfStream
        default: return nil
        }
    }
}

/// The media type of the first structure in caps (`gst_structure_get_name`).
private func mediaType(of caps: UnsafeMutablePointer<GstCaps>) -> String? {
    guard unsafe gst_caps_get_size(caps) > 0, let structure = unsafe gst_caps_get_structure(caps, 0)
    else { return nil }
    return unsafe string(gst_structure_get_name(structure))
}

/// The range of a medium that is played, with the conversion of its times (`GstSegment`).
@safe package struct Segment: @unchecked Sendable {
    // A value that is copied from the event and never shared.
    var raw: GstSegment

    init(raw: GstSegment) { self.raw = raw }

    /// Reads a `SEGMENT` event (`gst_event_parse_segment`).
    init?(lending event: UnsafeMutablePointer<GstEvent>) {
        var segment: UnsafePointer<GstSegment>?
        unsafe gst_event_parse_segment(event, &segment)
        guard let segment = unsafe segment else { return nil }
        raw = unsafe segment.pointee
    }

    /// Whether the format is time instead of bytes.
    package var isTime: Bool { raw.format == GST_FORMAT_TIME }

    /// Whether playback is forward.
    package var isForwards: Bool { raw.rate > 0 }

    /// The absolute playback speed, in either direction.
    package var speed: Double { abs(raw.rate * raw.applied_rate) }

    /// The start in buffer time.
    package var lowerBound: Duration { .nanoseconds(Int64(clamping: raw.start)) }

    /// The end in the timestamps of buffers; nil where the segment is open.
    package var upperBound: Duration? { duration(raw.stop) }

    /// The start in media time (`gst_segment_to_stream_time`).
    package var start: Duration? { streamTime(lowerBound) }

    /// The media time of a buffer time, also outside of the segment (`gst_segment_to_stream_time_full`). It
    /// is negative before the beginning.
    package func unboundedStreamTime(_ time: Duration) -> Duration? {
        var copy = raw
        var result: guint64 = 0
        let sign = unsafe gst_segment_to_stream_time_full(
            &copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime), &result)
        return sign == 0 ? nil : .nanoseconds(Int64(clamping: result)) * Int(sign)
    }

    /// The media time of a buffer time (`gst_segment_to_stream_time`).
    package func streamTime(_ time: Duration) -> Duration? {
        var copy = raw
        return unsafe GStreamer.duration(
            gst_segment_to_stream_time(&copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime)))
    }

    /// The running time of a media time (`gst_segment_position_from_stream_time`,
    /// `gst_segment_to_running_time`).
    package func runningTime(ofStreamTime time: Duration) -> Duration? {
        var copy = raw
        let position = unsafe gst_segment_position_from_stream_time(
            &copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime))
        guard position != playhead_clock_time_none() else { return nil }
        return unsafe GStreamer.duration(gst_segment_to_running_time(&copy, GST_FORMAT_TIME, position))
    }

    /// The buffer time of a media time; nil if it would be negative
    /// (`gst_segment_position_from_stream_time_full`).
    package func bufferTime(ofStreamTime time: Duration) -> Duration? {
        var copy = raw
        var result: guint64 = 0
        let sign = unsafe gst_segment_position_from_stream_time_full(
            &copy, GST_FORMAT_TIME, GstClockTime(clamping: time.gstreamerTime), &result)
        return sign == 1 ? .nanoseconds(Int64(clamping: result)) : nil
    }

    /// The media time range of a buffer that lies inside the segment (`gst_segment_clip`).
    package func presented(start: Duration, duration: Duration) -> Range<Duration>? {
        var copy = raw
        let from = GstClockTime(clamping: start.gstreamerTime)
        let until = GstClockTime(clamping: (start + duration).gstreamerTime)
        var (clippedFrom, clippedUntil): (guint64, guint64) = (0, 0)
        guard unsafe gst_segment_clip(&copy, GST_FORMAT_TIME, from, until, &clippedFrom, &clippedUntil) != 0,
            let first = streamTime(.nanoseconds(Int64(clamping: clippedFrom))),
            let last = streamTime(.nanoseconds(Int64(clamping: clippedUntil)))
        else { return nil }
        return min(first, last)..<max(first, last)
    }
}

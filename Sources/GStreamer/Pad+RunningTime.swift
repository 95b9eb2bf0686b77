internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Lets nothing pass into this sink pad that only describes its stream, but for its first beginning: dvdspu and dvbsuboverlay hand that on with
    /// the pictures, and where those are being flushed the stream fails (1.22.0).
    package func takeWithoutDescriptions() {
        let beginning = StreamBeginning()
        unsafe passEvents { _, event in
            switch unsafe playhead_event_type(event) {
            case GST_EVENT_TAG, GST_EVENT_TOC, GST_EVENT_STREAM_COLLECTION, GST_EVENT_STREAM_GROUP_DONE: false
            case GST_EVENT_STREAM_START: beginning.isFirst()
            default: true
            }
        }
    }

    /// Gives what comes to this sink pad the times at which it is due, and lets nothing pass that is due never: dvbsuboverlay takes the times of
    /// subtitles for that, whatever their segment says (1.22.0).
    package func takeByRunningTime() {
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                return unsafe Box<Timetable>.value(of: data).pass(info)
            }, unsafe Box.data(Timetable()), { unsafe releaseBox($0) })
    }
}

/// Whether a stream has begun.
private final class StreamBeginning: Sendable {
    private let hasBegun = Atomic(false)

    func isFirst() -> Bool { !hasBegun.exchange(true, ordering: .relaxed) }
}

/// What is due when, by the last segment.
private final class Timetable: Sendable {
    private let segment = Mutex<Segment?>(nil)

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
            guard let event = unsafe playhead_probe_event(info),
                unsafe playhead_event_type(event) == GST_EVENT_SEGMENT
            else { return GST_PAD_PROBE_OK }
            let segment = unsafe Segment(lending: event)
            self.segment.withLock { $0 = segment }
            // One that begins at zero, and whose times are the same in every respect.
            var plain = GstSegment()
            unsafe gst_segment_init(&plain, GST_FORMAT_TIME)
            if let other = unsafe gst_event_new_segment(&plain) {
                unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
                unsafe playhead_probe_replace_event(info, other)
            }
            return GST_PAD_PROBE_OK
        }
        guard let buffer = unsafe playhead_probe_buffer(info), let segment = segment.withLock(\.self),
            let start = unsafe duration(playhead_buffer_pts(buffer))
        else { return GST_PAD_PROBE_OK }
        guard let due = segment.runningTime(of: start) else { return GST_PAD_PROBE_DROP }
        // What begins when a picture ends would be drawn into that already.
        unsafe playhead_probe_set_pts(info, GstClockTime(clamping: due.gstreamerTime + 1))
        return GST_PAD_PROBE_OK
    }
}

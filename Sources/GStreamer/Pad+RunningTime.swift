internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

extension Pad {
    /// Keeps events that describe the stream at this sink pad, in place of the event function of its element.
    /// dvdspu and dvbsuboverlay forward these events with the video: the stream fails while the video is
    /// flushed, and waits while a video frame waits for the clock (1.22.0).
    package func keepDescriptions() {
        guard Workaround.overlayForwardsStreamEvents.isNeeded else { return }
        unsafe playhead_pad_keep_descriptions(raw)
    }

    /// Converts timestamps at this sink pad to running time, and drops buffers without one. dvbsuboverlay
    /// interprets subtitle timestamps as running time, whatever their segment is (1.22.0), and draws a
    /// subtitle into the frame that ends when the subtitle starts (also 1.26.2).
    package func takeByRunningTime() {
        guard Workaround.dvbOverlayRunningTime.isNeeded else { return }
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

/// The segment that timestamps are converted with.
private final class Timetable: Sendable {
    private let segment = Mutex<Segment?>(nil)

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        if unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue == 0 {
            guard let event = unsafe playhead_probe_event(info),
                unsafe playhead_event_type(event) == GST_EVENT_SEGMENT
            else { return GST_PAD_PROBE_OK }
            let segment = unsafe Segment(lending: event)
            self.segment.withLock { $0 = segment }
            // A segment that starts at 0, in which stream time and running time are equal.
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
        // A subtitle that starts at the end of a frame would be drawn into that frame.
        unsafe playhead_probe_set_pts(info, GstClockTime(clamping: due.gstreamerTime + 1))
        return GST_PAD_PROBE_OK
    }
}

internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Ends all forward segments at a media time. Data after it lies outside of the segment.
    package func endSegments(at end: Duration) {
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM,
            { _, info, data in
                if let info = unsafe info, let data = unsafe data {
                    unsafe Box<SegmentEnd>.value(of: data).pass(info)
                }
                return GST_PAD_PROBE_OK
            }, unsafe Box.data(SegmentEnd(end: end)), { unsafe releaseBox($0) })
    }
}

private final class SegmentEnd: Sendable {
    private let end: Duration

    init(end: Duration) { self.end = end }

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let event = unsafe playhead_probe_event(info),
            unsafe playhead_event_type(event) == GST_EVENT_SEGMENT,
            let segment = unsafe Segment(lending: event), segment.isTime, segment.isForwards
        else { return }
        var raw = segment.raw
        let end = GstClockTime(clamping: end.gstreamerTime)
        guard raw.start <= GstClockTime(Int64.max), raw.time <= GstClockTime(Int64.max) else { return }
        let stop = raw.start + (end > raw.time ? end - raw.time : 0)
        guard raw.stop == playhead_clock_time_none() || raw.stop > stop else { return }
        raw.stop = stop
        guard let other = unsafe gst_event_new_segment(&raw) else { return }
        unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, other)
    }
}

extension Pad {
    /// Calls a handler with the end of each buffer that passes, in media time, on the streaming thread.
    ///
    /// While the pad is not linked, its data is dropped here: oggdemux sends nothing more from a pad after
    /// `GST_FLOW_NOT_LINKED`.
    package func followEnd(_ handler: @escaping @Sendable (Duration) -> Void) {
        let segment = Mutex<Segment?>(nil)
        watch { passage in
            switch passage {
            case .segment(let new): segment.withLock { $0 = new }
            case .buffer(let start?, let duration):
                guard let segment = segment.withLock(\.self), segment.isTime,
                    let end = segment.unboundedStreamTime(start + (duration ?? .zero))
                else { return }
                handler(end)
            default: break
            }
        }
        unsafe gst_pad_add_probe(
            raw, GST_PAD_PROBE_TYPE_BUFFER,
            { pad, _, _ in
                guard let pad = unsafe pad, unsafe gst_pad_is_linked(pad) == 0 else {
                    return GST_PAD_PROBE_OK
                }
                return GST_PAD_PROBE_DROP
            }, nil, nil)
    }
}

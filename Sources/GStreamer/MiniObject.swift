internal import CGStreamer

/// A reference to a buffer, a buffer list or an event that passes a pad downstream.
@safe final class MiniObject: @unchecked Sendable {
    enum Content: Sendable {
        /// Data, with the time of its first buffer.
        case data(Duration?)
        case segment(Segment)
        case gap
        case end
        case flush
        /// An event that precedes the segment, or is not serialized with the data.
        case before
        case other
    }

    // Never modified here; code that modifies it has to copy it.
    private let raw: UnsafeMutablePointer<GstMiniObject>
    private let isEvent: Bool
    let content: Content

    init?(lending info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let raw = unsafe playhead_probe_object(info) else { return nil }
        let type = unsafe playhead_probe_type(info).rawValue
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 {
            content = unsafe .data(duration(playhead_buffer_pts(playhead_probe_buffer(info))))
        } else if type & GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue != 0 {
            content = unsafe .data(duration(playhead_probe_list_pts(info)))
        } else {
            guard let event = unsafe playhead_probe_event(info) else { return nil }
            content = unsafe Content(lending: event)
        }
        isEvent = type & (GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue) == 0
        unsafe self.raw = unsafe gst_mini_object_ref(raw)
    }

    /// Adds a reference.
    init(retaining buffer: UnsafeMutablePointer<GstBuffer>) {
        content = unsafe .data(duration(playhead_buffer_pts(buffer)))
        isEvent = false
        unsafe raw = gst_mini_object_ref(playhead_buffer_object(buffer))
    }

    /// Adds a reference.
    init(retaining event: UnsafeMutablePointer<GstEvent>) {
        content = unsafe Content(lending: event)
        isEvent = true
        unsafe raw = gst_mini_object_ref(playhead_event_object(event))
    }

    deinit { unsafe gst_mini_object_unref(raw) }

    var isData: Bool { !isEvent }

    var isEnd: Bool {
        if case .end = content { true } else { false }
    }

    var segment: Segment? {
        if case .segment(let segment) = content { segment } else { nil }
    }

    func isSame(as other: MiniObject) -> Bool { unsafe raw == other.raw }

    /// Pushes the object to the peer of a pad. The end of a stream does not close the pad, so that more may follow.
    func pushLeavingOpen(on pad: Pad) -> GstFlowReturn {
        guard isEnd, let peer = pad.peer else { return push(on: pad) }
        unsafe gst_mini_object_ref(raw)
        unsafe gst_pad_send_event(
            peer.raw, UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstEvent.self))
        return GST_FLOW_OK
    }

    /// Pushes the object from a pad (`gst_pad_push`, `gst_pad_push_list`, `gst_pad_push_event`).
    func push(on pad: Pad) -> GstFlowReturn { unsafe playhead_push_object(pad.raw, raw) }
}

extension MiniObject.Content {
    fileprivate init(lending event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_SEGMENT:
            let segment = unsafe Segment(lending: event)
            self = segment.map { .segment($0) } ?? .other
        case GST_EVENT_GAP: self = .gap
        case GST_EVENT_EOS: self = .end
        case GST_EVENT_FLUSH_START, GST_EVENT_FLUSH_STOP: self = .flush
        case GST_EVENT_STREAM_START, GST_EVENT_CAPS: self = .before
        default: self = unsafe playhead_event_is_serialized(event) != 0 ? .other : .before
        }
    }
}

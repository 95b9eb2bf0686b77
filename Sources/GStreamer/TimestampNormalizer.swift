internal import CGStreamer
internal import Synchronization

/// Has the timeline of what leaves a demuxer begin with its first picture, where the times in it begin later: those of MPEG-TS count
/// from a clock reference that runs ahead (1.22.0).
///
/// Nothing goes on before it is known where each stream begins. Only the segments are changed then, and where seeks go to, so that
/// everything behind the demuxer sees one timeline.
@safe package final class TimestampNormalizer: Sendable {
    private let state = Mutex(State())

    /// Follows a demuxer, before it has given anything out.
    package static func follow(_ demuxer: Element) {
        let origin = TimestampNormalizer()
        demuxer.onPadAdded { origin.watch($0) }
    }

    private func watch(_ pad: Pad) {
        let key = unsafe UInt(bitPattern: pad.raw)
        let name = pad.name
        let kind: Kind = name.hasPrefix("video") ? .pictures : name.hasPrefix("audio") ? .sound : .other
        state.withLock { $0.streams[key] = Stream(kind: kind) }
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_BOTH.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data else {
                    return GST_PAD_PROBE_OK
                }
                return unsafe Box<Exit>.value(of: data).origin.pass(info, at: pad)
            }, unsafe Box.data(Exit(origin: self, key: key)), { unsafe releaseBox($0) })
    }

    /// Lives as long as a pad.
    private final class Exit: Sendable {
        let origin: TimestampNormalizer
        let key: UInt
        init(origin: TimestampNormalizer, key: UInt) { (self.origin, self.key) = (origin, key) }
        deinit { origin.state.withLock { _ = $0.streams.removeValue(forKey: key) } }
    }

    private func pass(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>
    ) -> GstPadProbeReturn {
        let type = unsafe playhead_probe_type(info).rawValue
        if type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue != 0 {
            unsafe turn(info)
            return GST_PAD_PROBE_OK
        }
        let isData = type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue == 0
        let key = UInt(bitPattern: pad)
        if isData, state.withLock({ $0.origin != nil }) {
            if let segment = state.withLock({ $0.takeMissingSegment(of: key) }) {
                unsafe push(segment, on: pad)
            }
            return GST_PAD_PROBE_OK
        }
        guard let item = unsafe MiniObject(lending: info) else { return GST_PAD_PROBE_OK }
        switch state.withLock({ $0.take(item, of: key) }) {
        case .pass:
            if let segment = item.segment { unsafe move(segment, in: info) }
            return GST_PAD_PROBE_OK
        case .hold: return GST_PAD_PROBE_DROP
        case .release:
            let result = unsafe release(after: pad)
            // The end of a stream follows what was held of it.
            guard item.isData else { return item.isEnd ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP }
            unsafe playhead_probe_drop(info, result)
            return GST_PAD_PROBE_HANDLED
        }
    }

    /// Gives out all that was held, that of this pad last; answers how that went there.
    private func release(after pad: UnsafeMutablePointer<GstPad>) -> GstFlowReturn {
        let current = UInt(bitPattern: pad)
        let held = state.withLock { $0.takeHeld(last: current) }
        var result = GST_FLOW_OK
        for (pad, items) in held {
            result = GST_FLOW_OK
            for item in items where result == GST_FLOW_OK { result = item.push(on: pad) }
        }
        return result
    }

    /// Replaces a segment by what it is on the timeline that begins with the first picture.
    private func move(_ segment: Segment, in info: UnsafeMutablePointer<GstPadProbeInfo>) {
        let (origin, goal) = state.withLock { ($0.origin ?? .zero, $0.isExact ? $0.goal : nil) }
        guard segment.isTime, origin > .zero, let event = unsafe playhead_probe_event(info) else { return }
        var raw = segment.raw
        let offset = GstClockTime(clamping: origin.gstreamerTime)
        raw.start = max(raw.start, offset, goal?.raw.start ?? 0)
        raw.time = raw.start - offset
        raw.position = max(raw.position, raw.start)
        guard let moved = unsafe gst_event_new_segment(&raw) else { return }
        unsafe gst_event_set_seqnum(moved, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, moved)
    }

    private func push(_ segment: Segment, on pad: UnsafeMutablePointer<GstPad>) {
        var raw = segment.raw
        if let event = unsafe gst_event_new_segment(&raw) { unsafe gst_pad_push_event(pad, event) }
    }

    /// Leads a seek to where the medium has what is looked for.
    private func turn(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        let origin = state.withLock { $0.origin ?? .zero }
        guard origin > .zero, let event = unsafe playhead_probe_event(info),
            unsafe playhead_event_type(event) == GST_EVENT_SEEK
        else { return }
        var (rate, format, flags) = (1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, -1)
        unsafe gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        guard format == GST_FORMAT_TIME else { return }
        let offset = origin.gstreamerTime
        // Beyond the length that it guesses tsdemux may find nothing (1.22.0); what lies before the target is left out later.
        let isExact = rate > 0 && flags.rawValue & GST_SEEK_FLAG_ACCURATE.rawValue != 0
        let asked = start
        if startType == GST_SEEK_TYPE_SET, start >= 0 { start += offset }
        if stopType == GST_SEEK_TYPE_SET, stop >= 0 { stop += offset }
        var goal = GstSegment()
        unsafe gst_segment_init(&goal, GST_FORMAT_TIME)
        goal.rate = rate
        (goal.start, goal.time) = (GstClockTime(clamping: start), GstClockTime(clamping: start))
        goal.position = goal.start
        if stop >= 0 { goal.stop = GstClockTime(clamping: stop) }
        state.withLock { ($0.goal, $0.isExact) = (Segment(raw: goal), isExact) }
        // tsdemux that has just read to where a seek leads goes on from there, and has no keyframe (1.22.0): hardly any picture begins beside another.
        let beside = (isExact ? asked : start) + (startType == GST_SEEK_TYPE_SET ? 1 : 0)
        let turned = unsafe gst_event_new_seek(rate, format, flags, startType, beside, stopType, stop)
        guard let turned = unsafe turned else { return }
        unsafe gst_event_set_seqnum(turned, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, turned)
    }
}

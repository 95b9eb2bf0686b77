internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// Moves the timeline of a demuxer to its first video frame. The timestamps of MPEG-TS count from a clock
/// reference that runs ahead (1.22.0).
///
/// It holds all data until the start of each stream is known. It then changes only segments and seek
/// positions. All downstream elements therefore see one timeline.
@safe package final class TimestampNormalizer: Sendable {
    private let state = Mutex(State())

    /// Attaches to a demuxer before its first output.
    package static func follow(_ demuxer: Element) {
        guard Workaround.tsTimestampOrigin.isNeeded else { return }
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

    /// Removes the stream when its pad is destroyed.
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
            // The end of a stream follows its held data.
            guard item.isData else { return item.isEnd ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP }
            unsafe playhead_probe_drop(info, result)
            return GST_PAD_PROBE_HANDLED
        }
    }

    /// Pushes all held objects, those of this pad last, and returns the result for this pad.
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

    /// Replaces a segment by its equivalent on the moved timeline.
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

    /// Moves a seek position from the moved timeline to the timeline of the medium.
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
        // Beyond its estimated duration tsdemux may find nothing (1.22.0). Data before the target is dropped
        // later.
        let isExact =
            Workaround.tsSeekBeyondLength.isNeeded && rate > 0
            && flags.rawValue & GST_SEEK_FLAG_ACCURATE.rawValue != 0
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
        // If tsdemux has just read up to the seek target, it continues there without a keyframe (1.22.0). The
        // target is moved by 1 ns, because hardly any frame starts there.
        let step: gint64 =
            startType == GST_SEEK_TYPE_SET && Workaround.tsSeekWithoutKeyframe.isNeeded ? 1 : 0
        let beside = (isExact ? asked : start) + step
        let turned = unsafe gst_event_new_seek(rate, format, flags, startType, beside, stopType, stop)
        guard let turned = unsafe turned else { return }
        unsafe gst_event_set_seqnum(turned, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, turned)
    }
}

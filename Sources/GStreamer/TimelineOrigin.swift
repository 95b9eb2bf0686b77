internal import CGStreamer
internal import Synchronization

/// Has the timeline of what leaves a demuxer begin with its first picture, where the times in it begin later: those of MPEG-TS count
/// from a clock reference that runs ahead, and HLS hands them on as they are (1.22.0).
///
/// Nothing goes on before it is known where each stream begins. Only the segments are changed then, and where seeks go to, so that
/// everything behind the demuxer sees one timeline.
@safe package final class TimelineOrigin: Sendable {
    /// By what the demuxer tells its times.
    package enum Reckoning: Sendable {
        /// By the medium itself: all of its timeline is moved, and seeks are moved back.
        case byMedium
        /// By a playlist: seeks find their segments by it, and what these hold is late by the same time everywhere.
        case byPlaylist
        /// By a playlist too, but by how much it is late follows from the segment with which playback begins.
        case bySegment
    }

    private let reckoning: Reckoning
    /// Where the demuxer's timeline begins on that of the load.
    private let beginning: @Sendable () -> Duration
    private let state = Mutex(State())

    /// Follows a demuxer, before it has given anything out. `beginning` is asked for each segment.
    package static func follow(
        _ demuxer: Element, _ reckoning: Reckoning,
        from beginning: @escaping @Sendable () -> Duration = { .zero }
    ) {
        let origin = TimelineOrigin(reckoning, beginning)
        demuxer.onPadAdded { origin.watch($0) }
        guard reckoning == .bySegment else { return }
        // Only where a segment begins does hlsdemux say when that is.
        demuxer.pad("sink")?.watch { passage in
            switch passage {
            case .flush: origin.state.withLock { $0.anchor = nil }
            case .buffer(let start?, _): origin.state.withLock { $0.anchor = $0.anchor ?? start }
            default: break
            }
        }
    }

    private init(_ reckoning: Reckoning, _ beginning: @escaping @Sendable () -> Duration) {
        self.reckoning = reckoning
        self.beginning = beginning
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
        let origin: TimelineOrigin
        let key: UInt
        init(origin: TimelineOrigin, key: UInt) { (self.origin, self.key) = (origin, key) }
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
        guard let item = unsafe StreamItem(lending: info) else { return GST_PAD_PROBE_OK }
        switch state.withLock({ $0.take(item, of: key, reckoning) }) {
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
        let beginning = beginning()
        guard segment.isTime, origin > .zero || beginning > .zero,
            let event = unsafe playhead_probe_event(info)
        else { return }
        var raw = segment.raw
        raw.time += GstClockTime(clamping: beginning.gstreamerTime)
        let offset = GstClockTime(clamping: origin.gstreamerTime)
        switch reckoning {
        case .byMedium:
            raw.start = max(raw.start, offset, goal?.raw.start ?? 0)
            raw.time = raw.start - offset
        case .byPlaylist, .bySegment:
            raw.start += offset
            if raw.stop != playhead_clock_time_none() { raw.stop += offset }
        }
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
        guard case .byMedium = reckoning, origin > .zero, let event = unsafe playhead_probe_event(info),
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

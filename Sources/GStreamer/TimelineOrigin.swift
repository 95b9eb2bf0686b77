internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// Moves the timeline of a demuxer to its first sample. Files that were cut from a longer recording, or
/// stored from a live stream, often begin seconds or hours after 0.
///
/// It holds all data until the start of each stream is known, but only if the first data is late. It then
/// changes only segments, seek positions and durations. All downstream elements therefore see one timeline.
@safe package final class TimelineOrigin: Sendable {
    let state: Mutex<State>

    private init(movesItself: Bool) { state = Mutex(State(movesItself: movesItself)) }

    /// The demuxers whose output may begin late.
    package static let demuxers: Set<String> = ["qtdemux", "matroskademux", "flvdemux"]

    /// Attaches to a demuxer before its first output.
    @discardableResult
    package static func follow(_ demuxer: Element) -> TimelineOrigin {
        let origin = TimelineOrigin(movesItself: demuxer.factoryName == "matroskademux")
        demuxer.onPadAdded { origin.watch($0) }
        return origin
    }

    private func watch(_ pad: Pad) {
        let key = unsafe UInt(bitPattern: pad.raw)
        let name = pad.name
        let isVideo = name.hasPrefix("video")
        let stream = Stream(isMedium: isVideo || name.hasPrefix("audio"), isVideo: isVideo)
        state.withLock { $0.streams[key] = stream }
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_BOTH.rawValue | GST_PAD_PROBE_TYPE_EVENT_FLUSH.rawValue
            | GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue
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
        let origin: TimelineOrigin
        let key: UInt
        init(origin: TimelineOrigin, key: UInt) { (self.origin, self.key) = (origin, key) }
        deinit { origin.state.withLock { _ = $0.streams.removeValue(forKey: key) } }
    }

    private func pass(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>
    ) -> GstPadProbeReturn {
        let type = unsafe playhead_probe_type(info).rawValue
        if type & GST_PAD_PROBE_TYPE_QUERY_UPSTREAM.rawValue != 0 {
            // The answer has arrived.
            if type & GST_PAD_PROBE_TYPE_PULL.rawValue != 0 { unsafe shorten(info) }
            return GST_PAD_PROBE_OK
        }
        if type & GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue != 0 {
            unsafe turn(info)
            return GST_PAD_PROBE_OK
        }
        let isData = type & GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue == 0
        let key = UInt(bitPattern: pad)
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0, let buffer = unsafe playhead_probe_buffer(info) {
            unsafe follow(buffer, of: key)
        }
        if isData, state.withLock({ $0.origin != nil }) { return GST_PAD_PROBE_OK }
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
        let (origin, goal) = state.withLock { ($0.origin ?? .zero, $0.goal) }
        guard segment.isTime, origin > .zero || goal > segment.raw.time,
            let event = unsafe playhead_probe_event(info)
        else { return }
        var raw = segment.raw
        let offset = GstClockTime(clamping: origin.gstreamerTime)
        if goal > raw.time {
            raw.start += GstClockTime(goal) - raw.time
            raw.time = GstClockTime(goal)
        }
        if raw.time >= offset {
            raw.time -= offset
        } else {
            raw.start += offset - raw.time
            raw.time = 0
        }
        raw.position = max(raw.position, raw.start)
        guard let moved = unsafe gst_event_new_segment(&raw) else { return }
        unsafe gst_event_set_seqnum(moved, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, moved)
    }

    /// Moves a seek position from the moved timeline to the timeline of the demuxer.
    private func turn(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let event = unsafe playhead_probe_event(info),
            unsafe playhead_event_type(event) == GST_EVENT_SEEK
        else { return }
        let origin = state.withLock { state in
            state.isSought = true
            return state.origin ?? .zero
        }
        var (rate, format, flags) = (1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, -1)
        unsafe gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        guard format == GST_FORMAT_TIME else { return }
        let offset = origin.gstreamerTime
        let has = { (flag: GstSeekFlags) in flags.rawValue & flag.rawValue != 0 }
        let isAimed =
            startType == GST_SEEK_TYPE_SET && rate > 0 && start > 0 && !has(GST_SEEK_FLAG_SNAP_AFTER)
        let place = state.withLock { state in
            state.aim(at: isAimed ? UInt64(start + offset) : nil, isExact: has(GST_SEEK_FLAG_ACCURATE))
        }
        guard origin > .zero || place != nil else { return }
        if startType == GST_SEEK_TYPE_SET, start >= 0 { start = place.map { gint64($0) } ?? start + offset }
        if stopType == GST_SEEK_TYPE_SET, stop >= 0 { stop += offset }
        let turned = unsafe gst_event_new_seek(rate, format, flags, startType, start, stopType, stop)
        guard let turned = unsafe turned else { return }
        unsafe gst_event_set_seqnum(turned, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, turned)
    }

    /// Subtracts from a duration what lies before the first sample.
    private func shorten(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        let before = state.withLock { $0.before }
        guard before > .zero, let query = unsafe playhead_probe_query(info),
            unsafe query.pointee.type == GST_QUERY_DURATION
        else { return }
        var format = GST_FORMAT_UNDEFINED
        var duration: gint64 = -1
        unsafe gst_query_parse_duration(query, &format, &duration)
        guard format == GST_FORMAT_TIME, duration > before.gstreamerTime else { return }
        unsafe gst_query_set_duration(query, GST_FORMAT_TIME, duration - before.gstreamerTime)
    }
}

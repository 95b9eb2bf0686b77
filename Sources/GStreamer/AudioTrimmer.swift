internal import CGStreamer
internal import MediaFormats
internal import Synchronization

/// Has exactly the samples of the original come out of a decoded stream, and its timeline begin with the first of them.
///
/// Demuxers and decoders of 1.22 count in nanoseconds and cut off what lies outside a segment to the sample before or after; what an encoder
/// put before and after the sound most of them leave in. Only segments and buffers are changed here, and where seeks go to, so that
/// everything behind sees one timeline.
@safe package final class AudioTrimmer: Sendable {
    /// The part of a decoded stream that is heard, in samples of one channel.
    package struct Part: Sendable, Equatable {
        /// How many in a second.
        package var rate: Int
        /// How many come before it.
        package var delay: Int
        /// How many it has; nil for all that come.
        package var total: Int?
        /// Whether other streams of the same demuxer are not later by the delay: then seeks are left alone, and what they lead to is later
        /// here than where they lead.
        package var isBesideOthers: Bool

        package init(rate: Int, delay: Int, total: Int?, isBesideOthers: Bool = false) {
            (self.rate, self.delay, self.total) = (rate, delay, total)
            self.isBesideOthers = isBesideOthers
        }
    }

    fileprivate struct State: Sendable {
        var grid: SampleGrid?
        var frameSize = 0
        var segment: Segment?
        /// The sample that follows those that have come since the segment began.
        var next: Int?
        /// Where the last seek was to lead exactly.
        var goal: Duration?
    }

    private let part: Part
    private let state = Mutex(State())

    /// How long before the target of an exact seek decoding begins: at once, decoders are right neither in what they give out nor in which
    /// sample they begin with. Opus asks for 80 ms (RFC 7845, 4.6), AAC for two frames.
    private static let lead: Duration = .milliseconds(100)

    /// Trims what leaves a decoder through a pad, of which nothing has passed yet.
    package static func apply(_ part: Part, to pad: Pad) {
        let trim = AudioTrimmer(part)
        let mask =
            GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
            | GST_PAD_PROBE_TYPE_EVENT_UPSTREAM.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                return unsafe Box<AudioTrimmer>.value(of: data).pass(info)
            }, unsafe Box.data(trim), { unsafe releaseBox($0) })
    }

    private init(_ part: Part) { self.part = part }

    private func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        let type = unsafe playhead_probe_type(info).rawValue
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 { return unsafe cut(info) }
        guard let event = unsafe playhead_probe_event(info) else { return GST_PAD_PROBE_OK }
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_CAPS: unsafe takeCaps(event)
        case GST_EVENT_SEGMENT: unsafe move(event, in: info)
        case GST_EVENT_SEEK: if !part.isBesideOthers { unsafe turn(event, in: info) }
        default: break
        }
        return GST_PAD_PROBE_OK
    }

    private func takeCaps(_ event: UnsafeMutablePointer<GstEvent>) {
        var caps: UnsafeMutablePointer<GstCaps>?
        unsafe gst_event_parse_caps(event, &caps)
        var info = unsafe GstAudioInfo()
        guard let caps = unsafe caps, unsafe gst_audio_info_from_caps(&info, caps) != 0 else { return }
        let (rate, size) = unsafe (Int(info.rate), Int(info.bpf))
        state.withLock { ($0.grid, $0.frameSize, $0.next) = (SampleGrid(rate: rate), size, nil) }
    }

    /// Lets through what of a buffer is heard, with the times of its samples.
    private func cut(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> GstPadProbeReturn {
        guard let buffer = unsafe playhead_probe_buffer(info),
            let pts = unsafe duration(playhead_buffer_pts(buffer))
        else { return GST_PAD_PROBE_OK }
        let size = state.withLock(\.frameSize)
        let count = unsafe Int(playhead_buffer_samples(buffer, gsize(size)))
        guard let verdict = state.withLock({ $0.take(pts, count: count) }) else { return GST_PAD_PROBE_OK }
        guard !verdict.kept.isEmpty else { return GST_PAD_PROBE_DROP }
        unsafe playhead_probe_trim(
            info, gsize(size), gsize(verdict.kept.lowerBound), gsize(verdict.kept.count),
            GstClockTime(clamping: verdict.start.gstreamerTime),
            GstClockTime(clamping: verdict.length.gstreamerTime))
        return GST_PAD_PROBE_OK
    }

    /// Replaces a segment by what it is on the timeline of the original.
    private func move(
        _ event: UnsafeMutablePointer<GstEvent>, in info: UnsafeMutablePointer<GstPadProbeInfo>
    ) {
        guard let segment = unsafe Segment(lending: event), segment.isTime else { return }
        let moved = state.withLock { state in
            let moved = segment.moved(to: part, exactly: state.goal)
            (state.segment, state.next) = (moved, nil)
            return moved
        }
        var raw = moved.raw
        guard let other = unsafe gst_event_new_segment(&raw) else { return }
        unsafe gst_event_set_seqnum(other, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, other)
    }

    /// Leads a seek to where the decoded stream has what is looked for.
    private func turn(
        _ event: UnsafeMutablePointer<GstEvent>, in info: UnsafeMutablePointer<GstPadProbeInfo>
    ) {
        var (rate, format, flags) = (1.0, GST_FORMAT_TIME, GST_SEEK_FLAG_NONE)
        var (startType, stopType) = (GST_SEEK_TYPE_NONE, GST_SEEK_TYPE_NONE)
        var (start, stop): (gint64, gint64) = (0, -1)
        unsafe gst_event_parse_seek(event, &rate, &format, &flags, &startType, &start, &stopType, &stop)
        guard format == GST_FORMAT_TIME, max(start, stop) < gint64.max / 2 else { return }
        let isExact = rate > 0 && flags.rawValue & GST_SEEK_FLAG_ACCURATE.rawValue != 0
        let goal = isExact && startType == GST_SEEK_TYPE_SET ? Duration.nanoseconds(Int64(start)) : nil
        state.withLock { $0.goal = goal }
        let delay = SampleGrid(rate: part.rate).time(of: part.delay).gstreamerTime
        let lead = isExact ? Self.lead.gstreamerTime : 0
        if startType == GST_SEEK_TYPE_SET, start > 0 || rate > 0 { start = max(start + delay - lead, 0) }
        if stopType == GST_SEEK_TYPE_SET, stop >= 0 { stop += delay }
        let turned = unsafe gst_event_new_seek(rate, format, flags, startType, start, stopType, stop)
        guard let turned = unsafe turned else { return }
        unsafe gst_event_set_seqnum(turned, gst_event_get_seqnum(event))
        unsafe playhead_probe_replace_event(info, turned)
    }
}

extension AudioTrimmer.State {
    fileprivate struct Verdict {
        /// Which samples of the buffer are heard.
        var kept: Range<Int>
        /// When the first of them is due, in the time of the buffer, and how long all of them last.
        var start: Duration
        var length: Duration
    }

    /// What is to become of a buffer; nil when that cannot be said, and it stays as it is.
    fileprivate mutating func take(_ pts: Duration, count: Int) -> Verdict? {
        guard let grid, count > 0, let segment, segment.isTime,
            let mediaTime = segment.unboundedStreamTime(pts), let bounds = segment.samples(on: grid)
        else { return nil }
        var first = grid.sample(at: mediaTime)
        // Times that a container rounds are no gaps.
        if let next, segment.isForwards, abs(first - next) <= grid.rate / Self.roundings { first = next }
        let from = min(max(bounds.lowerBound - first, 0), count)
        let until = max(min(bounds.upperBound - first, count), from)
        // Where decoding begins, times are those of a seek and not of its samples.
        if until > from { next = first + count }
        let start = grid.time(of: first + from)
        return Verdict(
            kept: from..<until, start: pts + (start - mediaTime), length: grid.time(of: first + until) - start
        )
    }

    /// Two milliseconds: Matroska counts in one.
    private static let roundings = 500
}

extension Segment {
    /// The samples of the media timeline that lie inside.
    fileprivate func samples(on grid: SampleGrid) -> Range<Int>? {
        guard let start else { return nil }
        let first = grid.sample(at: start)
        guard raw.stop != playhead_clock_time_none() else { return first..<max(first, Self.endless) }
        let stop = Duration.nanoseconds(Int64(clamping: raw.stop))
        return first..<max(first, unboundedStreamTime(stop).map(grid.sample(at:)) ?? Self.endless)
    }

    /// More samples than anything has, and few enough to count on from there.
    private static let endless = Int.max >> 1

    /// What it is when the media timeline is that of a part of what comes.
    fileprivate func moved(to part: AudioTrimmer.Part, exactly goal: Duration?) -> Segment {
        let grid = SampleGrid(rate: part.rate)
        let delay = GstClockTime(clamping: grid.time(of: part.delay).gstreamerTime)
        let length = part.total.map { GstClockTime(clamping: grid.time(of: $0).gstreamerTime) }
        var moved = raw
        guard max(raw.time, raw.start) <= GstClockTime(Int64.max) else { return self }
        if part.isBesideOthers {
            moved.start += delay
            if raw.stop <= GstClockTime(Int64.max) { moved.stop += delay }
        } else if raw.time >= delay {
            moved.time -= delay
        } else {
            moved.start += delay - raw.time
            moved.time = 0
        }
        if isForwards, let goal {
            let time = min(GstClockTime(clamping: goal.gstreamerTime), length ?? .max)
            if moved.time < time {
                moved.start += time - moved.time
                moved.time = time
            }
        }
        if let length {
            let stop = moved.start + (length > moved.time ? length - moved.time : 0)
            if raw.stop == playhead_clock_time_none() || moved.stop > stop { moved.stop = stop }
            moved.duration = length
        }
        if moved.stop != playhead_clock_time_none() { moved.stop = max(moved.stop, moved.start) }
        moved.position = isForwards ? moved.start : moved.stop
        return Segment(raw: moved)
    }
}

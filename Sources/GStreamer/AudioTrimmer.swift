internal import CGStreamer
internal import MediaFormats
internal import PlayheadSystem
internal import Synchronization

/// Trims decoded audio to exactly the original samples, and moves its timeline to the first of them.
///
/// Demuxers and decoders of GStreamer 1.22 count in nanoseconds and clip segments with an error of one
/// sample. Most of them keep the padding of the encoder. The trimmer changes only segments, buffers and seek
/// positions. All downstream elements therefore see one timeline.
@safe package final class AudioTrimmer: Sendable {
    /// The range of a decoded stream that is played, in samples per channel.
    package struct Part: Sendable, Equatable {
        /// The sample rate in hertz.
        package var rate: Int
        /// The number of samples before the range.
        package var delay: Int
        /// The number of samples in the range; nil for no limit.
        package var total: Int?
        /// Whether other streams of the demuxer are not shifted by the delay. Then seeks stay unchanged, and
        /// their results are later here by the delay.
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
        /// The number of the sample after the last one in this segment.
        var next: Int?
        /// The target of the last accurate seek.
        var goal: Duration?
    }

    private let part: Part
    private let state = Mutex(State())

    /// The time before an accurate seek target at which decoding begins. Decoders first output wrong samples,
    /// or begin with a wrong sample. Opus needs 80 ms (RFC 7845, section 4.6), AAC two frames.
    private static let lead: Duration = .milliseconds(100)

    /// Trims the output of a decoder at a pad. No data may have passed the pad yet.
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
        var info = unsafe GstAudioInfo()
        guard unsafe playhead_event_sample_format(event, &info) != 0 else { return }
        let (rate, size) = unsafe (Int(info.rate), Int(info.bpf))
        state.withLock { ($0.grid, $0.frameSize, $0.next) = (SampleGrid(rate: rate), size, nil) }
    }

    /// Clips a buffer to the range and sets the times of its samples.
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

    /// Replaces a segment by its equivalent on the original timeline.
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

    /// Moves a seek position from the original timeline to the timeline of the decoded stream.
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
        let lead = isExact && Workaround.audioLeadIn.isNeeded ? Self.lead.gstreamerTime : 0
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
        /// The samples of the buffer that are kept.
        var kept: Range<Int>
        /// The time of the first kept sample in buffer time, and the duration of all kept samples.
        var start: Duration
        var length: Duration
    }

    /// The verdict about a buffer; nil if it has to pass unchanged.
    fileprivate mutating func take(_ pts: Duration, count: Int) -> Verdict? {
        guard let grid, count > 0, let segment, segment.isTime,
            let mediaTime = segment.unboundedStreamTime(pts), let bounds = segment.samples(on: grid)
        else { return nil }
        var first = grid.sample(at: mediaTime)
        // Timestamps that a container rounds are not gaps.
        if let next, segment.isForwards, abs(first - next) <= grid.rate / Self.roundings { first = next }
        let from = min(max(bounds.lowerBound - first, 0), count)
        let until = max(min(bounds.upperBound - first, count), from)
        // At the beginning of decoding, timestamps belong to the seek instead of the samples.
        if until > from { next = first + count }
        let start = grid.time(of: first + from)
        return Verdict(
            kept: from..<until, start: pts + (start - mediaTime), length: grid.time(of: first + until) - start
        )
    }

    /// The tolerance is 1/500 s (2 ms), because Matroska rounds to 1 ms.
    private static let roundings = 500
}

extension Segment {
    /// The samples of the media timeline inside the segment.
    fileprivate func samples(on grid: SampleGrid) -> Range<Int>? {
        guard let start else { return nil }
        let first = grid.sample(at: start)
        guard raw.stop != playhead_clock_time_none() else { return first..<max(first, Self.endless) }
        let stop = Duration.nanoseconds(Int64(clamping: raw.stop))
        return first..<max(first, unboundedStreamTime(stop).map(grid.sample(at:)) ?? Self.endless)
    }

    /// A number larger than any sample count, with room for additions.
    private static let endless = Int.max >> 1

    /// The segment on the media timeline of the kept range.
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

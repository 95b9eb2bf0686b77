internal import CGStreamer
internal import Synchronization

extension Pad {
    /// Times audio buffers by their samples since the first one behind a flush, or behind a jump of their own times by
    /// more than 100 ms.
    package func countTimes() { add(SampleCount(), withFlushes: true) }
}

/// The samples of a stream since a time.
private final class SampleCount: PadProbe {
    private struct State {
        var rate = 0
        var frameSize = 0
        var start: Duration?
        var frames = 0
        var length: Duration { .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(rate)) }
    }

    /// In nanoseconds.
    private static let tolerance: gint64 = 100_000_000

    private let state = Mutex(State())

    func pass(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        let type = unsafe playhead_probe_type(info).rawValue
        if type & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 { return unsafe time(info) }
        guard let event = unsafe playhead_probe_event(info) else { return }
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_CAPS: unsafe takeCaps(event)
        case GST_EVENT_SEGMENT, GST_EVENT_FLUSH_STOP: state.withLock { $0.start = nil }
        default: break
        }
    }

    private func takeCaps(_ event: UnsafeMutablePointer<GstEvent>) {
        var info = unsafe GstAudioInfo()
        guard unsafe playhead_event_sample_format(event, &info) != 0 else { return }
        let (rate, size) = unsafe (Int(info.rate), Int(info.bpf))
        state.withLock { $0 = State(rate: rate, frameSize: size) }
    }

    private func time(_ info: UnsafeMutablePointer<GstPadProbeInfo>) {
        guard let buffer = unsafe playhead_probe_buffer(info),
            let own = unsafe duration(playhead_buffer_pts(buffer))
        else { return }
        let size = unsafe Int(gst_buffer_get_size(buffer))
        let counted = state.withLock { state -> Duration? in
            guard state.rate > 0, state.frameSize > 0 else { return nil }
            let jump = state.start.map { abs(($0 + state.length - own).gstreamerTime) } ?? 0
            if jump > Self.tolerance { state.start = nil }
            if state.start == nil { (state.start, state.frames) = (own, 0) }
            defer { state.frames += size / state.frameSize }
            return (state.start ?? own) + state.length
        }
        guard let counted, counted != own else { return }
        unsafe playhead_probe_set_pts(info, GstClockTime(clamping: counted.gstreamerTime))
    }
}

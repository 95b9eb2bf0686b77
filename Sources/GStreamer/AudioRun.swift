internal import CGStreamer

/// A reference to a buffer of decoded audio samples, at the sample rate of their playback speed, or to a frame that is
/// not decoded.
@safe package final class AudioRun: @unchecked Sendable {
    // Read only; reference counting is thread-safe in GStreamer.
    let buffer: UnsafeMutablePointer<GstBuffer>
    let caps: UnsafeMutablePointer<GstCaps>
    /// The sample rate in hertz.
    package let rate: Int
    private let bytesPerFrame: Int
    /// The time of the first sample on the pipeline clock, without the latency of the pipeline.
    package let due: Duration?
    /// How the frame is encoded, and the number of its samples per channel; nil if the samples are decoded.
    private let encoded: (encoding: EncodedAudio, samples: Int)?
    package var encoding: EncodedAudio? { encoded?.encoding }

    init(
        taking buffer: UnsafeMutablePointer<GstBuffer>, taking caps: UnsafeMutablePointer<GstCaps>, rate: Int,
        bytesPerFrame: Int, due: Duration?, encoded: (encoding: EncodedAudio, samples: Int)? = nil
    ) {
        unsafe self.buffer = buffer
        unsafe self.caps = caps
        self.rate = rate
        self.bytesPerFrame = bytesPerFrame
        self.due = due
        self.encoded = encoded
    }

    deinit {
        unsafe gst_buffer_unref(buffer)
        unsafe gst_caps_unref(caps)
    }

    /// The number of samples per channel.
    package var frames: Int {
        encoded?.samples ?? Int(unsafe playhead_sound_frames(buffer, gint(bytesPerFrame)))
    }

    /// The number of channels.
    package var channels: Int {
        var info = unsafe GstAudioInfo()
        return unsafe playhead_sample_format(&info, caps) != 0 ? Int(unsafe info.channels) : 0
    }

    /// Whether another run has the same format (`gst_caps_is_equal`).
    package func hasFormat(of other: AudioRun) -> Bool {
        unsafe caps == other.caps || gst_caps_is_equal(caps, other.caps) != 0
    }

    /// The duration.
    package var duration: Duration { Self.duration(ofFrames: frames, rate: rate) }

    static func duration(ofFrames frames: Int, rate: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(rate))
    }

    /// The run without its beginning (`gst_audio_buffer_truncate`); nil if nothing remains. A frame that is not decoded
    /// remains whole, or nothing of it.
    package func dropping(_ length: Duration) -> AudioRun? {
        let count = Int((length / .seconds(1) * Double(rate)).rounded())
        guard count > 0 else { return self }
        if let encoded { return count * 2 < encoded.samples ? self : nil }
        guard count < frames, let kept = unsafe gst_buffer_ref(buffer),
            let rest = unsafe gst_audio_buffer_truncate(kept, gint(bytesPerFrame), gsize(count), gsize.max)
        else { return nil }
        return unsafe AudioRun(
            taking: rest, taking: gst_caps_ref(caps), rate: rate, bytesPerFrame: bytesPerFrame,
            due: due.map { $0 + Self.duration(ofFrames: count, rate: rate) })
    }

    /// Silence in the same format; nil if it is shorter than one sample, or if that is not one of samples.
    package func silence(_ length: Duration) -> AudioRun? {
        let count = Int((length / .seconds(1) * Double(rate)).rounded())
        var info = unsafe GstAudioInfo()
        guard count > 0, unsafe playhead_sample_format(&info, caps) != 0,
            let made = unsafe gst_buffer_new_allocate(nil, gsize(count * bytesPerFrame), nil)
        else { return nil }
        var map = unsafe GstMapInfo()
        if unsafe gst_buffer_map(made, &map, GST_MAP_WRITE) != 0 {
            unsafe gst_audio_format_info_fill_silence(info.finfo, map.data, map.size)
            unsafe gst_buffer_unmap(made, &map)
        }
        if unsafe info.layout == GST_AUDIO_LAYOUT_NON_INTERLEAVED {
            unsafe gst_buffer_add_audio_meta(made, &info, gsize(count), nil)
        }
        return unsafe AudioRun(
            taking: made, taking: gst_caps_ref(caps), rate: rate, bytesPerFrame: bytesPerFrame, due: nil)
    }

    fileprivate func sample(at start: Duration, speed: Double) -> OpaquePointer? {
        unsafe playhead_sample_at(
            buffer, caps, GstClockTime(clamping: start.gstreamerTime),
            GstClockTime(clamping: duration.gstreamerTime), speed)
    }
}

extension AudioRun {
    /// The audio of a rendering, clipped to its segment. It is nil if nothing remains, or in reverse
    /// playback.
    package convenience init?(_ rendering: Rendering) {
        var info = unsafe GstAudioInfo()
        guard let caps = unsafe rendering.caps, unsafe playhead_sample_format(&info, caps) != 0,
            let segment = rendering.segment, segment.isForwards,
            let kept = unsafe gst_buffer_ref(rendering.buffer)
        else { return nil }
        var range = segment.raw
        guard let part = unsafe gst_audio_buffer_clip(kept, &range, info.rate, info.bpf) else { return nil }
        let due = unsafe GStreamer.duration(playhead_buffer_pts(part)).flatMap { rendering.dueTime(of: $0) }
        let speed = segment.raw.rate
        guard speed != 1 else {
            unsafe self.init(
                taking: part, taking: gst_caps_ref(caps), rate: Int(info.rate), bytesPerFrame: Int(info.bpf),
                due: due)
            return
        }
        // If no element preserves the pitch, the same samples are played in less time.
        let rate = Int((Double(unsafe info.rate) * speed).rounded())
        guard rate > 0, let own = unsafe playhead_caps_with_rate(caps, gint(rate)) else {
            unsafe gst_buffer_unref(part)
            return nil
        }
        unsafe self.init(taking: part, taking: own, rate: rate, bytesPerFrame: Int(info.bpf), due: due)
    }
}

extension Element {
    /// Pushes samples into this `appsrc`, at a time of its own and in a segment with this speed
    /// (`push-sample`, `handle-segment-change`).
    package func push(_ run: AudioRun, at start: Duration, speed: Double = 1) {
        guard let sample = unsafe run.sample(at: start, speed: speed) else { return }
        unsafe playhead_push_sample(raw, sample)
        unsafe gst_sample_unref(sample)
    }
}

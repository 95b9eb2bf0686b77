internal import CGStreamer

/// A format of compressed audio that a digital output takes as it is (IEC 61937).
package enum EncodedAudio: String, Sendable, CaseIterable {
    case ac3 = "audio/x-ac3"
    case dts = "audio/x-dts"

    /// The caps of whole frames as their parser gives them out, with their rate.
    package var caps: String {
        let frames = "\(rawValue), framed=(boolean)true, rate=(int)[1, 192000]"
        return self == .ac3 ? frames + ", alignment=(string)frame" : frames
    }

    /// The decoders, best first.
    private var decoders: [ElementFactory] {
        guard let caps = unsafe gst_caps_from_string("\(rawValue), framed=(boolean)true") else { return [] }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe ElementFactory.all(playhead_audio_decoders(), taking: caps)
    }

    /// Whether a decoder is installed.
    package var isDecodable: Bool { !decoders.isEmpty }

    /// Makes the decoder with the highest rank; nil if none is installed.
    package func makeDecoder() -> Element? { decoders.lazy.compactMap { $0.make() }.first }
}

/// The format of audio at a pad: decoded samples, or frames that are not decoded.
package struct PadAudioFormat: Sendable, Equatable {
    package var encoding: EncodedAudio?
    package var rate: Int
    package var channels: Int
    /// The bits of a sample that count; 0 for floating-point numbers and what is not decoded.
    package var depth: Int

    /// Nil for anything else than audio.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        var info = unsafe GstAudioInfo()
        if unsafe playhead_sample_format(&info, caps) != 0 {
            let isInteger =
                unsafe info.finfo.pointee.flags.rawValue & GST_AUDIO_FORMAT_FLAG_INTEGER.rawValue != 0
            (rate, channels) = unsafe (Int(info.rate), Int(info.channels))
            depth = unsafe isInteger ? Int(info.finfo.pointee.depth) : 0
            return
        }
        guard unsafe gst_caps_get_size(caps) > 0, let structure = unsafe gst_caps_get_structure(caps, 0),
            let found = unsafe string(gst_structure_get_name(structure)).flatMap(EncodedAudio.init)
        else { return nil }
        var (rate, channels) = (gint(0), gint(0))
        unsafe gst_structure_get_int(structure, "rate", &rate)
        unsafe gst_structure_get_int(structure, "channels", &channels)
        (encoding, self.rate, self.channels, depth) = (found, Int(rate), Int(channels), 0)
    }

    /// Whether another format holds the samples of this one without a change of any.
    package func isKept(in other: PadAudioFormat) -> Bool {
        self == other
            || encoding == nil && other.encoding == nil && rate == other.rate && channels == other.channels
                && depth > 0 && other.depth >= depth
    }
}

extension Pad {
    /// The format of the audio that passes; nil before the first, and for anything else.
    package var audioFormat: PadAudioFormat? {
        guard let caps = unsafe gst_pad_get_current_caps(raw) else { return nil }
        defer { unsafe gst_caps_unref(caps) }
        return unsafe PadAudioFormat(caps)
    }

    /// Whether it accepts a run as it is.
    package func accepts(_ run: AudioRun) -> Bool { unsafe acceptsAny(of: run.caps) }
}

extension AudioRun {
    /// The format.
    package var format: PadAudioFormat? { unsafe PadAudioFormat(caps) }

    /// A frame that is not decoded; nil for anything else, at other speeds than 1, and for a frame of which less than
    /// half lies in its segment.
    package convenience init?(encoded rendering: Rendering) {
        guard let caps = unsafe rendering.caps, let format = unsafe PadAudioFormat(caps),
            let encoding = format.encoding, format.rate > 0, rendering.speed == 1,
            let start = rendering.start,
            let length = unsafe GStreamer.duration(playhead_buffer_duration(rendering.buffer)),
            length > .zero,
            let segment = rendering.segment,
            segment.upperBound.map({ start + length / 2 < $0 }) ?? true,
            start + length / 2 >= segment.lowerBound,
            // Streams may change their channels in between, and the frames tell so themselves.
            let own = unsafe playhead_caps_with_channels(caps, 2),
            let kept = unsafe gst_buffer_ref(rendering.buffer)
        else { return nil }
        let inside = max(start, segment.lowerBound)
        let due = rendering.dueTime(of: inside).map { $0 - (inside - start) }
        unsafe self.init(
            taking: kept, taking: own, rate: format.rate, bytesPerFrame: 1, due: due,
            encoded: (encoding, Int((length / .seconds(1) * Double(format.rate)).rounded())))
    }
}

extension Element {
    /// Ends the stream of this `appsrc` (`end-of-stream`).
    package func endStream() { unsafe playhead_end_stream(raw) }

    /// Makes this `uridecodebin` give out frames in these encodings as they are (`caps`).
    package func leaveEncoded(_ encodings: Set<EncodedAudio>) {
        guard !encodings.isEmpty, let usual = unsafe playhead_get_caps(raw, "caps") else { return }
        defer { unsafe gst_caps_unref(usual) }
        let kept = unsafe string(taking: gst_caps_to_string(usual)) ?? ""
        set("caps", text: ([kept] + encodings.map(\.caps).sorted()).joined(separator: "; "))
    }
}

internal import CGStreamer
internal import PlayheadSystem
internal import Synchronization

/// Speeds up seeks at the input of a video decoder. It has no modes, because it judges each buffer by its
/// segment.
///
/// - Before the target of an accurate seek it drops frames that no other frame depends on. These frames
///   would not be shown.
/// - A decoder with several frames in parallel outputs its first frame only after more input. If requested,
///   the first frame after a seek comes out immediately.
@safe package final class DecoderInputFilter: Sendable {
    private struct State: Sendable {
        var pictures: CodedPictures?
        var isInterlaced = false
        var segment: Segment?
        /// The start of the last frame before the target of the last seek, as far as it is known.
        var hidden: Duration?
        /// The extended duration of a frame that the next seek has to show at its target.
        var revealed: Range<Duration>?
        var isFirst = false
        var isReplaying = false
        /// The end of the frames that the decoder outputs a second time.
        var echo: Duration?
        /// The start of a keyframe that was sent twice, and whether the decoder has output it.
        var double: (start: Duration, isOut: Bool)?
        var hurries = false
        var skipped = 0
        /// The number of frames since the last segment, up to ``keptFrames``.
        var passed = 0
    }

    private enum Verdict { case pass, skip, hurry, twice, lengthen(Duration) }

    private let state = Mutex(State())
    private let holdsPicturesBack: Bool
    /// Whether the decoder has to keep the first frames after a seek until it has decoded them.
    private let keepsFrames: Bool

    private static let methods = Mutex(())
    /// More than the frames that libav decodes at a time.
    private static let keptFrames = 64

    /// Attaches to an element; nil if it is no video decoder.
    package init?(_ element: Element) {
        let classes = element.kind.split(separator: "/")
        guard classes.contains("Decoder"), classes.contains("Video"), let pad = element.pad("sink"),
            let exit = element.pad("src")
        else { return nil }
        // libav decoders have one thread per core, each with a frame of its own.
        holdsPicturesBack = element.factoryName.hasPrefix("avdec_")
        keepsFrames = holdsPicturesBack && Workaround.libavGhostFrames.isNeeded
        if keepsFrames { Self.methods.withLock { _ in unsafe playhead_decoder_keep_frames(element.raw) } }
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { pad, info, data in
                guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data else {
                    return GST_PAD_PROBE_OK
                }
                return unsafe Box<DecoderInputFilter>.value(of: data).pass(info, at: pad)
            }, unsafe Box.data(self), { unsafe releaseBox($0) })
        guard holdsPicturesBack else { return }
        unsafe gst_pad_add_probe(
            exit.raw, GST_PAD_PROBE_TYPE_BUFFER,
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data,
                    let buffer = unsafe playhead_probe_buffer(info)
                else { return GST_PAD_PROBE_OK }
                return unsafe Box<DecoderInputFilter>.value(of: data).isEcho(buffer)
                    ? GST_PAD_PROBE_DROP : GST_PAD_PROBE_OK
            }, unsafe Box.data(self), { unsafe releaseBox($0) })
    }

    /// Whether the first frame after a seek comes out immediately, if it is a visible keyframe. If playback
    /// continues there, that frame is decoded twice.
    package var hurries: Bool {
        get { state.withLock(\.hurries) }
        set { state.withLock { $0.hurries = newValue } }
    }

    /// Makes the next seek to the same target show the last frame that begins before it. The frame is
    /// extended by `duration` after the target. It returns false if there is no such frame.
    package func reveal(for duration: Duration) -> Bool {
        guard Workaround.frameHiddenAtTarget.isNeeded else { return false }
        return state.withLock { state in
            guard let hidden = state.hidden, let segment = state.segment else { return false }
            state.revealed = hidden..<max(segment.lowerBound + duration, hidden)
            return true
        }
    }

    /// The number of frames that were dropped before decoding.
    package var skipped: Int { state.withLock(\.skipped) }

    private func pass(
        _ info: UnsafeMutablePointer<GstPadProbeInfo>, at pad: UnsafeMutablePointer<GstPad>
    ) -> GstPadProbeReturn {
        guard unsafe playhead_probe_type(info).rawValue & GST_PAD_PROBE_TYPE_BUFFER.rawValue != 0 else {
            if let event = unsafe playhead_probe_event(info) { unsafe take(event) }
            return GST_PAD_PROBE_OK
        }
        guard let buffer = unsafe playhead_probe_buffer(info) else { return GST_PAD_PROBE_OK }
        switch unsafe judge(buffer) {
        case .pass:
            if keepsFrames, isEarly() { unsafe playhead_probe_keep(info) }
            return GST_PAD_PROBE_OK
        case .skip: return GST_PAD_PROBE_DROP
        case .lengthen(let length):
            unsafe playhead_probe_set_duration(info, GstClockTime(clamping: length.gstreamerTime))
            if keepsFrames, isEarly() { unsafe playhead_probe_keep(info) }
            return GST_PAD_PROBE_OK
        case .hurry:
            unsafe playhead_probe_take(info, hurry(buffer, into: pad))
            return GST_PAD_PROBE_HANDLED
        case .twice:
            unsafe playhead_probe_take(info, completeReferences(buffer, into: pad))
            return GST_PAD_PROBE_HANDLED
        }
    }

    private func take(_ event: UnsafeMutablePointer<GstEvent>) {
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_CAPS:
            var caps: UnsafeMutablePointer<GstCaps>?
            unsafe gst_event_parse_caps(event, &caps)
            guard let caps = unsafe caps else { return }
            let (pictures, isInterlaced) = unsafe (CodedPictures(lending: caps), Self.isInterlaced(caps))
            state.withLock { ($0.pictures, $0.isInterlaced) = (pictures, isInterlaced) }
        case GST_EVENT_SEGMENT:
            let segment = unsafe Segment(lending: event)
            state.withLock { state in
                (state.segment, state.hidden, state.echo, state.isFirst) = (segment, nil, nil, true)
                (state.double, state.passed) = (nil, 0)
                if state.revealed?.contains(segment?.lowerBound ?? .zero) == false { state.revealed = nil }
            }
        default: break
        }
    }

    /// Whether this frame is among the first after a segment. gst-libav forgets the frame of a keyframe whose
    /// references are missing, and then discards each frame that libav has not begun (1.26.2).
    private func isEarly() -> Bool {
        state.withLock { state in
            guard state.passed < Self.keptFrames else { return false }
            state.passed += 1
            return true
        }
    }

    private func judge(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Verdict {
        state.withLock { state in
            guard !state.isReplaying, let segment = state.segment, segment.isTime, segment.isForwards,
                let start = unsafe duration(playhead_buffer_pts(buffer))
            else { return .pass }
            let isFirst = state.isFirst
            state.isFirst = false
            if isFirst, keepsFrames, unsafe isOpenKeyframe(buffer, state.pictures) {
                state.isReplaying = true
                return .twice
            }
            if start <= segment.lowerBound {
                state.hidden = max(state.hidden ?? start, start)
            }
            if let revealed = state.revealed, start == revealed.lowerBound {
                return .lengthen(revealed.upperBound - start)
            }
            // A frame without a duration may contain the target.
            let length = unsafe duration(playhead_buffer_duration(buffer)) ?? .seconds(1)
            if start + length > segment.lowerBound {
                guard isFirst, unsafe isKeyframe(buffer), state.hurries, holdsPicturesBack,
                    !state.isInterlaced
                else {
                    return .pass
                }
                state.isReplaying = true
                return .hurry
            }
            guard unsafe isDisposable(buffer, &state.pictures) else { return .pass }
            state.skipped += 1
            return .skip
        }
    }

    private func isDisposable(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ pictures: inout CodedPictures?
    ) -> Bool {
        guard pictures != nil else { return false }
        return unsafe withBytes(of: buffer) { unsafe pictures?.isDisposable($0.span) ?? false } ?? false
    }

    private func isKeyframe(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        unsafe playhead_buffer_flags(buffer) & guint64(GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0
    }

    private func isOpenKeyframe(_ buffer: UnsafeMutablePointer<GstBuffer>, _ pictures: CodedPictures?) -> Bool
    {
        guard let pictures, unsafe isKeyframe(buffer) else { return false }
        return unsafe withBytes(of: buffer) { unsafe pictures.isOpenKeyframe($0.span) } ?? false
    }

    /// Sends a keyframe twice. libav makes up the frames that are missing before a keyframe of H.264 that is no
    /// IDR; gst-libav (1.26.2) takes one that is released for the keyframe itself, which fails. The second time
    /// nothing is missing.
    private func completeReferences(
        _ buffer: UnsafeMutablePointer<GstBuffer>, into pad: UnsafeMutablePointer<GstPad>
    ) -> GstFlowReturn {
        state.withLock { state in
            state.double = unsafe shownStart(of: buffer, state.segment).map { ($0, false) }
        }
        return unsafe pushTwice(buffer, into: pad) { true }
    }

    /// Decodes a frame, drains the decoder, and decodes the frame again because draining resets the decoder.
    /// All of it happens on the streaming thread, which the sink may block meanwhile.
    private func hurry(
        _ buffer: UnsafeMutablePointer<GstBuffer>, into pad: UnsafeMutablePointer<GstPad>
    ) -> GstFlowReturn {
        let shown = state.withLock { unsafe shownStart(of: buffer, $0.segment) }
        return unsafe pushTwice(buffer, into: pad) {
            // A decoder drains itself when it receives a still-frame event.
            guard unsafe gst_pad_send_event(pad, gst_video_event_new_still_frame(1)) != 0 else {
                return false
            }
            state.withLock { $0.echo = shown }
            return true
        }
    }

    /// Sends a buffer to the decoder, and a copy of it if `between` returns true after that.
    private func pushTwice(
        _ buffer: UnsafeMutablePointer<GstBuffer>, into pad: UnsafeMutablePointer<GstPad>,
        between: () -> Bool
    ) -> GstFlowReturn {
        defer { state.withLock { $0.isReplaying = false } }
        guard let again = unsafe gst_buffer_copy(buffer) else { return unsafe gst_pad_chain(pad, buffer) }
        let result = unsafe gst_pad_chain(pad, buffer)
        guard result == GST_FLOW_OK, between() else {
            unsafe gst_buffer_unref(again)
            return result
        }
        return unsafe gst_pad_chain(pad, again)
    }

    /// The time that the decoder gives to the frame of a buffer: it clips frames to the segment.
    private func shownStart(of buffer: UnsafeMutablePointer<GstBuffer>, _ segment: Segment?) -> Duration? {
        unsafe duration(playhead_buffer_pts(buffer)).map { max($0, segment?.lowerBound ?? $0) }
    }

    /// Whether the decoder outputs this frame for the second time.
    private func isEcho(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        state.withLock { state in
            guard let start = unsafe duration(playhead_buffer_pts(buffer)) else { return false }
            if let double = state.double, start == double.start {
                state.double?.isOut = true
                if double.isOut { return true }
            }
            guard let echo = state.echo else { return false }
            if start > echo { state.echo = nil }
            return start <= echo
        }
    }

    private static func isInterlaced(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        guard let structure = unsafe gst_caps_get_structure(caps, 0),
            let mode = unsafe string(gst_structure_get_string(structure, "interlace-mode"))
        else { return false }
        return mode != "progressive"
    }
}

extension CodedPictures {
    /// Makes the parser for the input caps of a decoder; nil for other formats.
    init?(lending caps: UnsafeMutablePointer<GstCaps>) {
        guard let structure = unsafe gst_caps_get_structure(caps, 0),
            unsafe string(gst_structure_get_string(structure, "alignment")) == "au"
        else { return nil }
        let codec: Codec
        switch unsafe string(gst_structure_get_name(structure)) {
        case "video/x-h264": codec = .h264
        case "video/x-h265": codec = .h265
        default: return nil
        }
        let format = unsafe string(gst_structure_get_string(structure, "stream-format"))
        self.init(
            codec: codec, isByteStream: format == "byte-stream",
            configuration: unsafe Self.configuration(structure))
    }

    private static func configuration(_ structure: UnsafeMutablePointer<GstStructure>) -> [UInt8]? {
        guard let value = unsafe gst_structure_get_value(structure, "codec_data"),
            let buffer = unsafe playhead_value_buffer(value)
        else { return nil }
        return unsafe withBytes(of: buffer) { unsafe Array($0) }
    }
}

internal import CGStreamer
internal import Synchronization

/// Stands before a video decoder and makes its seeks faster, without any mode that it could be left in: each buffer is judged by the
/// segment that it belongs to.
///
/// - On the way to an exact target, pictures that lie wholly before it and that no other one is decoded from are
///   not decoded: nobody sees them.
/// - A decoder that works at several pictures at once hands out the first one only when more have come. Where asked, the first
///   one after a jump comes out at once.
@safe package final class DecoderInputFilter: Sendable {
    private struct State: Sendable {
        var pictures: CodedPictures?
        var isInterlaced = false
        var segment: Segment?
        /// When the picture begins that lasts until the target of the last jump, as far as has been seen.
        var hidden: Duration?
        /// A picture that has to last beyond the target of the next jump, to be shown there.
        var revealed: Range<Duration>?
        var isFirst = false
        var isReplaying = false
        /// Up to where what comes out has come out before.
        var echo: Duration?
        var hurries = false
        var skipped = 0
    }

    private enum Verdict { case pass, skip, hurry, lengthen(Duration) }

    private let state = Mutex(State())
    private let holdsPicturesBack: Bool

    /// Stands before this element, where that is a decoder of pictures.
    package init?(_ element: Element) {
        let classes = element.kind.split(separator: "/")
        guard classes.contains("Decoder"), classes.contains("Video"), let pad = element.pad("sink"),
            let exit = element.pad("src")
        else { return nil }
        // libav's decoders have a thread for each core, each with a picture of its own.
        holdsPicturesBack = element.factoryName.hasPrefix("avdec_")
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

    /// Whether the first picture after a jump, if it is a keyframe that is to be seen, comes out at once. It costs decoding that
    /// picture twice if playback goes on from there.
    package var hurries: Bool {
        get { state.withLock(\.hurries) }
        set { state.withLock { $0.hurries = newValue } }
    }

    /// Has the next jump, which has to go where the last one went, show the last picture that begins before, as if it lasted for so
    /// long after the target. False when there is none.
    package func reveal(for duration: Duration) -> Bool {
        state.withLock { state in
            guard let hidden = state.hidden, let segment = state.segment else { return false }
            state.revealed = hidden..<max(segment.lowerBound + duration, hidden)
            return true
        }
    }

    /// How many pictures were not decoded.
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
        case .pass: return GST_PAD_PROBE_OK
        case .skip: return GST_PAD_PROBE_DROP
        case .lengthen(let length):
            unsafe playhead_probe_set_duration(info, GstClockTime(clamping: length.gstreamerTime))
            return GST_PAD_PROBE_OK
        case .hurry:
            unsafe playhead_probe_take(info, hurry(buffer, into: pad))
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
                if state.revealed?.contains(segment?.lowerBound ?? .zero) == false { state.revealed = nil }
            }
        default: break
        }
    }

    private func judge(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Verdict {
        state.withLock { state in
            guard !state.isReplaying, let segment = state.segment, segment.isTime, segment.isForwards,
                let start = unsafe duration(playhead_buffer_pts(buffer))
            else { return .pass }
            let isFirst = state.isFirst
            state.isFirst = false
            if start <= segment.lowerBound {
                state.hidden = max(state.hidden ?? start, start)
            }
            if let revealed = state.revealed, start == revealed.lowerBound {
                return .lengthen(revealed.upperBound - start)
            }
            // One that does not say how long it lasts may be the one that contains the target.
            let length = unsafe duration(playhead_buffer_duration(buffer)) ?? .seconds(1)
            if start + length > segment.lowerBound {
                let isKeyframe =
                    unsafe playhead_buffer_flags(buffer) & guint64(GST_BUFFER_FLAG_DELTA_UNIT.rawValue) == 0
                guard isFirst, isKeyframe, state.hurries, holdsPicturesBack, !state.isInterlaced else {
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

    /// Lets a picture through, has the decoder hand out what it holds, and, because that makes it forget, lets the picture
    /// through once more. All this happens on the streaming thread, which the sink may hold meanwhile.
    private func hurry(
        _ buffer: UnsafeMutablePointer<GstBuffer>, into pad: UnsafeMutablePointer<GstPad>
    ) -> GstFlowReturn {
        defer { state.withLock { $0.isReplaying = false } }
        guard let again = unsafe gst_buffer_copy(buffer) else { return unsafe gst_pad_chain(pad, buffer) }
        let start = unsafe duration(playhead_buffer_pts(buffer))
        let result = unsafe gst_pad_chain(pad, buffer)
        // What a decoder is told before a still: it drains itself.
        guard result == GST_FLOW_OK,
            unsafe gst_pad_send_event(pad, gst_video_event_new_still_frame(1)) != 0
        else {
            unsafe gst_buffer_unref(again)
            return result
        }
        state.withLock { state in
            state.echo = start.map { max($0, state.segment?.lowerBound ?? $0) }
        }
        return unsafe gst_pad_chain(pad, again)
    }

    /// Whether a picture that comes out has come out before.
    private func isEcho(_ buffer: UnsafeMutablePointer<GstBuffer>) -> Bool {
        state.withLock { state in
            guard let echo = state.echo, let start = unsafe duration(playhead_buffer_pts(buffer)) else {
                return false
            }
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
    /// By the caps of a decoder's input; nil for what cannot be judged.
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

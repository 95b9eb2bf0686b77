internal import CGStreamer
internal import Synchronization

extension FallbackDecoder {
    /// Follows what comes out of a decoder.
    func watch(_ pad: Pad, of decoder: Element) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_EVENT_DOWNSTREAM.rawValue
        let watch = OutputWatch(decoder: decoder, owner: self)
        unsafe gst_pad_add_probe(
            pad.raw, GstPadProbeType(rawValue: mask),
            { _, info, data in
                guard let info = unsafe info, let data = unsafe data else { return GST_PAD_PROBE_OK }
                return unsafe Box<OutputWatch>.value(of: data).passes(info)
                    ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, unsafe Box.data(watch), { unsafe releaseBox($0) })
    }

    private final class OutputWatch: @unchecked Sendable {
        // The reference never changes. The element outlives the pads in it, and nothing else holds it.
        private unowned let owner: FallbackDecoder
        private let decoder: Element

        init(decoder: Element, owner: FallbackDecoder) { (self.decoder, self.owner) = (decoder, owner) }

        func passes(_ info: UnsafeMutablePointer<GstPadProbeInfo>) -> Bool {
            guard let item = unsafe MiniObject(lending: info) else { return true }
            let type = unsafe playhead_probe_event(info).map { unsafe playhead_event_type($0) }
            return owner.state.withLock { state in
                guard state.fault == nil, state.chain.elements.contains(where: { $0 === decoder }) else {
                    return false
                }
                return state.passes(item, isStart: item.isData ? false : type == GST_EVENT_STREAM_START)
            }
        }
    }

    /// Fails, because no decoder is left.
    func post(_ message: String) {
        unsafe playhead_post_error(
            raw, gst_stream_error_quark(), gint(GST_STREAM_ERROR_DECODE.rawValue), message, nil)
    }

    /// Takes an error of a decoder inside; true if it is not for the pipeline. Called on any thread.
    func takes(_ message: UnsafeMutablePointer<GstMessage>) -> Bool {
        guard unsafe playhead_message_type(message) == GST_MESSAGE_ERROR,
            let source = unsafe playhead_message_source(message)
        else { return false }
        let text = unsafe BusMessage.errorText(of: message)
        return state.withLock { state in
            let isCurrent = state.chain.elements.contains { element in
                let object = unsafe UnsafeMutableRawPointer(element.raw).assumingMemoryBound(
                    to: GstObject.self)
                return unsafe source == object || gst_object_has_as_ancestor(source, object) != 0
            }
            if isCurrent, !state.chain.isHardware { return false }
            // What removed elements post does not count.
            if isCurrent { state.fault = state.fault ?? text }
            return true
        }
    }
}

extension FallbackDecoder.State {
    /// Whether an item leaves the bin. After a change of decoders, what has left before does not.
    fileprivate mutating func passes(_ item: MiniObject, isStart: Bool) -> Bool {
        switch item.content {
        case .data(let time?):
            if dropsRepeats, log.hasReleased(time) { return false }
            dropsRepeats = false
            log.release(time)
        case .segment(let new):
            if dropsRepeats, let segment, segment.isEqual(to: new) { return false }
            segment = new
            log.releaseSegment(isForwards: new.isForwards)
        case .before where isStart:
            defer { hasBegun = true }
            return !(dropsRepeats && hasBegun)
        case .gap: return !isReplaying || log.last == nil
        case .data(nil), .before, .end, .flush, .other: break
        }
        return true
    }
}

extension Segment {
    /// `gst_segment_is_equal`.
    fileprivate func isEqual(to other: Segment) -> Bool {
        var (one, two) = (raw, other.raw)
        return unsafe gst_segment_is_equal(&one, &two) != 0
    }
}

internal import CGStreamer

extension Element {
    /// Steps forward by at least one frame while paused (`gst_event_new_step`, sent to this sink). The
    /// pipeline prerolls again.
    package func step(frames: Int) {
        unsafe gst_element_send_event(
            raw, gst_event_new_step(GST_FORMAT_BUFFERS, guint64(max(frames, 1)), 1, 1, 0))
    }
}

extension Element {
    /// Steps forward by a duration while paused.
    package func step(time: Duration) {
        let amount = guint64(max(time.gstreamerTime, 1))
        unsafe gst_element_send_event(raw, gst_event_new_step(GST_FORMAT_TIME, amount, 1, 1, 0))
    }
}

extension Pad {
    /// The decoder of this source pad, behind ghost pads.
    private var decoder: Element? {
        var pad = self
        while let element = pad.parent, element.fallbackDecoder == nil,
            unsafe playhead_is_ghost_pad(pad.raw) != 0
        {
            guard let target = unsafe gst_ghost_pad_get_target(playhead_ghost_pad(pad.raw)) else {
                return nil
            }
            pad = unsafe Pad(taking: target)
        }
        guard let element = pad.parent else { return nil }
        return element.fallbackDecoder != nil || element.isDecoder ? element : nil
    }

    /// The source pad that feeds the decoder of this source pad; nil if no decoder has the pad.
    package var decoderInput: Pad? {
        guard let element = decoder else { return nil }
        return element.pad("sink")?.peer
    }
}

extension Element {
    /// Whether its factory is a decoder (`gst_element_factory_list_is_type`).
    fileprivate var isDecoder: Bool {
        guard let factory = unsafe gst_element_get_factory(raw) else { return false }
        return unsafe gst_element_factory_list_is_type(factory, playhead_factory_type_decoder()) != 0
    }
}

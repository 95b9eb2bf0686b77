internal import CGStreamer

extension Element {
    /// Goes on by so many frames, at least one, while paused (`gst_event_new_step`, to this sink). The pipeline prerolls anew.
    package func step(frames: Int) {
        unsafe gst_element_send_event(
            raw, gst_event_new_step(GST_FORMAT_BUFFERS, guint64(max(frames, 1)), 1, 1, 0))
    }
}

extension Element {
    /// The same by a length of time.
    package func step(time: Duration) {
        let amount = guint64(max(time.gstreamerTime, 1))
        unsafe gst_element_send_event(raw, gst_event_new_step(GST_FORMAT_TIME, amount, 1, 1, 0))
    }
}

extension Pad {
    /// Where what goes into the decoder comes from that gives what this source pad gives; through a queue or not; nil
    /// when it comes from none (`gst_ghost_pad_get_target`, `gst_pad_get_peer`).
    package var decoderInput: Pad? {
        var pad = self
        while unsafe playhead_is_ghost_pad(pad.raw) != 0 {
            guard let target = unsafe gst_ghost_pad_get_target(playhead_ghost_pad(pad.raw)) else {
                return nil
            }
            pad = unsafe Pad(taking: target)
        }
        guard let parent = unsafe gst_pad_get_parent_element(pad.raw) else { return nil }
        let element = unsafe Element(retaining: parent)
        unsafe gst_object_unref(parent)
        guard let input = element.pad("sink"), let peer = unsafe gst_pad_get_peer(input.raw) else {
            return nil
        }
        let source = unsafe Pad(taking: peer)
        return element.isDecoder ? source : element.factoryName == "queue" ? source.decoderInput : nil
    }
}

extension Element {
    /// Whether its factory calls it a decoder (`gst_element_factory_list_is_type`).
    fileprivate var isDecoder: Bool {
        guard let factory = unsafe gst_element_get_factory(raw) else { return false }
        return unsafe gst_element_factory_list_is_type(factory, playhead_factory_type_decoder()) != 0
    }
}

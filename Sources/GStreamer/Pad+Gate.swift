internal import CGStreamer

extension Pad {
    /// Lets data pass only while that is so, asked for each piece on the streaming thread; events always pass (`gst_pad_add_probe`).
    package func passData(while isOpen: @escaping @Sendable () -> Bool) {
        let mask = GST_PAD_PROBE_TYPE_BUFFER.rawValue | GST_PAD_PROBE_TYPE_BUFFER_LIST.rawValue
        unsafe gst_pad_add_probe(
            raw, GstPadProbeType(rawValue: mask),
            { _, _, data in
                guard let data = unsafe data else { return GST_PAD_PROBE_OK }
                let isOpen = unsafe Box<@Sendable () -> Bool>.value(of: data)
                return isOpen() ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
            }, unsafe Box.data(isOpen), { unsafe releaseBox($0) })
    }
}

extension Element {
    /// A pad that is made on demand (`gst_element_request_pad_simple`), by its template.
    package func requestPad(_ template: String) -> Pad? {
        unsafe gst_element_request_pad_simple(raw, template).map { unsafe Pad(taking: $0) }
    }
}

internal import CGStreamer

/// A reference to an element factory (`GstElementFactory`).
@safe final class ElementFactory: @unchecked Sendable {
    // Never changes; GStreamer guards what is behind it.
    let raw: OpaquePointer

    init(retaining data: UnsafeMutableRawPointer) {
        unsafe raw = OpaquePointer(data)
        unsafe gst_object_ref(data)
    }

    /// The factory with a name, whatever its rank (`gst_element_factory_find`); nil if there is none.
    init?(named name: String) {
        guard let found = unsafe gst_element_factory_find(name) else { return nil }
        unsafe raw = found
    }

    deinit { unsafe gst_object_unref(UnsafeMutableRawPointer(raw)) }

    func make() -> Element? {
        unsafe gst_element_factory_create(raw, nil).map { unsafe Element(taking: $0) }
    }

    /// The name (`gst_object_get_name`).
    var name: String {
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstObject.self)
        return unsafe string(taking: gst_object_get_name(object)) ?? ""
    }

    /// The classification, as in ``Element/kind``.
    private var kind: String { unsafe string(playhead_factory_klass(raw)) ?? "" }

    /// Whether it decodes video or images.
    var isPictureDecoder: Bool {
        let words = kind.split(separator: "/")
        return words.contains("Decoder") && (words.contains("Video") || words.contains("Image"))
    }

    /// Whether a device does its work.
    var isHardware: Bool { kind.split(separator: "/").contains("Hardware") }

    /// Whether the decoder handles only video with alpha. Caps without an alpha field match its pads, but it
    /// rejects them at run time (1.22.0).
    var isOfAlpha: Bool { name.hasSuffix("alphadecodebin") }

    /// Whether a sink pad may accept the caps (`gst_element_factory_can_sink_any_caps`).
    func accepts(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        unsafe gst_element_factory_can_sink_any_caps(raw, caps) != 0
    }

    /// The factories of a kind that accept the caps, ordered by rank
    /// (`gst_element_factory_list_get_elements`).
    static func all(
        _ kind: GstElementFactoryListType, taking caps: UnsafeMutablePointer<GstCaps>
    ) -> [ElementFactory] {
        let all = unsafe gst_element_factory_list_get_elements(kind, GST_RANK_MARGINAL)
        let fitting = unsafe gst_element_factory_list_filter(all, caps, GST_PAD_SINK, 0)
        unsafe gst_plugin_feature_list_free(all)
        let sorted = unsafe g_list_sort(fitting) { left, right in
            unsafe gst_plugin_feature_rank_compare_func(left, right)
        }
        defer { unsafe gst_plugin_feature_list_free(sorted) }
        var result: [ElementFactory] = []
        var item = unsafe sorted
        while let link = unsafe item {
            if let data = unsafe link.pointee.data { unsafe result.append(ElementFactory(retaining: data)) }
            unsafe item = link.pointee.next
        }
        return result
    }
}

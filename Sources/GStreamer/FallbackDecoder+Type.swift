internal import CGStreamer
internal import MediaFormats
internal import PlayheadSystem

/// The type of the element, its class and its pads.
extension FallbackDecoder {
    package static let factory = "playheaddecoder"

    /// Registers the element without a rank, so that only the player uses it. Called at the start of GStreamer.
    static func register() {
        unsafe ElementType.register(
            "PlayheadDecoder", factory: factory, isBin: true, rank: guint(GST_RANK_NONE.rawValue),
            prepare: { klass, _ in
                if let klass = unsafe klass { unsafe FallbackDecoder.prepare(klass) }
            },
            build: { instance, klass in
                guard let instance = unsafe instance, let klass = unsafe klass else { return }
                unsafe FallbackDecoder.build(
                    UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GstElement.self),
                    klass.assumingMemoryBound(to: GstElementClass.self))
            })
    }

    /// The caps of all codecs of the table, with any framing.
    private static let accepted = DecoderTable.standard.codecs.keys.sorted().map { codec in
        let words = codec.split(separator: " ")
        guard words.count > 1 else { return codec }
        return "\(words[0]), mpegversion=(int)\(words[1]), systemstream=(boolean)false"
    }.joined(separator: "; ")

    private static func prepare(_ klass: gpointer) {
        let element = unsafe klass.assumingMemoryBound(to: GstElementClass.self)
        // It is no decoder itself, so that only the decoder inside is treated as one.
        unsafe gst_element_class_set_metadata(
            element, "Hardware decoder", "Generic/Bin", "Decodes in hardware, or else in software", "Playhead"
        )
        unsafe ElementType.addTemplate("sink", GST_PAD_SINK, GST_PAD_ALWAYS, accepted, to: element)
        unsafe ElementType.addTemplate("src", GST_PAD_SRC, GST_PAD_ALWAYS, "video/x-raw", to: element)
        let bin = unsafe playhead_bin_class(klass)
        unsafe bin?.pointee.handle_message = { bin, message in
            guard let bin = unsafe bin, let message = unsafe message else { return }
            if unsafe FallbackDecoder.of(bin)?.takes(message) == true {
                return unsafe gst_message_unref(message)
            }
            let parent = unsafe playhead_bin_class(g_type_class_peek(gst_bin_get_type()))
            unsafe parent?.pointee.handle_message?(bin, message)
        }
    }

    private static func build(
        _ element: UnsafeMutablePointer<GstElement>, _ klass: UnsafeMutablePointer<GstElementClass>
    ) {
        guard let sink = unsafe gst_element_class_get_pad_template(klass, "sink"),
            let source = unsafe gst_element_class_get_pad_template(klass, "src"),
            let entry = unsafe gst_ghost_pad_new_no_target_from_template("sink", sink),
            let exit = unsafe gst_ghost_pad_new_no_target_from_template("src", source)
        else { return }
        unsafe gst_pad_set_chain_function_full(entry, chainFunction, nil, nil)
        unsafe gst_pad_set_chain_list_function_full(
            entry,
            { pad, parent, list in
                unsafe playhead_chain_each(pad, parent, list, FallbackDecoder.chainFunction)
            },
            nil, nil)
        unsafe gst_pad_set_event_function_full(
            entry,
            { _, parent, event in
                guard let parent = unsafe parent, let event = unsafe event else { return 0 }
                return unsafe FallbackDecoder.of(parent)?.handle(event) ?? 0
            }, nil, nil)
        unsafe gst_pad_set_query_function_full(
            entry,
            { pad, parent, query in
                guard let pad = unsafe pad, let query = unsafe query else { return 0 }
                return unsafe FallbackDecoder.answer(query, at: pad, parent)
            }, nil, nil)
        unsafe gst_element_add_pad(element, entry)
        unsafe gst_element_add_pad(element, exit)
        let decoder = unsafe FallbackDecoder(
            element, entry: Pad(retaining: entry), exit: Pad(retaining: exit))
        if let decoder { unsafe ElementType.setValue(decoder, for: key, of: element) }
    }

    private static let chainFunction: GstPadChainFunction = { _, parent, buffer in
        guard let parent = unsafe parent, let buffer = unsafe buffer else { return GST_FLOW_ERROR }
        return unsafe FallbackDecoder.of(parent)?.chain(buffer) ?? GST_FLOW_ERROR
    }

    /// Any framing is accepted: the decoder that is inside now may give way to another one.
    private static func answer(
        _ query: UnsafeMutablePointer<GstQuery>, at pad: UnsafeMutablePointer<GstPad>,
        _ parent: UnsafeMutablePointer<GstObject>?
    ) -> gboolean {
        guard let own = unsafe gst_pad_get_pad_template_caps(pad) else { return 0 }
        defer { unsafe gst_caps_unref(own) }
        var caps: UnsafeMutablePointer<GstCaps>?
        switch unsafe query.pointee.type {
        case GST_QUERY_ACCEPT_CAPS:
            unsafe gst_query_parse_accept_caps(query, &caps)
            unsafe gst_query_set_accept_caps_result(query, gst_caps_can_intersect(caps, own))
        case GST_QUERY_CAPS:
            unsafe gst_query_parse_caps(query, &caps)
            guard let filter = unsafe caps else {
                unsafe gst_query_set_caps_result(query, own)
                return 1
            }
            let common = unsafe gst_caps_intersect_full(filter, own, GST_CAPS_INTERSECT_FIRST)
            unsafe gst_query_set_caps_result(query, common)
            if let common = unsafe common { unsafe gst_caps_unref(common) }
        default: return unsafe gst_pad_query_default(pad, parent, query)
        }
        return 1
    }

    private static let key = "playhead-decoder"

    static func of(_ element: UnsafeMutableRawPointer) -> FallbackDecoder? {
        unsafe ElementType.value(for: key, of: element)
    }
}

extension Element {
    /// The replaceable decoder that this element is; nil for other elements.
    package var fallbackDecoder: FallbackDecoder? { unsafe FallbackDecoder.of(raw) }
}

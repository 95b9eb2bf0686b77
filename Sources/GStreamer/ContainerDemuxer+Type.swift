internal import CGStreamer
internal import MediaFormats
internal import PlayheadSystem
internal import Synchronization

/// The type of the element, its class and its sink pad.
extension ContainerDemuxer {
    /// Registers the elements with ranks above those of GStreamer (`gst_element_register`), and the type finder
    /// for fragmented MP4. Called at the start of GStreamer.
    static func register() {
        for format in ContainerFormat.allCases {
            unsafe ElementType.register(
                format.typeName, factory: format.factory,
                prepare: { klass, _ in
                    if let klass = unsafe klass { unsafe ContainerDemuxer.prepare(klass) }
                },
                build: { instance, klass in
                    guard let instance = unsafe instance, let klass = unsafe klass else { return }
                    unsafe ContainerDemuxer.build(
                        UnsafeMutableRawPointer(instance).assumingMemoryBound(to: GstElement.self),
                        klass.assumingMemoryBound(to: GstElementClass.self))
                })
        }
        registerTypeFinder()
    }

    private static func registerTypeFinder() {
        guard let caps = unsafe gst_caps_from_string(ContainerFormat.fragmentedCaps) else { return }
        defer { unsafe gst_caps_unref(caps) }
        unsafe gst_type_find_register(
            nil, "video/quicktime-fragmented", guint(GST_RANK_PRIMARY.rawValue) + 16,
            { find, _ in
                guard let find = unsafe find else { return }
                let isFragmented = FragmentedMP4Probe.matches { offset, count in
                    guard let bytes = unsafe gst_type_find_peek(find, gint64(offset), guint(count)) else {
                        return nil
                    }
                    return unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
                }
                guard isFragmented, let caps = unsafe gst_caps_from_string(ContainerFormat.fragmentedCaps)
                else { return }
                unsafe gst_type_find_suggest(find, guint(GST_TYPE_FIND_MAXIMUM.rawValue), caps)
                unsafe gst_caps_unref(caps)
            }, "mp4,m4v,m4a,m4s,mov,3gp,cmfv,cmfa", caps, nil, nil)
    }

    /// The format of an element, by the name of its type.
    private static func format(of klass: gpointer) -> ContainerFormat {
        let type = unsafe klass.assumingMemoryBound(to: GTypeClass.self).pointee.g_type
        let name = unsafe string(g_type_name(type))
        return ContainerFormat.allCases.first { $0.typeName == name } ?? .transportStream
    }

    private static func prepare(_ klass: gpointer) {
        let element = unsafe klass.assumingMemoryBound(to: GstElementClass.self)
        let format = unsafe format(of: klass)
        unsafe gst_element_class_set_metadata(
            element, format.description, "Codec/Demuxer", "Demuxes \(format.description)", "Playhead")
        unsafe ElementType.addTemplate("sink", GST_PAD_SINK, GST_PAD_ALWAYS, format.caps, to: element)
        for name in ["video_%u", "audio_%u", "subpicture_%u"] {
            unsafe ElementType.addTemplate(name, GST_PAD_SRC, GST_PAD_SOMETIMES, "ANY", to: element)
        }
        unsafe element.pointee.change_state = { element, transition in
            guard let element = unsafe element else { return GST_STATE_CHANGE_FAILURE }
            let result = unsafe ElementType.changeState(of: element, transition)
            if transition == GST_STATE_CHANGE_PAUSED_TO_READY {
                unsafe ContainerDemuxer.of(element)?.reset()
            }
            return result
        }
    }

    private static func build(
        _ element: UnsafeMutablePointer<GstElement>, _ klass: UnsafeMutablePointer<GstElementClass>
    ) {
        guard let template = unsafe gst_element_class_get_pad_template(klass, "sink"),
            let sink = unsafe gst_pad_new_from_template(template, "sink")
        else { return }
        let demuxer = unsafe ContainerDemuxer(
            format(of: UnsafeMutableRawPointer(klass)), element: element, sink: sink)
        unsafe ElementType.setValue(demuxer, for: key, of: element)
        unsafe gst_pad_set_activate_function_full(
            sink,
            { pad, _ in
                guard let pad = unsafe pad else { return 0 }
                let canPull = unsafe playhead_pad_can_pull(pad) != 0
                return unsafe gst_pad_activate_mode(pad, canPull ? GST_PAD_MODE_PULL : GST_PAD_MODE_PUSH, 1)
            }, nil, nil)
        unsafe gst_pad_set_activatemode_function_full(
            sink,
            { pad, parent, mode, active in
                guard let pad = unsafe pad, let parent = unsafe parent,
                    let demuxer = unsafe ContainerDemuxer.of(parent)
                else { return 0 }
                guard mode == GST_PAD_MODE_PULL else { return 1 }
                demuxer.shared.withLock { $0.isPulling = active != 0 }
                if active == 0 { return unsafe gst_pad_stop_task(pad) }
                demuxer.startTask()
                return 1
            }, nil, nil)
        unsafe gst_pad_set_chain_function_full(
            sink,
            { _, parent, buffer in
                guard let parent = unsafe parent, let buffer = unsafe buffer else { return GST_FLOW_ERROR }
                return unsafe ContainerDemuxer.of(parent)?.chain(buffer) ?? GST_FLOW_ERROR
            }, nil, nil)
        unsafe gst_pad_set_event_function_full(
            sink,
            { _, parent, event in
                guard let parent = unsafe parent, let event = unsafe event else { return 0 }
                return unsafe ContainerDemuxer.of(parent)?.handleDownstream(event) ?? 0
            }, nil, nil)
        unsafe gst_element_add_pad(element, sink)
    }

    /// Handles an event from upstream in push mode.
    private func handleDownstream(_ event: UnsafeMutablePointer<GstEvent>) -> gboolean {
        defer { unsafe gst_event_unref(event) }
        switch unsafe playhead_event_type(event) {
        case GST_EVENT_EOS: endInput()
        case GST_EVENT_FLUSH_STOP:
            flushInput()
            unsafe pushToAll { unsafe gst_event_ref(event) }
        case GST_EVENT_FLUSH_START, GST_EVENT_TAG:
            unsafe pushToAll { unsafe gst_event_ref(event) }
        default: break
        }
        return 1
    }

    private static let key = "playhead-demuxer"

    static func of(_ element: UnsafeMutableRawPointer) -> ContainerDemuxer? {
        unsafe ElementType.value(for: key, of: element)
    }

    /// The class of an element (a macro).
    static func elementClass(of element: UnsafeMutablePointer<GstElement>) -> UnsafeMutablePointer<
        GstElementClass
    >? {
        unsafe UnsafeMutableRawPointer(element).assumingMemoryBound(to: GTypeInstance.self).pointee.g_class
            .map { unsafe UnsafeMutableRawPointer($0).assumingMemoryBound(to: GstElementClass.self) }
    }
}

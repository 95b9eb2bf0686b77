internal import CGStreamer
package import MediaFormats

/// What an element says when it gives up or is worried (`GError` with its surroundings).
package struct ElementFault: Sendable, Equatable {
    /// The error domain, as text (`g_quark_to_string`).
    package var domain: String
    package var code: Int
    package var message: String
    /// GStreamer's own account of the place and cause.
    package var debug: String
    /// The factory of the element that said it.
    package var element: String
    /// The status that an HTTP server answered with, where there was one.
    package var httpStatus: Int?
}

/// One message of a bus (`GstMessage`), as a value. What playback has no use for is `other`.
package enum BusMessage: Sendable, Equatable {
    /// The pipeline has prerolled, or a seek has been carried out.
    case asyncDone
    /// The pipeline plays: its clock runs.
    case playing
    case endOfStream
    case error(ElementFault)
    case warning(ElementFault)
    case durationChanged
    case latencyChanged
    case clockLost
    /// A plug-in is wanting: for a person, and as the caps it would have to take.
    case missingPlugin(description: String, caps: String)
    /// An output was told of tags; the name is that of the output.
    case tags(TagValues, at: String)
    case chapters([ChapterEntry])
    /// An element of this factory left out what came too late.
    case tooLate(LateMedia, in: String)
    case other
}

/// What was left out because it came too late, on the media timeline; nil where that was not said.
package struct LateMedia: Sendable, Equatable {
    package var start: Duration?
    package var length: Duration?
}

extension Element {
    /// Hears of every message of this pipeline's bus (`gst_bus_set_sync_handler`), on the thread that posts it. The
    /// message itself is dropped. The handler copies and returns; it must not change states, seek or block.
    package func onMessage(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        guard let bus = unsafe gst_element_get_bus(raw) else { return }
        defer { unsafe gst_object_unref(bus) }
        unsafe gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                if let message = unsafe message {
                    if let data = unsafe data {
                        unsafe Box<@Sendable (BusMessage) -> Void>.value(of: data)(
                            BusMessage(lending: message))
                    }
                    unsafe gst_message_unref(message)
                }
                return GST_BUS_DROP
            }, unsafe Box.data(handler), { unsafe releaseBox($0) })
    }

    /// Nothing is heard any more (`gst_bus_set_flushing`).
    package func silenceBus() {
        guard let bus = unsafe gst_element_get_bus(raw) else { return }
        defer { unsafe gst_object_unref(bus) }
        unsafe gst_bus_set_flushing(bus, 1)
    }
}

extension BusMessage {
    /// The one place where a bus message is read. What is not named here is ignored on purpose.
    init(lending message: UnsafeMutablePointer<GstMessage>) {
        let source = unsafe playhead_message_source(message)
        let isFromPipeline = unsafe source != nil && playhead_is_pipeline(source) != 0
        switch unsafe playhead_message_type(message) {
        case GST_MESSAGE_ASYNC_DONE: self = isFromPipeline ? .asyncDone : .other
        case GST_MESSAGE_STATE_CHANGED:
            var (state, pending) = (GST_STATE_NULL, GST_STATE_NULL)
            unsafe gst_message_parse_state_changed(message, nil, &state, &pending)
            self = isFromPipeline && state == GST_STATE_PLAYING ? .playing : .other
        case GST_MESSAGE_EOS: self = isFromPipeline ? .endOfStream : .other
        case GST_MESSAGE_ERROR:
            self = unsafe .error(
                ElementFault(lending: message, gst_message_parse_error, gst_message_parse_error_details))
        case GST_MESSAGE_WARNING:
            self = unsafe .warning(
                ElementFault(lending: message, gst_message_parse_warning, gst_message_parse_warning_details))
        case GST_MESSAGE_DURATION_CHANGED: self = .durationChanged
        case GST_MESSAGE_TAG: self = unsafe .tags(lending: message)
        case GST_MESSAGE_TOC:
            var toc: OpaquePointer?
            unsafe gst_message_parse_toc(message, &toc, nil)
            guard let toc = unsafe toc else { self = .other; return }
            self = unsafe .chapters([ChapterEntry](lending: toc))
            unsafe gst_mini_object_unref(UnsafeMutablePointer<GstMiniObject>(toc))
        case GST_MESSAGE_QOS: self = unsafe .tooLate(lending: message)
        case GST_MESSAGE_LATENCY: self = .latencyChanged
        case GST_MESSAGE_CLOCK_LOST: self = .clockLost
        case GST_MESSAGE_ELEMENT:
            self = unsafe Self.missingPlugin(lending: message) ?? .other
        default: self = .other
        }
    }

    private static func tags(lending message: UnsafeMutablePointer<GstMessage>) -> BusMessage {
        var list: UnsafeMutablePointer<GstTagList>?
        unsafe gst_message_parse_tag(message, &list)
        guard let list = unsafe list else { return .other }
        defer { unsafe gst_tag_list_unref(list) }
        let source = unsafe playhead_message_source(message)
        let name = unsafe source == nil ? "" : string(taking: gst_object_get_name(source)) ?? ""
        return unsafe .tags(TagValues(lending: list), at: name)
    }

    private static func tooLate(lending message: UnsafeMutablePointer<GstMessage>) -> BusMessage {
        var (start, length): (guint64, guint64) = (0, 0)
        unsafe gst_message_parse_qos(message, nil, nil, &start, nil, &length)
        let source = unsafe playhead_message_source(message)
        return unsafe .tooLate(
            LateMedia(start: duration(start), length: duration(length)),
            in: source.map { unsafe Element.factoryName(ofSource: $0) } ?? "")
    }

    /// A message about a missing plug-in (`gst_is_missing_plugin_message`), whose installer detail ends in `|kind-caps`.
    private static func missingPlugin(lending message: UnsafeMutablePointer<GstMessage>) -> BusMessage? {
        guard unsafe gst_is_missing_plugin_message(message) != 0 else { return nil }
        let description =
            unsafe string(taking: gst_missing_plugin_message_get_description(message)) ?? "a plug-in"
        let detail = unsafe string(taking: gst_missing_plugin_message_get_installer_detail(message)) ?? ""
        return .missingPlugin(
            description: description, caps: detail.split(separator: "|").last.map(String.init) ?? "")
    }
}

extension ElementFault {
    fileprivate typealias Parse = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    ) -> Void
    fileprivate typealias Details = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafePointer<GstStructure>?>?
    ) -> Void

    fileprivate init(
        lending message: UnsafeMutablePointer<GstMessage>, _ parse: Parse, _ parseDetails: Details
    ) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<gchar>?
        unsafe parse(message, &error, &debug)
        self.debug = unsafe string(taking: debug) ?? ""
        domain = ""
        code = 0
        self.message = ""
        if let error = unsafe error {
            domain = unsafe string(g_quark_to_string(error.pointee.domain)) ?? ""
            code = unsafe Int(error.pointee.code)
            self.message = unsafe String(cString: error.pointee.message)
            unsafe g_error_free(error)
        }
        element = ""
        if let source = unsafe playhead_message_source(message) {
            element = unsafe Element.factoryName(ofSource: source)
        }
        var details: UnsafePointer<GstStructure>?
        unsafe parseDetails(message, &details)
        var status: guint = 0
        if let details = unsafe details,
            unsafe gst_structure_get_uint(details, "http-status-code", &status) != 0
        {
            httpStatus = Int(status)
        }
    }
}

extension Element {
    /// The factory of what posted a message, empty when that is no element.
    fileprivate static func factoryName(ofSource source: UnsafeMutableRawPointer) -> String {
        guard unsafe playhead_is_element(source) != 0 else { return "" }
        return unsafe factoryName(of: source.assumingMemoryBound(to: GstElement.self))
    }
}

internal import CGStreamer
package import MediaFormats

/// An error or warning of an element (`GError` with its context).
package struct ElementFault: Sendable, Equatable {
    /// The error domain as text (`g_quark_to_string`).
    package var domain: String
    package var code: Int
    package var message: String
    /// The debug text of GStreamer with the location and the cause.
    package var debug: String
    /// The factory name of the element.
    package var element: String
    /// The element in its bins (`gst_object_get_path_string`).
    package var path = ""
    /// The HTTP status of the response; nil without a response.
    package var httpStatus: Int?
}

extension ElementFault {
    /// The fault of an output that was taken away.
    package init(lost message: String, of element: String) {
        self.init(
            domain: "gst-resource-error-quark", code: 1, message: message, debug: "", element: element)
    }
}

/// A bus message (`GstMessage`) as a value. A message without use for playback is `other`.
package enum BusMessage: Sendable, Equatable {
    /// The pipeline has prerolled, or a seek has completed.
    case asyncDone
    /// The pipeline has reached `PLAYING`, and its clock runs.
    case playing
    case endOfStream
    case error(ElementFault)
    case warning(ElementFault)
    case durationChanged
    case latencyChanged
    case clockLost
    /// A plug-in is missing, with a description for the user and the caps of the stream.
    case missingPlugin(description: String, caps: String)
    /// A demuxer of the player has left out audio or video, in media time.
    case lost(isVideo: Bool, Range<Duration>)
    /// A sink has received tags; `at` is the name of the sink.
    case tags(TagValues, at: String)
    case chapters([ChapterEntry])
    /// An element with this factory name has dropped late media.
    case tooLate(LateMedia, in: String)
    case other
}

/// Media that was dropped because it was late, in media time; nil values are unknown.
package struct LateMedia: Sendable, Equatable {
    package var start: Duration?
    package var length: Duration?
}

extension Element {
    /// Handles all messages of the bus of this pipeline (`gst_bus_set_sync_handler`), on the thread that
    /// posts them. The messages themselves are dropped. The handler must not change states, seek or block.
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

    /// Discards all further messages (`gst_bus_set_flushing`).
    package func silenceBus() {
        guard let bus = unsafe gst_element_get_bus(raw) else { return }
        defer { unsafe gst_object_unref(bus) }
        unsafe gst_bus_set_flushing(bus, 1)
    }
}

extension BusMessage {
    /// Converts a message into a value. All message types without a case here are ignored on purpose.
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
            self = unsafe Self.missingPlugin(lending: message) ?? Self.lost(lending: message) ?? .other
        default: self = .other
        }
    }

    /// The text of an error message; empty for other messages.
    static func errorText(of message: UnsafeMutablePointer<GstMessage>) -> String {
        guard case .error(let fault) = unsafe BusMessage(lending: message) else { return "" }
        return fault.message
    }

    private static func lost(lending message: UnsafeMutablePointer<GstMessage>) -> BusMessage? {
        guard let content = unsafe gst_message_get_structure(message),
            unsafe gst_structure_has_name(content, "playhead-lost") != 0
        else { return nil }
        var (isVideo, start, end): (gboolean, guint64, guint64) = (0, 0, 0)
        unsafe gst_structure_get_boolean(content, "video", &isVideo)
        unsafe gst_structure_get_uint64(content, "start", &start)
        unsafe gst_structure_get_uint64(content, "end", &end)
        let (from, to) = (Int64(clamping: start), Int64(clamping: end))
        return .lost(isVideo: isVideo != 0, .nanoseconds(from)..<(.nanoseconds(max(from, to))))
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

    /// Converts a missing-plugin message (`gst_is_missing_plugin_message`). Its installer detail ends in
    /// `|kind-caps`.
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
            path = unsafe string(taking: gst_object_get_path_string(source)) ?? ""
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
    /// The factory name of the source of a message; empty if the source is no element.
    fileprivate static func factoryName(ofSource source: UnsafeMutableRawPointer) -> String {
        guard unsafe playhead_is_element(source) != 0 else { return "" }
        return unsafe factoryName(of: source.assumingMemoryBound(to: GstElement.self))
    }
}

internal import CGStreamer

/// A reference to a GStreamer element, bin or pipeline (`GstElement`).
@safe package final class Element: @unchecked Sendable {
    // Guarded by the object and state locks of GStreamer; the pointer itself never changes.
    let raw: UnsafeMutablePointer<GstElement>

    /// Takes ownership of the reference, and sinks a floating one (`gst_object_ref_sink`).
    init(taking raw: UnsafeMutablePointer<GstElement>) {
        unsafe self.raw = raw
        unsafe gst_object_ref_sink(raw)
    }

    /// Adds a reference.
    init(retaining raw: UnsafeMutablePointer<GstElement>) {
        unsafe self.raw = raw
        unsafe gst_object_ref(raw)
    }

    deinit { unsafe gst_object_unref(raw) }

    /// Makes an element (`gst_element_factory_make`); nil if no plug-in has the factory. It starts GStreamer.
    package static func make(_ factory: String) -> Element? {
        guard Runtime.startFault == nil else { return nil }
        return unsafe gst_element_factory_make(factory, nil).map { unsafe Element(taking: $0) }
    }

    /// Makes a source for a URI (`gst_element_make_from_uri`); nil if no plug-in supports its scheme.
    package static func source(of uri: String) -> Element? {
        unsafe gst_element_make_from_uri(GST_URI_SRC, uri, nil, nil).map { unsafe Element(taking: $0) }
    }

    /// Makes an empty pipeline (`gst_pipeline_new`).
    package static func pipeline() -> Element {
        guard let raw = unsafe playhead_pipeline_new(nil) else {
            preconditionFailure("gst_pipeline_new has no failure")
        }
        return unsafe Element(taking: raw)
    }

    /// The name of the factory (`gst_element_get_factory`); empty without one.
    package var factoryName: String { unsafe Self.factoryName(of: raw) }

    /// The name of the element (`gst_object_get_name`).
    package var name: String {
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstObject.self)
        return unsafe string(taking: gst_object_get_name(object)) ?? ""
    }

    /// The classification, as words separated by slashes, for example `Codec/Demuxer`
    /// (`gst_element_get_metadata`).
    package var kind: String {
        let type = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GTypeInstance.self)
        let elementClass = unsafe UnsafeMutableRawPointer(type.pointee.g_class).assumingMemoryBound(
            to: GstElementClass.self)
        return unsafe string(gst_element_class_get_metadata(elementClass, GST_ELEMENT_METADATA_KLASS)) ?? ""
    }

    /// Whether the element may read a file on a thread of its own, as demuxers and parsers do.
    package var readsInput: Bool { kind.contains("Demuxer") || kind.contains("Parser") }

    static func factoryName(of element: UnsafeMutablePointer<GstElement>) -> String {
        guard let factory = unsafe gst_element_get_factory(element) else { return "" }
        let name = unsafe gst_object_get_name(
            UnsafeMutableRawPointer(factory).assumingMemoryBound(to: GstObject.self))
        return unsafe string(taking: name) ?? ""
    }
}

extension Element {
    /// The states of an element, in order (`GstState`).
    package enum State: Sendable { case null, ready, paused, playing }

    /// The result of a state change (`GstStateChangeReturn`).
    package enum Change: Sendable { case done, later, live, failed }

    /// Requests a state (`gst_element_set_state`). It may block while an element opens its device or file. It
    /// must not be called on a streaming thread.
    @discardableResult
    package func setState(_ state: State) -> Change {
        let target =
            switch state {
            case .null: GST_STATE_NULL
            case .ready: GST_STATE_READY
            case .paused: GST_STATE_PAUSED
            case .playing: GST_STATE_PLAYING
            }
        return switch unsafe gst_element_set_state(raw, target) {
        case GST_STATE_CHANGE_SUCCESS: .done
        case GST_STATE_CHANGE_ASYNC: .later
        case GST_STATE_CHANGE_NO_PREROLL: .live
        default: .failed
        }
    }

    /// Takes the state of the parent (`gst_element_sync_state_with_parent`).
    @discardableResult
    package func syncStateWithParent() -> Bool { unsafe gst_element_sync_state_with_parent(raw) != 0 }

    /// Whether no state change and no preroll is pending (`gst_element_get_state` without waiting).
    package var isSettled: Bool { unsafe gst_element_get_state(raw, nil, nil, 0) != GST_STATE_CHANGE_ASYNC }

    /// Blocks until no state change and no preroll is pending, or until the timeout
    /// (`gst_element_get_state`).
    package func awaitSettled(upTo limit: Duration) {
        unsafe gst_element_get_state(raw, nil, nil, GstClockTime(limit / .nanoseconds(1)))
    }

    /// Whether it has reached `PLAYING` and nothing is pending (`gst_element_get_state` without waiting).
    package var isPlaying: Bool {
        var (state, pending) = (GST_STATE_NULL, GST_STATE_NULL)
        let result = unsafe gst_element_get_state(raw, &state, &pending, 0)
        return result == GST_STATE_CHANGE_SUCCESS && state == GST_STATE_PLAYING
    }
}

extension Element {
    /// Adds a child (`gst_bin_add`).
    @discardableResult
    package func add(_ child: Element) -> Bool { unsafe gst_bin_add(playhead_bin(raw), child.raw) != 0 }

    /// Whether an element with this name exists at any depth (`gst_bin_get_by_name`).
    package func contains(named name: String) -> Bool {
        guard let child = unsafe gst_bin_get_by_name(playhead_bin(raw), name) else { return false }
        unsafe gst_object_unref(child)
        return true
    }

    /// The parent (`gst_object_get_parent`); nil without one.
    package var parent: Element? {
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GstObject.self)
        guard let parent = unsafe gst_object_get_parent(object) else { return nil }
        defer { unsafe gst_object_unref(parent) }
        return unsafe Element(
            retaining: UnsafeMutableRawPointer(parent).assumingMemoryBound(to: GstElement.self))
    }

    /// Stops a child and removes it (`gst_element_set_locked_state`, `gst_bin_remove`). A streaming thread
    /// may call it only if that thread is not inside the child.
    package func remove(_ child: Element) {
        unsafe gst_element_set_locked_state(child.raw, 1)
        child.setState(.null)
        unsafe gst_bin_remove(playhead_bin(raw), child.raw)
    }

    /// Links its source pad to the sink pad of another element (`gst_element_link`).
    @discardableResult
    package func link(to next: Element) -> Bool { unsafe gst_element_link(raw, next.raw) != 0 }

    /// The static pad with a name (`gst_element_get_static_pad`).
    package func pad(_ name: String) -> Pad? {
        unsafe gst_element_get_static_pad(raw, name).map { unsafe Pad(taking: $0) }
    }

    /// Recalculates the latency after a `LATENCY` message (`gst_bin_recalculate_latency`).
    package func recalculateLatency() { unsafe gst_bin_recalculate_latency(playhead_bin(raw)) }
}

internal import CGStreamer

/// Element types that the player registers with GStreamer, and the Swift values behind their elements.
enum ElementType {
    /// Registers an element (`g_type_register_static`, `gst_element_register`).
    ///
    /// - Parameters:
    ///   - isBin: whether it derives from `GstBin`.
    ///   - rank: by default above those of GStreamer.
    ///   - prepare: sets up the class.
    ///   - build: sets up an element, which is given with its class.
    static func register(
        _ name: String, factory: String, isBin: Bool = false,
        rank: guint = guint(GST_RANK_PRIMARY.rawValue) + 16, prepare: @escaping GClassInitFunc,
        build: @escaping GInstanceInitFunc
    ) {
        var info = unsafe GTypeInfo()
        unsafe info.class_size = guint16(
            isBin ? MemoryLayout<GstBinClass>.size : MemoryLayout<GstElementClass>.size)
        unsafe info.instance_size = guint16(
            isBin ? MemoryLayout<GstBin>.size : MemoryLayout<GstElement>.size)
        unsafe info.class_init = prepare
        unsafe info.instance_init = build
        let type = unsafe g_type_register_static(
            isBin ? gst_bin_get_type() : gst_element_get_type(), name, &info, GTypeFlags(rawValue: 0))
        unsafe gst_element_register(nil, factory, rank, type)
    }

    /// Adds a pad template to a class (`gst_element_class_add_pad_template`).
    static func addTemplate(
        _ name: String, _ direction: GstPadDirection, _ presence: GstPadPresence, _ caps: String,
        to element: UnsafeMutablePointer<GstElementClass>
    ) {
        guard let made = unsafe gst_caps_from_string(caps) else { return }
        defer { unsafe gst_caps_unref(made) }
        unsafe gst_element_class_add_pad_template(
            element, gst_pad_template_new(name, direction, presence, made))
    }

    /// Changes the state as the parent class does (`GstElementClass.change_state`).
    static func changeState(
        of element: UnsafeMutablePointer<GstElement>, _ transition: GstStateChange, isBin: Bool = false
    ) -> GstStateChangeReturn {
        let type = isBin ? gst_bin_get_type() : gst_element_get_type()
        let parent = unsafe g_type_class_peek(type)?.assumingMemoryBound(to: GstElementClass.self)
        return unsafe parent?.pointee.change_state?(element, transition) ?? GST_STATE_CHANGE_FAILURE
    }

    /// Gives an element the value that does its work. The element owns it.
    static func setValue<Value>(_ value: Value, for key: String, of element: UnsafeMutableRawPointer) {
        unsafe g_object_set_data_full(
            element.assumingMemoryBound(to: GObject.self), key, Box.data(value), { unsafe releaseBox($0) })
    }

    /// The value of an element; nil if it has none. A key belongs to one type of values.
    static func value<Value>(for key: String, of element: UnsafeMutableRawPointer) -> Value? {
        unsafe g_object_get_data(element.assumingMemoryBound(to: GObject.self), key)
            .map { unsafe Box<Value>.value(of: $0) }
    }
}

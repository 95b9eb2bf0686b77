internal import CGStreamer

extension Element {
    /// Whether it has a property with a name (`g_object_class_find_property`).
    package func has(_ property: String) -> Bool {
        let instance = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GTypeInstance.self)
        let type = unsafe UnsafeMutableRawPointer(instance.pointee.g_class).assumingMemoryBound(
            to: GObjectClass.self)
        return unsafe g_object_class_find_property(type, property) != nil
    }

    /// Sets a property of exactly this C type (`g_object_set`).
    package func set(_ property: String, _ value: String) { unsafe playhead_set_string(raw, property, value) }
    package func set(_ property: String, _ value: Bool) {
        unsafe playhead_set_bool(raw, property, value ? 1 : 0)
    }
    package func set(_ property: String, int value: Int32) { unsafe playhead_set_int(raw, property, value) }
    package func set(_ property: String, int64 value: Int64) {
        unsafe playhead_set_int64(raw, property, gint64(value))
    }
    package func set(_ property: String, uint value: UInt32) {
        unsafe playhead_set_uint(raw, property, value)
    }
    package func set(_ property: String, uint64 value: UInt64) {
        unsafe playhead_set_uint64(raw, property, guint64(value))
    }
    package func set(_ property: String, _ value: Double) { unsafe playhead_set_double(raw, property, value) }
    package func set(_ property: String, fraction: (Int32, Int32)) {
        unsafe playhead_set_fraction(raw, property, fraction.0, fraction.1)
    }

    /// Sets a property of any type from its text form (`gst_util_set_object_arg`).
    package func set(_ property: String, text: String) {
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GObject.self)
        unsafe gst_util_set_object_arg(object, property, text)
    }

    /// Reads an existing property of type `guint` (`g_object_get_property`).
    package func count(_ property: String) -> Int {
        var value = GValue()
        unsafe g_value_init(&value, g_type_from_name("guint"))
        defer { unsafe g_value_unset(&value) }
        let object = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GObject.self)
        unsafe g_object_get_property(object, property, &value)
        return unsafe Int(g_value_get_uint(&value))
    }

    /// Reads a time from a property of type `guint64` (`g_object_get`).
    package func time(_ property: String) -> Duration? {
        unsafe GStreamer.duration(playhead_get_uint64(raw, property))
    }
}

internal import CGStreamer

/// The type-finding functions of GStreamer.
package enum TypeFinder {
    /// The probability of a guess from a start code alone (`GST_TYPE_FIND_POSSIBLE`). Start codes occur by
    /// chance: one in 1,500 random files is recognized as H.263 and played (1.22.0).
    package static let weak = UInt32(GST_TYPE_FIND_POSSIBLE.rawValue)

    /// Whether a known format has this file name extension (`gst_type_find_factory_get_extensions`).
    package static func knows(ending: String) -> Bool {
        guard !ending.isEmpty, Runtime.startFault == nil else { return false }
        return endings.contains(ending.lowercased())
    }

    private static let endings: Set<String> = {
        let factories = unsafe gst_type_find_factory_get_list()
        defer { unsafe gst_plugin_feature_list_free(factories) }
        var endings: Set<String> = []
        var link = unsafe factories
        while let node = unsafe link {
            let factory = unsafe node.pointee.data.map { OpaquePointer($0) }
            var names = unsafe factory.flatMap { unsafe gst_type_find_factory_get_extensions($0) }
            while let name = unsafe names?.pointee {
                unsafe endings.insert(String(cString: name).lowercased())
                unsafe names = names?.successor()
            }
            unsafe link = node.pointee.next
        }
        return endings
    }()
}

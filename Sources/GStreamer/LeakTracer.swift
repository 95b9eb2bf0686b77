internal import CGStreamer

/// Finds GStreamer objects that are not released, with the leak tracer.
///
/// The list of live objects of the tracer would be simpler, but in 1.22.0 it releases references that it has
/// not taken.
package struct LeakTracer {
    /// An object that exists.
    package struct Entry: Sendable, Hashable {
        /// The type, for example `GstFakeSink`.
        package var type: String
        /// The address in memory, for example `0x7f1c0c0b6a10`.
        package var address: String
    }

    private var counts: [Entry: Int] = [:]

    /// Begins to record objects; nil if the process was started without `GST_TRACERS=leaks`.
    package init?() {
        guard playhead_track_objects(nil) != 0 else { return nil }
    }

    /// The objects that were created since the beginning and still exist.
    package mutating func left() -> [Entry] {
        var checkpoint: UnsafeMutablePointer<GstStructure>?
        guard unsafe playhead_track_objects(&checkpoint) != 0, let found = unsafe checkpoint else {
            return []
        }
        defer { unsafe gst_structure_free(found) }
        unsafe count("objects-created-list", by: 1, in: found)
        unsafe count("objects-removed-list", by: -1, in: found)
        counts = counts.filter { $0.value != 0 }
        return counts.filter { $0.value > 0 }.keys.sorted { ($0.type, $0.address) < ($1.type, $1.address) }
    }

    private mutating func count(_ list: String, by step: Int, in found: UnsafeMutablePointer<GstStructure>) {
        guard let objects = unsafe gst_structure_get_value(found, list) else { return }
        for index in 0..<(unsafe gst_value_list_get_size(objects)) {
            guard let value = unsafe gst_value_list_get_value(objects, index),
                let object = unsafe gst_value_get_structure(value),
                let type = unsafe string(gst_structure_get_string(object, "type-name")),
                let address = unsafe string(gst_structure_get_string(object, "address"))
            else { continue }
            counts[Entry(type: type, address: address), default: 0] += step
        }
    }
}

internal import CGStreamer

/// What is made of GStreamer's objects and does not go, by its tracer of leaks. The tracer's list of what is alive would be simpler, but in 1.22.0
/// it gives back references that it has not taken.
package struct LeakTracer {
    /// An object that is there.
    package struct Entry: Sendable, Hashable {
        /// For example `GstFakeSink`.
        package var type: String
        /// Where it is in memory, for example `0x7f1c0c0b6a10`.
        package var address: String
    }

    private var counts: [Entry: Int] = [:]

    /// Begins to write down; nil in a process that was not started with `GST_TRACERS=leaks`.
    package init?() {
        guard playhead_track_objects(nil) != 0 else { return nil }
    }

    /// What was made since the beginning and is still there.
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

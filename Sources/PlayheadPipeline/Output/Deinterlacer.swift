internal import GStreamer
internal import PlayheadCore

/// The elements that make progressive frames of interlaced ones.
///
/// The method `linear` makes a frame of one field at once. The adaptive methods of GStreamer need later fields,
/// so a frame would arrive at the sink after the next one has left the decoder; seeks, steps and positions would
/// be one frame off.
enum Deinterlacer {
    /// The elements for a branch; empty without deinterlacing, or if the plug-in is not installed.
    static func elements(_ mode: PlayerConfiguration.Deinterlacing) -> [Element] {
        guard mode != .off, let element = Element.make("deinterlace"), let entry = element.pad("sink"),
            let exit = element.pad("src")
        else { return [] }
        element.set("mode", text: mode == .on ? "interlaced" : "auto")
        element.set("method", text: "linear")
        // One frame for each frame. The second field would be due later.
        element.set("fields", text: "top")
        entry.onFieldOrder { [weak element] isTopFirst in
            element?.set("fields", text: isTopFirst ? "top" : "bottom")
        }
        exit.passQuality(to: entry)
        guard mode == .on, let convert = Element.make("videoconvert") else { return [element] }
        // Forced, it accepts only the formats that it can change.
        return [convert, element]
    }
}

import CGStreamer
import Foundation
import Testing

@testable import GStreamer

/// Puts an mp4 file into transport streams.
enum Remuxer {
    struct Failure: Error {}

    /// Makes `file.ts`, or `list.m3u8` with segments of a second.
    static func run(_ source: String, to folder: URL, isFile: Bool) throws {
        try #require(Runtime.startFault == nil)
        let target =
            isFile
            ? "mpegtsmux name=mux ! filesink location=\(folder.path)/file.ts"
            : "hlssink2 name=mux target-duration=1 max-files=0 playlist-length=0 "
                + "location=\(folder.path)/part%d.ts playlist-location=\(folder.path)/list.m3u8"
        let (video, audio) = isFile ? ("mux.", "mux.") : ("mux.video", "mux.audio")
        let text =
            "filesrc location=\(source) ! qtdemux name=demux \(target) "
            + "demux.video_0 ! h264parse ! queue max-size-time=0 ! \(video) "
            + "demux.audio_0 ! aacparse ! queue max-size-time=0 ! \(audio)"
        guard let raw = unsafe gst_parse_launch(text, nil) else { throw Failure() }
        let pipeline = unsafe Element(taking: raw)
        defer { pipeline.setState(.null) }
        pipeline.setState(.playing)
        guard let bus = unsafe gst_element_get_bus(pipeline.raw) else { throw Failure() }
        defer { unsafe gst_object_unref(bus) }
        let ends = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        guard let message = unsafe gst_bus_timed_pop_filtered(bus, 20_000_000_000, ends) else {
            throw Failure()
        }
        defer { unsafe gst_message_unref(message) }
        guard unsafe playhead_message_type(message) == GST_MESSAGE_EOS else { throw Failure() }
    }
}

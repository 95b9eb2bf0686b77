import CGStreamer
import Synchronization
import Testing

@testable import GStreamer
@testable import PlayheadPipeline

/// What the window's `videoflip` makes of an announced orientation.
struct FrameOrientationTests {
    private struct Pipeline: Error {}

    /// The pixels of an orientation: mirrored first, then turned clockwise.
    private func turned(_ rows: [[UInt8]], _ orientation: PictureOrientation) -> [[UInt8]] {
        var rows = orientation.isMirrored ? rows.map { $0.reversed() } : rows
        for _ in 0..<orientation.rotation / 90 {
            rows = rows[0].indices.map { column in rows.reversed().map { $0[column] } }
        }
        return rows
    }

    @Test(arguments: [
        PictureOrientation.upright, .clockwise, .upsideDown, .counterclockwise, .mirrored, .mirroredClockwise,
        .mirroredUpsideDown, .mirroredCounterclockwise,
    ]) func `an announced orientation turns the frame as the track tells it`(
        _ orientation: PictureOrientation
    )
        throws
    {
        #expect(
            PictureOrientation(rotation: orientation.rotation, isMirrored: orientation.isMirrored)
                == orientation)
        try #require(Runtime.startFault == nil)
        let text =
            "appsrc name=source format=time caps=video/x-raw,format=GRAY8,width=8,height=4,framerate=1/1 ! "
            + "taginject tags=title=x ! identity name=place ! videoflip video-direction=auto ! "
            + "fakesink name=sink sync=false"
        guard let raw = unsafe gst_parse_launch(text, nil) else { throw Pipeline() }
        let pipeline = unsafe Element(taking: raw)
        let element = { (name: String) in
            guard let raw = unsafe gst_bin_get_by_name(playhead_bin(pipeline.raw), name) else {
                throw Pipeline()
            }
            return unsafe Element(taking: raw)
        }
        try element("place").pad("src")?.announce(orientation)
        let rows: [[UInt8]] = [
            [1, 2, 3, 4, 5, 6, 7, 8], [11, 12, 13, 14, 15, 16, 17, 18], [21, 22, 23, 24, 25, 26, 27, 28],
            [31, 32, 33, 34, 35, 36, 37, 38],
        ]
        let seen = Mutex<[UInt8]>([])
        let sink = try #require(try element("sink").pad("sink"))
        sink.takeBytes { bytes in seen.withLock { $0 += bytes } }
        pipeline.setState(.playing)
        let source = try element("source")
        let frame = rows.flatMap { $0 }
        unsafe playhead_push_buffer(
            source.raw, playhead_sample_buffer(frame, gsize(frame.count), 0, 0, 1_000_000_000, 0, 0))
        unsafe playhead_end_stream(source.raw)
        guard let bus = unsafe gst_element_get_bus(pipeline.raw) else { throw Pipeline() }
        let ends = GstMessageType(rawValue: GST_MESSAGE_EOS.rawValue | GST_MESSAGE_ERROR.rawValue)
        guard let message = unsafe gst_bus_timed_pop_filtered(bus, 20_000_000_000, ends) else {
            throw Pipeline()
        }
        unsafe gst_message_unref(message)
        unsafe gst_object_unref(bus)
        pipeline.setState(.null)
        let wanted = turned(rows, orientation)
        // Rows are padded to a multiple of four bytes, which 4 and 8 are.
        #expect(seen.withLock { $0 } == wanted.flatMap { $0 })
    }
}

internal import CGStreamer
internal import Synchronization

/// The format of decoded video frames (`GstVideoInfo`), read from caps once for all frames that have them.
@safe package final class PictureFormat: @unchecked Sendable {
    // Written by the initialiser only.
    let info: GstVideoInfo
    private let caps: UnsafeMutablePointer<GstCaps>
    /// The name of the pixel format, for example `I420`.
    package let name: String
    package let width: Int
    package let height: Int
    /// The width and height of a pixel.
    package let pixelAspect: (Int, Int)
    /// The colour space; nil if it is unknown.
    package let color: CapsDetails.Color?

    deinit { unsafe gst_caps_unref(caps) }

    init?(lending caps: UnsafeMutablePointer<GstCaps>) {
        var info = unsafe GstVideoInfo()
        guard unsafe gst_video_info_from_caps(&info, caps) != 0, let format = unsafe info.finfo else {
            return nil
        }
        unsafe self.info = info
        unsafe self.caps = gst_caps_ref(caps)
        unsafe name = string(format.pointee.name) ?? ""
        unsafe (width, height) = (Int(info.width), Int(info.height))
        unsafe pixelAspect = (Int(info.par_n), Int(info.par_d))
        unsafe color = CapsDetails.Color(info.colorimetry)
    }

    func isFormat(of other: UnsafeMutablePointer<GstCaps>) -> Bool { unsafe caps == other }
}

/// A reference to a decoded video frame whose pixels can be read.
@safe package final class DecodedPicture: @unchecked Sendable {
    /// The place of a plane in memory.
    package struct Plane: Sendable {
        package var stride: Int
        package var rowBytes: Int
        package var rows: Int
    }

    // Read only; reference counting is thread-safe in GStreamer.
    private let buffer: UnsafeMutablePointer<GstBuffer>
    package let format: PictureFormat
    package let orientation: PictureOrientation
    private let knownLuma = Mutex<[UInt8]?>(nil)

    deinit { unsafe gst_buffer_unref(buffer) }

    fileprivate init?(
        retaining buffer: UnsafeMutablePointer<GstBuffer>, _ format: PictureFormat,
        _ orientation: PictureOrientation
    ) {
        guard let kept = unsafe gst_buffer_ref(buffer) else { return nil }
        unsafe self.buffer = kept
        self.format = format
        self.orientation = orientation
    }

    /// The planes, or none if the pixels cannot be read.
    package var planes: [Plane] {
        unsafe withFrame { frame in
            let count = unsafe Int(frame.pointee.info.finfo.pointee.n_planes)
            return (0..<count).map { plane in
                var (stride, row, rows): (gint, gint, gint) = (0, 0, 0)
                unsafe playhead_frame_plane(frame, guint(plane), &stride, &row, &rows)
                return Plane(stride: Int(stride), rowBytes: Int(row), rows: Int(rows))
            }
        } ?? []
    }

    /// Calls the body with the bytes of a plane, unless they cannot be read.
    package func lend(plane: Int, _ body: (RawSpan) -> Void) {
        _ = unsafe withFrame { frame in
            var (stride, row, rows): (gint, gint, gint) = (0, 0, 0)
            let data = unsafe playhead_frame_plane(frame, guint(plane), &stride, &row, &rows)
            let count = rows > 0 ? Int(stride) * (Int(rows) - 1) + Int(row) : 0
            let bytes = unsafe UnsafeRawBufferPointer(start: data, count: count)
            unsafe body(bytes.bytes)
        }
    }

    /// The luma of each pixel, 0 to 255, row by row from the top. Empty if the pixels cannot be read.
    package var luma: [UInt8] {
        knownLuma.withLock { known in
            if let known { return known }
            let luma = unsafe withFrame { unsafe LumaPicture.luma(of: $0) } ?? nil
            known = luma ?? []
            return luma ?? []
        }
    }

    /// Maps the frame (`gst_video_frame_map`); nil if that is impossible.
    private func withFrame<Result>(_ body: (UnsafeMutablePointer<GstVideoFrame>) -> Result) -> Result? {
        var info = unsafe format.info
        var frame = unsafe GstVideoFrame()
        guard unsafe gst_video_frame_map(&frame, &info, buffer, GST_MAP_READ) != 0 else { return nil }
        defer { unsafe gst_video_frame_unmap(&frame) }
        return unsafe body(&frame)
    }
}

/// A video frame in media time.
package struct TimedPicture: Sendable {
    package let content: DecodedPicture
    package let start: Duration?
    package let duration: Duration?

    fileprivate init?(
        _ buffer: UnsafeMutablePointer<GstBuffer>, _ format: PictureFormat, _ orientation: PictureOrientation,
        _ segment: Segment?
    ) {
        guard let content = unsafe DecodedPicture(retaining: buffer, format, orientation) else { return nil }
        self.content = content
        start = unsafe GStreamer.duration(playhead_buffer_pts(buffer)).flatMap {
            segment?.unboundedStreamTime($0)
        }
        duration = unsafe GStreamer.duration(playhead_buffer_duration(buffer)).map {
            segment?.stretched($0) ?? $0
        }
    }
}

extension Rendering {
    /// The video frame without a copy of its pixels; nil if it is no raw video. `known` is the format of the
    /// frame before, which is kept for the next one.
    package func picture(_ known: inout PictureFormat?) -> TimedPicture? {
        guard let caps = unsafe caps else { return nil }
        if unsafe known?.isFormat(of: caps) != true { unsafe known = PictureFormat(lending: caps) }
        guard let format = known else { return nil }
        return unsafe TimedPicture(buffer, format, PictureOrientation(lastAt: pad), segment)
    }
}

extension Element {
    /// The frame that this sink has presented last, or holds (`gst_base_sink_get_last_sample`).
    package var lastPicture: TimedPicture? {
        guard let sample = unsafe playhead_last_sample(raw) else { return nil }
        defer { unsafe gst_sample_unref(sample) }
        guard let buffer = unsafe gst_sample_get_buffer(sample),
            let caps = unsafe gst_sample_get_caps(sample),
            let format = unsafe PictureFormat(lending: caps), let pad = pad("sink")
        else { return nil }
        let segment = unsafe gst_sample_get_segment(sample).map { unsafe Segment(raw: $0.pointee) }
        return unsafe TimedPicture(buffer, format, PictureOrientation(lastAt: pad.raw), segment)
    }
}

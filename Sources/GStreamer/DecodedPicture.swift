internal import CGStreamer
internal import Synchronization

/// The format of decoded video frames (`GstVideoInfo`), read from caps once for all frames that have them.
@safe package final class PictureFormat: @unchecked Sendable {
    // Written by the initialiser only.
    let info: GstVideoInfo
    fileprivate let caps: UnsafeMutablePointer<GstCaps>
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

    /// A format by its name, for example `RGB`, without padding beyond that of GStreamer; nil if it is
    /// unknown, or if the size is not positive.
    fileprivate convenience init?(name: String, width: Int, height: Int) {
        guard Runtime.startFault == nil, let width = guint(exactly: width),
            let height = guint(exactly: height)
        else { return nil }
        var info = unsafe GstVideoInfo()
        let format = unsafe gst_video_format_from_string(name)
        guard format != GST_VIDEO_FORMAT_UNKNOWN, width > 0, height > 0,
            unsafe gst_video_info_set_format(&info, format, width, height) != 0,
            let caps = unsafe gst_video_info_to_caps(&info)
        else { return nil }
        defer { unsafe gst_caps_unref(caps) }
        unsafe self.init(lending: caps)
    }

    /// Whether pixels have an alpha component.
    var hasAlpha: Bool {
        unsafe info.finfo.pointee.flags.rawValue & GST_VIDEO_FORMAT_FLAG_ALPHA.rawValue != 0
    }

    /// Whether components have the matrix of ITU-R BT.601 and its limited range, 16 to 235 for luma.
    var isLimitedBT601: Bool {
        unsafe info.colorimetry.matrix == GST_VIDEO_COLOR_MATRIX_BT601
            && info.colorimetry.range == GST_VIDEO_COLOR_RANGE_16_235
    }

    /// The caps for whole frames in system memory, owned by the caller (`gst_video_info_to_caps`).
    var plainCaps: UnsafeMutablePointer<GstCaps>? {
        var plain = unsafe info
        unsafe plain.interlace_mode = GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
        return unsafe gst_video_info_to_caps(&plain)
    }

    /// Whether there is a pixel format of this name (`gst_video_format_from_string`).
    package static func exists(_ name: String) -> Bool {
        let format = unsafe gst_video_format_from_string(name)
        return format != GST_VIDEO_FORMAT_UNKNOWN && format != GST_VIDEO_FORMAT_ENCODED
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

        package init(stride: Int, rowBytes: Int, rows: Int) {
            self.stride = stride
            self.rowBytes = rowBytes
            self.rows = rows
        }
    }

    // Read only; reference counting is thread-safe in GStreamer.
    private let buffer: UnsafeMutablePointer<GstBuffer>
    package let format: PictureFormat
    package let orientation: PictureOrientation
    private let knownLuma = Mutex<[UInt8]?>(nil)

    deinit { unsafe gst_buffer_unref(buffer) }

    /// The same memory, for a window.
    package var still: StillPicture? { unsafe StillPicture(buffer, format.caps, orientation) }

    fileprivate init?(
        retaining buffer: UnsafeMutablePointer<GstBuffer>, _ format: PictureFormat,
        _ orientation: PictureOrientation
    ) {
        guard let kept = unsafe gst_buffer_ref(buffer) else { return nil }
        unsafe self.buffer = kept
        self.format = format
        self.orientation = orientation
    }

    /// A copy of pixels in any memory; nil if the format is unknown, or if the planes do not fit it.
    ///
    /// - Parameters:
    ///   - planes: The planes, in the order of the format.
    ///   - lend: Calls a function with the bytes of a plane.
    package init?(
        copying planes: [Plane], format name: String, width: Int, height: Int,
        lend: (_ plane: Int, _ body: (Span<UInt8>) -> Void) -> Void
    ) {
        guard let format = PictureFormat(name: name, width: width, height: height),
            let buffer = unsafe gst_buffer_new_allocate(nil, format.info.size, nil)
        else { return nil }
        unsafe self.buffer = buffer
        self.format = format
        orientation = .upright
        let isWhole = unsafe withFrame(GST_MAP_WRITE) { frame in
            guard unsafe planes.count == Int(frame.pointee.info.finfo.pointee.n_planes) else { return false }
            return planes.enumerated().allSatisfy { index, plane in
                var isWhole = false
                lend(index) { isWhole = unsafe Self.copy($0, plane, to: frame, guint(index)) }
                return isWhole
            }
        }
        guard isWhole == true else { return nil }
    }

    /// Copies the rows of a plane; false if it has too few bytes.
    private static func copy(
        _ bytes: Span<UInt8>, _ plane: Plane, to frame: UnsafeMutablePointer<GstVideoFrame>, _ index: guint
    ) -> Bool {
        var (stride, row, rows): (gint, gint, gint) = (0, 0, 0)
        guard let target = unsafe playhead_frame_writable_plane(frame, index, &stride, &row, &rows),
            plane.stride > 0, plane.rowBytes >= Int(row), plane.rows >= Int(rows),
            plane.stride * (Int(rows) - 1) + Int(row) <= bytes.count
        else { return false }
        unsafe bytes.withUnsafeBytes { bytes in
            guard let source = bytes.baseAddress else { return }
            for y in 0..<Int(rows) {
                unsafe (target + y * Int(stride)).copyMemory(
                    from: source + y * plane.stride, byteCount: Int(row))
            }
        }
        return true
    }

    /// A buffer with the same memory, owned by the caller.
    var bufferAtZero: UnsafeMutablePointer<GstBuffer>? { unsafe playhead_buffer_at_zero(buffer) }

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
    package func lend(plane: Int, _ body: (Span<UInt8>) -> Void) {
        _ = unsafe withFrame { frame in
            var (stride, row, rows): (gint, gint, gint) = (0, 0, 0)
            let data = unsafe playhead_frame_plane(frame, guint(plane), &stride, &row, &rows)
            let count = rows > 0 ? Int(stride) * (Int(rows) - 1) + Int(row) : 0
            let start = unsafe data?.assumingMemoryBound(to: UInt8.self)
            let bytes = unsafe UnsafeBufferPointer(start: start, count: start == nil ? 0 : count)
            unsafe body(bytes.span)
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
    private func withFrame<Result>(
        _ access: GstMapFlags = GST_MAP_READ, _ body: (UnsafeMutablePointer<GstVideoFrame>) -> Result
    ) -> Result? {
        var info = unsafe format.info
        var frame = unsafe GstVideoFrame()
        guard unsafe gst_video_frame_map(&frame, &info, buffer, access) != 0 else { return nil }
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

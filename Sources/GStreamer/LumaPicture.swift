internal import CGStreamer

/// The luma of decoded video frames.
enum LumaPicture {
    /// The luma of each pixel of a mapped frame, 0 to 255, row by row from the top; nil if its format cannot be
    /// converted.
    static func luma(of frame: UnsafeMutablePointer<GstVideoFrame>) -> [UInt8]? {
        unsafe plainRows(of: frame.pointee) ?? unpackedRows(of: &frame.pointee)
    }

    /// Copies rows in which each byte of the first plane is the luma of one pixel.
    private static func plainRows(of frame: GstVideoFrame) -> [UInt8]? {
        guard let format = unsafe frame.info.finfo, let plane = unsafe frame.data.0 else { return nil }
        let flags = unsafe format.pointee.flags.rawValue
        let hasLuma = GST_VIDEO_FORMAT_FLAG_YUV.rawValue | GST_VIDEO_FORMAT_FLAG_GRAY.rawValue
        let isOdd =
            GST_VIDEO_FORMAT_FLAG_COMPLEX.rawValue | GST_VIDEO_FORMAT_FLAG_TILED.rawValue
            | GST_VIDEO_FORMAT_FLAG_PALETTE.rawValue
        guard flags & hasLuma != 0, flags & isOdd == 0,
            unsafe format.pointee.depth.0 == 8 && format.pointee.pixel_stride.0 == 1,
            unsafe format.pointee.shift.0 == 0 && format.pointee.plane.0 == 0
                && format.pointee.poffset.0 == 0
        else { return nil }
        let (width, height) = unsafe (Int(frame.info.width), Int(frame.info.height))
        let stride = unsafe Int(frame.info.stride.0)
        let bytes = unsafe plane.assumingMemoryBound(to: UInt8.self)
        return unsafe [UInt8](unsafeUninitializedCapacity: width * height) { rows, count in
            guard let first = rows.baseAddress else { return }
            for y in 0..<height {
                unsafe (first + y * width).initialize(from: bytes + y * stride, count: width)
            }
            count = width * height
        }
    }

    /// Converts any other format through its unpack format, which has four components per pixel with 8 or 16
    /// bits.
    private static func unpackedRows(of frame: inout GstVideoFrame) -> [UInt8]? {
        guard let format = unsafe frame.info.finfo, unsafe format.pointee.unpack_func != nil else {
            return nil
        }
        let (isWide, isRGB): (Bool, Bool)
        switch unsafe format.pointee.unpack_format {
        case GST_VIDEO_FORMAT_AYUV: (isWide, isRGB) = (false, false)
        case GST_VIDEO_FORMAT_ARGB: (isWide, isRGB) = (false, true)
        case GST_VIDEO_FORMAT_AYUV64: (isWide, isRGB) = (true, false)
        case GST_VIDEO_FORMAT_ARGB64: (isWide, isRGB) = (true, true)
        default: return nil
        }
        let (width, height) = unsafe (Int(frame.info.width), Int(frame.info.height))
        var luma: [UInt8] = []
        luma.reserveCapacity(width * height)
        unsafe withUnsafeTemporaryAllocation(byteCount: width * 8, alignment: 16) { row in
            for y in 0..<height {
                unsafe playhead_frame_unpack_row(&frame, row.baseAddress, gint(y))
                for x in 0..<width {
                    let value = { (component: Int) -> Int in
                        let index = x * 4 + component
                        return isWide
                            ? Int(unsafe row.load(fromByteOffset: index * 2, as: UInt16.self) >> 8)
                            : Int(unsafe row.load(fromByteOffset: index, as: UInt8.self))
                    }
                    // ITU-R BT.601.
                    luma.append(
                        UInt8(isRGB ? (77 * value(1) + 150 * value(2) + 29 * value(3)) >> 8 : value(1)))
                }
            }
        }
        return luma
    }
}

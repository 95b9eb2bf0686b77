internal import CGStreamer

/// The fields of caps that describe a codec, its pixels and its samples.
package struct CapsDetails: Sendable, Equatable {
    /// The numbers of a colour space in ITU-T H.273; nil if unspecified.
    package struct Color: Sendable, Equatable {
        package var primaries: Int?
        package var transfer: Int?
        package var matrix: Int?
        package var isFullRange: Bool?
    }

    /// The number format of audio samples (`GstAudioFormatInfo`).
    package struct Samples: Sendable, Equatable {
        package var isFloat: Bool
        package var isSigned: Bool
        /// The bits that carry the value.
        package var depth: Int
    }

    package var profile: String?
    package var level: String?
    /// The kind of ProRes.
    package var variant: String?
    package var color: Color?
    /// `mastering-display-info`: chromaticities in 0.00002, luminances in 0.0001 cd/m².
    package var masteringDisplay: [Int]?
    /// `content-light-level`: the maximum of a pixel and of the average of a frame, in cd/m².
    package var contentLightLevel: [Int]?
    /// The bits of a luma sample.
    package var bitDepth: Int?
    /// The chroma subsampling, for example `4:2:0`.
    package var chromaFormat: String?
    package var interlaceMode: String?
    package var fieldOrder: String?
    package var pixelAspectRatio: [Int]?
    package var channelMask: UInt64?
    /// The bits of a sample before encoding (`samplesize` or `depth`).
    package var sampleSize: Int?
    package var samples: Samples?

    package init() {}

    init(lending fields: UnsafeMutablePointer<GstStructure>, format: String?) {
        profile = unsafe Self.text("profile", fields)
        level = unsafe Self.text("level", fields)
        variant = unsafe Self.text("variant", fields)
        interlaceMode = unsafe Self.text("interlace-mode", fields)
        fieldOrder = unsafe Self.text("field-order", fields)
        chromaFormat = unsafe Self.text("chroma-format", fields)
        color = unsafe Self.text("colorimetry", fields).flatMap { Color(named: $0) }
        masteringDisplay = unsafe Self.text("mastering-display-info", fields).flatMap {
            Self.numbers($0, count: 10)
        }
        contentLightLevel = unsafe Self.text("content-light-level", fields).flatMap {
            Self.numbers($0, count: 2)
        }
        var (over, under): (gint, gint) = (0, 0)
        if unsafe gst_structure_get_fraction(fields, "pixel-aspect-ratio", &over, &under) != 0, over > 0,
            under > 0
        {
            pixelAspectRatio = [Int(over), Int(under)]
        }
        var depth: guint = 0
        if unsafe gst_structure_get_uint(fields, "bit-depth-luma", &depth) != 0, depth > 0 {
            bitDepth = Int(depth)
        }
        let mask = unsafe UInt64(playhead_structure_bitmask(fields, "channel-mask"))
        if mask > 0 { channelMask = mask }
        for name in ["samplesize", "depth"] {
            var size: gint = 0
            if unsafe gst_structure_get_int(fields, name, &size) != 0, size > 0 { sampleSize = Int(size) }
        }
        guard let format, let type = unsafe string(gst_structure_get_name(fields)) else { return }
        if type == "video/x-raw" { takePixels(format) }
        if type == "audio/x-raw" { takeSamples(format) }
    }

    /// Depth and subsampling of raw video (`GstVideoFormatInfo`).
    private mutating func takePixels(_ format: String) {
        let kind = unsafe gst_video_format_from_string(format)
        guard kind != GST_VIDEO_FORMAT_UNKNOWN, kind != GST_VIDEO_FORMAT_ENCODED,
            let info = unsafe gst_video_format_get_info(kind)
        else { return }
        let flags = unsafe info.pointee.flags.rawValue
        if unsafe info.pointee.depth.0 > 0 { bitDepth = unsafe Int(info.pointee.depth.0) }
        if flags & GST_VIDEO_FORMAT_FLAG_GRAY.rawValue != 0 { chromaFormat = "4:0:0" }
        guard flags & GST_VIDEO_FORMAT_FLAG_YUV.rawValue != 0 else { return }
        switch unsafe (info.pointee.w_sub.1, info.pointee.h_sub.1) {
        case (0, 0): chromaFormat = "4:4:4"
        case (0, 1): chromaFormat = "4:4:0"
        case (1, 0): chromaFormat = "4:2:2"
        case (1, 1): chromaFormat = "4:2:0"
        case (2, 0): chromaFormat = "4:1:1"
        case (2, 2): chromaFormat = "4:1:0"
        default: break
        }
    }

    private mutating func takeSamples(_ format: String) {
        let kind = unsafe gst_audio_format_from_string(format)
        guard kind != GST_AUDIO_FORMAT_UNKNOWN, kind != GST_AUDIO_FORMAT_ENCODED,
            let info = unsafe gst_audio_format_get_info(kind)
        else { return }
        let flags = unsafe info.pointee.flags.rawValue
        samples = unsafe Samples(
            isFloat: flags & GST_AUDIO_FORMAT_FLAG_FLOAT.rawValue != 0,
            isSigned: flags & GST_AUDIO_FORMAT_FLAG_SIGNED.rawValue != 0, depth: Int(info.pointee.depth))
    }

    private static func text(_ name: String, _ fields: UnsafeMutablePointer<GstStructure>) -> String? {
        unsafe string(gst_structure_get_string(fields, name))
    }

    /// Numbers separated by colons; nil unless there are `count` of them.
    private static func numbers(_ text: String, count: Int) -> [Int]? {
        let numbers = text.split(separator: ":").compactMap { Int($0) }
        return numbers.count == count ? numbers : nil
    }
}

extension CapsDetails.Color {
    /// Reads a name such as `bt709` or `2:3:5:1` (`gst_video_colorimetry_from_string`).
    init?(named text: String) {
        var color = GstVideoColorimetry()
        guard unsafe gst_video_colorimetry_from_string(&color, text) != 0 else { return nil }
        self.init(color)
    }

    init(_ color: GstVideoColorimetry) {
        primaries = Self.known(gst_video_color_primaries_to_iso(color.primaries))
        transfer = Self.known(gst_video_transfer_function_to_iso(color.transfer))
        // GStreamer has no number of its own for RGB.
        matrix =
            color.matrix == GST_VIDEO_COLOR_MATRIX_RGB
            ? 0 : Self.known(gst_video_color_matrix_to_iso(color.matrix))
        switch color.range {
        case GST_VIDEO_COLOR_RANGE_0_255: isFullRange = true
        case GST_VIDEO_COLOR_RANGE_16_235: isFullRange = false
        default: break
        }
    }

    /// 0 is reserved, and 2 means unspecified.
    private static func known(_ number: guint) -> Int? { number == 0 || number == 2 ? nil : Int(number) }
}

internal import CGStreamer

/// What caps say of a stream (`GstCaps`), as far as it is of use here.
package struct CapsValues: Sendable, Equatable {
    /// For example `video/x-h264`.
    package var mediaType: String
    package var width: Int?
    package var height: Int?
    /// How wide a pixel is, where 1 is as wide as high.
    package var pixelAspect: Double = 1
    /// Pictures per second.
    package var frameRate: Double?
    package var channels: Int?
    package var sampleRate: Int?
    /// `mpegversion`, which tells formats of one media type apart; and `layer`.
    package var version: Int?
    package var layer: Int?
    /// `format`, for text its markup and for raw content its layout.
    package var format: String?
    /// What it is coded with, in GStreamer's words (`gst_pb_utils_get_codec_description`).
    package var description: String?

    package init(mediaType: String) { self.mediaType = mediaType }

    /// The first structure of some caps; nil when they are empty or anything.
    init?(lending caps: UnsafeMutablePointer<GstCaps>) {
        guard unsafe gst_caps_get_size(caps) > 0, let fields = unsafe gst_caps_get_structure(caps, 0),
            let name = unsafe string(gst_structure_get_name(fields))
        else { return nil }
        mediaType = name
        width = unsafe Self.number("width", fields)
        height = unsafe Self.number("height", fields)
        channels = unsafe Self.number("channels", fields)
        sampleRate = unsafe Self.number("rate", fields)
        version = unsafe Self.number("mpegversion", fields)
        layer = unsafe Self.number("layer", fields)
        format = unsafe string(gst_structure_get_string(fields, "format"))
        pixelAspect = unsafe Self.ratio("pixel-aspect-ratio", fields) ?? 1
        frameRate = unsafe Self.ratio("framerate", fields)
        guard unsafe gst_caps_is_fixed(caps) != 0 else { return }
        description = unsafe string(taking: gst_pb_utils_get_codec_description(caps))
    }

    /// What a person would see of the pictures, in square pixels: each side is at least as long as it is stored.
    package func displaySize(turned: Bool = false) -> (width: Int, height: Int)? {
        guard let width, let height else { return nil }
        let wide = pixelAspect >= 1 ? (Double(width) * pixelAspect).rounded() : Double(width)
        let high = pixelAspect >= 1 ? Double(height) : (Double(height) / pixelAspect).rounded()
        guard wide < 1e6, high < 1e6 else { return (width, height) }
        return turned ? (Int(high), Int(wide)) : (Int(wide), Int(high))
    }

    private static func number(_ name: String, _ fields: UnsafeMutablePointer<GstStructure>) -> Int? {
        var value: gint = 0
        return unsafe gst_structure_get_int(fields, name, &value) != 0 && value > 0 ? Int(value) : nil
    }

    private static func ratio(_ name: String, _ fields: UnsafeMutablePointer<GstStructure>) -> Double? {
        var (over, under): (gint, gint) = (0, 0)
        guard unsafe gst_structure_get_fraction(fields, name, &over, &under) != 0, over > 0, under > 0 else {
            return nil
        }
        return Double(over) / Double(under)
    }
}

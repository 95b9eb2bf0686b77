internal import CGStreamer

/// The relevant fields of caps (`GstCaps`).
package struct CapsValues: Sendable, Equatable {
    /// The media type, for example `video/x-h264`.
    package var mediaType: String
    package var width: Int?
    package var height: Int?
    /// The width of a pixel relative to its height.
    package var pixelAspect: Double = 1
    /// The frame rate in frames per second.
    package var frameRate: Double?
    package var channels: Int?
    package var sampleRate: Int?
    /// `mpegversion` and `layer`, which distinguish formats of one media type.
    package var version: Int?
    package var layer: Int?
    /// `format`, which is the markup of text and the layout of raw media.
    package var format: String?
    /// The codec in the words of GStreamer (`gst_pb_utils_get_codec_description`).
    package var description: String?
    /// The memory of raw media by its feature (`memory:VAMemory`), without the prefix; nil for system memory.
    package var memory: String?
    /// Details of the codec, of its pixels and of its samples.
    package var details = CapsDetails()

    package init(mediaType: String) { self.mediaType = mediaType }

    /// Reads the first structure of caps; nil if they are empty or `ANY`.
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
        details = unsafe CapsDetails(lending: fields, format: format)
        memory = unsafe Self.memory(of: caps)
        guard unsafe gst_caps_is_fixed(caps) != 0 else { return }
        description = unsafe string(taking: gst_pb_utils_get_codec_description(caps))
    }

    /// The displayed size of video in square pixels. Neither side is shorter than its stored size.
    package func displaySize(turned: Bool = false) -> (width: Int, height: Int)? {
        guard let width, let height else { return nil }
        let wide = pixelAspect >= 1 ? (Double(width) * pixelAspect).rounded() : Double(width)
        let high = pixelAspect >= 1 ? Double(height) : (Double(height) / pixelAspect).rounded()
        guard wide < 1e6, high < 1e6 else { return (width, height) }
        return turned ? (Int(high), Int(wide)) : (Int(wide), Int(high))
    }

    private static func memory(of caps: UnsafeMutablePointer<GstCaps>) -> String? {
        guard let features = unsafe gst_caps_get_features(caps, 0) else { return nil }
        let names = unsafe (0..<gst_caps_features_get_size(features)).compactMap {
            unsafe string(gst_caps_features_get_nth(features, $0))
        }
        return names.first { $0.hasPrefix("memory:") && $0 != "memory:SystemMemory" }.map {
            String($0.dropFirst("memory:".count))
        }
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

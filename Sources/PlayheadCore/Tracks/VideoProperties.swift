/// The properties of a video track beside its size and frame rate. A property is nil if the medium does not
/// declare it.
public struct VideoProperties: Sendable, Hashable, Codable {
    /// The order of the two fields of a frame.
    public enum FieldOrder: String, Sendable, Hashable, Codable, CaseIterable {
        /// Frames without fields.
        case progressive
        /// The upper field comes first.
        case topFieldFirst
        /// The lower field comes first.
        case bottomFieldFirst
        /// Interlaced, in an unknown order.
        case interlaced
        /// Both interlaced and progressive frames may occur.
        case mixed
    }

    /// Whether the time between frames changes.
    public enum FrameRateMode: String, Sendable, Hashable, Codable, CaseIterable {
        /// All frames have the same duration.
        case constant
        /// The duration of frames differs.
        case variable
    }

    /// A kind of high dynamic range.
    public enum HDRFormat: String, Sendable, Hashable, Codable, CaseIterable {
        /// PQ with the values of a mastering display or with content light levels.
        case hdr10
        /// PQ (SMPTE ST 2084) without these values.
        case pq
        /// Hybrid log-gamma (ARIB STD-B67).
        case hlg
    }

    /// The shape of a stored pixel.
    public var pixelAspectRatio: PixelAspectRatio?
    /// The clockwise rotation for display, in degrees: 0, 90, 180 or 270. Mirroring comes before it.
    public var rotation: Int?
    /// Whether the display exchanges left and right, before the rotation.
    public var isMirrored: Bool?
    /// The field order of the stored frames.
    public var fieldOrder: FieldOrder?
    /// Whether the frame rate is constant.
    public var frameRateMode: FrameRateMode?
    /// The bits per component, for example 10.
    public var bitDepth: Int?
    /// The chroma subsampling, for example `4:2:0`; `4:0:0` for gray.
    public var chromaFormat: String?
    /// The colour space.
    public var color: VideoColor?
    /// The kind of high dynamic range; nil for standard dynamic range.
    public var hdr: HDRFormat?
    /// The display that the video was mastered on (SMPTE ST 2086).
    public var masteringDisplay: MasteringDisplay?
    /// The light levels of the content (CTA-861.3).
    public var contentLightLevel: ContentLightLevel?

    /// Makes properties that are all unknown.
    public init() {}
}

/// The width of a pixel relative to its height, in lowest terms.
public struct PixelAspectRatio: Sendable, Hashable, Codable {
    /// The relative width.
    public var width: Int
    /// The relative height.
    public var height: Int

    /// Makes a ratio.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// A colour space, in the names of `VideoColorSpace` in WebCodecs; where that has none, in those of ffprobe.
/// A property is nil if the medium does not declare it.
public struct VideoColor: Sendable, Hashable, Codable {
    /// The colour primaries, for example `bt709`, `smpte170m` or `bt2020`.
    public var primaries: String?
    /// The transfer characteristics, for example `bt709`, `pq` or `hlg`.
    public var transfer: String?
    /// The matrix coefficients, for example `bt709` or `bt2020-ncl`.
    public var matrix: String?
    /// Whether components use their full range (0 to 255 with 8 bits) instead of 16 to 235.
    public var isFullRange: Bool?

    /// Makes a colour space.
    public init(
        primaries: String? = nil, transfer: String? = nil, matrix: String? = nil, isFullRange: Bool? = nil
    ) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// Whether nothing is known.
    package var isEmpty: Bool { self == VideoColor() }
}

/// The colour volume of a mastering display (SMPTE ST 2086).
public struct MasteringDisplay: Sendable, Hashable, Codable {
    /// A point in the CIE 1931 chromaticity diagram.
    public struct Chromaticity: Sendable, Hashable, Codable {
        /// The coordinate x, 0 to 1.
        public var x: Double
        /// The coordinate y, 0 to 1.
        public var y: Double

        /// Makes a point.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }

    /// The red primary.
    public var red: Chromaticity
    /// The green primary.
    public var green: Chromaticity
    /// The blue primary.
    public var blue: Chromaticity
    /// The white point.
    public var white: Chromaticity
    /// The maximum luminance in cd/m².
    public var maximumLuminance: Double
    /// The minimum luminance in cd/m².
    public var minimumLuminance: Double

    /// Makes a colour volume.
    public init(
        red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity,
        maximumLuminance: Double, minimumLuminance: Double
    ) {
        self.red = red
        self.green = green
        self.blue = blue
        self.white = white
        self.maximumLuminance = maximumLuminance
        self.minimumLuminance = minimumLuminance
    }
}

/// The light levels of video content (CTA-861.3).
public struct ContentLightLevel: Sendable, Hashable, Codable {
    /// The luminance of the brightest pixel (MaxCLL), in cd/m².
    public var maximum: Int
    /// The highest average luminance of a frame (MaxFALL), in cd/m².
    public var maximumFrameAverage: Int

    /// Makes light levels.
    public init(maximum: Int, maximumFrameAverage: Int) {
        self.maximum = maximum
        self.maximumFrameAverage = maximumFrameAverage
    }
}

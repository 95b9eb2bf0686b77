/// The arrangement of the components of a video frame in memory, in the names of GStreamer
/// (`GstVideoFormat`). A decoder gives the format that it has, commonly ``i420`` or ``nv12``. Reading converts to
/// each format that GStreamer's `videoconvert` knows.
public struct PixelFormat: RawRepresentable, Sendable, Hashable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name, for example `I420`.
    public let rawValue: String

    /// Makes a format from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name.
    public var description: String { rawValue }
    /// Makes a format from its name.
    public init(stringLiteral name: String) { self.init(rawValue: name) }

    /// Y, U and V in three planes, 8 bits, 4:2:0.
    public static let i420: PixelFormat = "I420"
    /// Y in one plane, U and V interleaved in another, 8 bits, 4:2:0.
    public static let nv12: PixelFormat = "NV12"
    /// Y, U and V in three planes, 8 bits, 4:2:2.
    public static let y42b: PixelFormat = "Y42B"
    /// Y, U and V in three planes, 8 bits, 4:4:4.
    public static let y444: PixelFormat = "Y444"
    /// Y, U and V in three planes, 10 bits in 16-bit little-endian words, 4:2:0.
    public static let i420P10: PixelFormat = "I420_10LE"
    /// Like ``nv12``, with 10 bits in the upper bits of 16-bit little-endian words.
    public static let p010: PixelFormat = "P010_10LE"
    /// Red, green, blue and alpha, one byte each.
    public static let rgba: PixelFormat = "RGBA"
    /// Blue, green, red and alpha, one byte each.
    public static let bgra: PixelFormat = "BGRA"
    /// Red, green and blue, one byte each.
    public static let rgb: PixelFormat = "RGB"
    /// Luma alone, 8 bits.
    public static let gray8: PixelFormat = "GRAY8"
}

/// On-demand or live.
public enum StreamType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Not known yet, or no item. The type is reported once, when the item is ready.
    case unknown
    /// A complete medium.
    case onDemand
    /// A live stream with a short window.
    case live
    /// A live stream with a DVR window: at least six times the live offset, or everything since its start
    /// (``PlayerSnapshot/seekableRange``).
    case dvr
}

/// A variant of an adaptive stream.
public struct StreamVariant: Sendable, Hashable, Codable {
    /// The index in the multivariant playlist, from 0.
    public var index: Int
    /// The peak bit rate, in bit/s; nil if the playlist has none.
    public var bitrate: Int?
    /// The video size, in pixels; nil if the playlist has none.
    public var size: VideoSize?
    /// The frame rate, in frames per second; nil if the playlist has none.
    public var frameRate: Double?
    /// The codecs in the form of RFC 6381, separated by commas; nil if the playlist has none.
    public var codecs: String?

    /// A variant with an index only.
    public init(index: Int) { self.index = index }
}

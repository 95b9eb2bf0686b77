/// How a medium relates to the time in which it is played.
public enum StreamType: String, Sendable, Hashable, CaseIterable, Codable {
    /// Not known yet, or there is none. It is told once, when the item is ready, and not before it is certain.
    case unknown
    /// It is there as a whole.
    case onDemand
    /// It comes as it happens, and only a moment of what was is kept.
    case live
    /// It comes as it happens, and so much is kept of what was that one may look back: at least six times what playback keeps off the newest part
    /// by (``PlayerSnapshot/seekableRange``), or all since its beginning.
    case dvr
}

/// One of the forms in which an adaptive stream offers the same content.
public struct StreamVariant: Sendable, Hashable, Codable {
    /// Its place in the multivariant playlist, from 0 on.
    public var index: Int
    /// What it may need at most, in bit/s; nil where that is not said.
    public var bitrate: Int?
    /// The size of its pictures, in pixels; nil where that is not said.
    public var size: VideoSize?
    /// The pictures a second; nil where that is not said.
    public var frameRate: Double?
    /// Its codecs as RFC 6381 writes them, with commas between; nil where that is not said.
    public var codecs: String?

    /// A variant of which only the place is known.
    public init(index: Int) { self.index = index }
}

/// The permitted variants of an adaptive stream. If none matches, the nearest one is played, with a warning.
public struct QualityLimits: Sendable, Hashable, Codable {
    /// The assumed bandwidth before the first measurement, in bit/s; nil for the player's default.
    public var startBitrate: Int?
    /// The minimum bit rate of a variant, in bit/s.
    public var minimumBitrate: Int?
    /// The maximum bit rate of a variant, in bit/s.
    public var maximumBitrate: Int?
    /// The maximum video height of a variant, in lines.
    public var maximumHeight: Int?
    /// The index of the only variant to play in the multivariant playlist, from 0; nil for all that match.
    public var variant: Int?

    /// No limits.
    public init() {}
}

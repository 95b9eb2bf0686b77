/// Which of the variants of an adaptive stream may be played. Where none fits, the nearest one is played, and a warning says so.
public struct QualityLimits: Sendable, Hashable, Codable {
    /// The bandwidth that is assumed before one has been measured, in bit/s; nil for the player's choice.
    public var startBitrate: Int?
    /// The least and the most that a variant may need, in bit/s.
    public var minimumBitrate: Int?
    /// The most that a variant may need, in bit/s.
    public var maximumBitrate: Int?
    /// The most lines that a variant's pictures may have.
    public var maximumHeight: Int?
    /// The one variant to be played, by its place in the multivariant playlist, from 0 on; nil for those that fit.
    public var variant: Int?

    /// No limits.
    public init() {}
}

/// The clock that a player runs on.
public struct PlaybackClock: Sendable {
    /// The virtual clock; nil where time is real.
    public let virtualClock: VirtualClock?

    /// Real time: that of the output which sets the pace, or of the system.
    public static let system = PlaybackClock(virtualClock: nil)

    /// A virtual clock, for several players together or to be looked at.
    public static func virtual(_ clock: VirtualClock) -> PlaybackClock { PlaybackClock(virtualClock: clock) }

    /// What deadlines and extrapolated positions run on.
    package var time: any PlayerTime {
        if let virtualClock { VirtualTime(clock: virtualClock) } else { SystemTime() }
    }
}

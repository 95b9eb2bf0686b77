/// The clock that a player runs on.
public struct PlaybackClock: Sendable {
    /// The virtual clock; nil for real time.
    public let virtualClock: VirtualClock?

    /// Real time: the clock of the audio output, or of the system.
    public static let system = PlaybackClock(virtualClock: nil)

    /// A virtual clock, for several players together or for inspection.
    public static func virtual(_ clock: VirtualClock) -> PlaybackClock { PlaybackClock(virtualClock: clock) }

    /// The time of deadlines and extrapolated positions.
    package var time: any PlayerTime {
        if let virtualClock { VirtualTime(clock: virtualClock) } else { SystemTime() }
    }
}

internal import GStreamer
public import PlayheadCore

extension VirtualClock {
    /// Creates a clock at zero that is free to run.
    public convenience init() { self.init(stepping: TestClock()) }
}

extension PlaybackClock {
    /// A virtual clock of the player's own. It advances as soon as every pipeline and timer waits for it.
    public static var virtual: PlaybackClock { .virtual(VirtualClock()) }
}

extension TestClock: SteppedClock {}

internal import GStreamer
public import PlayheadCore

extension VirtualClock {
    /// A clock that stands at zero and is free to run.
    public convenience init() { self.init(stepping: TestClock()) }
}

extension PlaybackClock {
    /// A virtual clock of the player's own, which runs as fast as everything that waits for it is ready.
    public static var virtual: PlaybackClock { .virtual(VirtualClock()) }
}

extension TestClock: SteppedClock {}

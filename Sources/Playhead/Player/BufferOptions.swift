/// How much of what comes from a network is held ahead of playback.
///
/// The marks count media that can be presented at once, where that is known: in HLS, and by its share of the bytes in what comes over HTTP as one file and says
/// how long it is. Elsewhere they follow what GStreamer says.
public struct BufferOptions: Sendable, Hashable {
    /// Playback stands still when less than this lies ahead and more is to come.
    public var lowWaterMark: Duration = .milliseconds(150)
    /// Playback begins when this much lies ahead, or nothing more comes for a while.
    public var initialBuffer: Duration = .seconds(1)
    /// Playback goes on after it has stood still when this much lies ahead, or nothing more comes for a while.
    public var rebuffer: Duration = .seconds(2)
    /// How long nothing may come before what is held is played without waiting for more.
    public var maximumWait: Duration = .milliseconds(750)
    /// How much is fetched ahead at most; nil for what GStreamer does by itself: up to 30 seconds of HLS and DASH, 2 seconds or 2 MB of others.
    public var forwardBufferDuration: Duration?
    /// How much of HLS is fetched of an item that is opened ahead of its turn, to the end of a part: no more than ``forwardBufferDuration``, and what ``initialBuffer``
    /// asks for at least, and a second.
    public var preloadDuration: Duration = .seconds(2)

    /// The defaults.
    public init() {}
}

extension BufferOptions {
    /// How far the level is, in percent of the mark that is waited for; below 10 is too low to play, 100 enough.
    package func level(ahead: Duration, mark: Duration) -> Int {
        let mark = max(min(mark, forwardBufferDuration ?? mark), lowWaterMark)
        if ahead >= mark { return 100 }
        let percent = max(0, Int((ahead * 100) / max(mark, .nanoseconds(1))))
        return ahead < lowWaterMark ? min(percent, 9) : min(max(percent, 10), 99)
    }
}

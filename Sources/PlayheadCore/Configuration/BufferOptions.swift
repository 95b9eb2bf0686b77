/// The buffer of network media.
///
/// All values are durations of buffered media ahead of the position. For a file over HTTP they are derived
/// from its length in bytes and its duration.
public struct BufferOptions: Sendable, Hashable {
    /// Playback stops below this level, unless the end is buffered.
    public var lowWaterMark: Duration = .milliseconds(150)
    /// Playback starts at this level, or after ``maximumWait`` without data.
    public var initialBuffer: Duration = .seconds(1)
    /// Playback resumes after a stall at this level, or after ``maximumWait`` without data.
    public var rebuffer: Duration = .seconds(2)
    /// The maximum time without data before the buffered media is played.
    public var maximumWait: Duration = .milliseconds(750)
    /// The maximum buffer; nil for 30 seconds.
    public var forwardBufferDuration: Duration?
    /// The buffer of a preloaded stream, in whole segments: at most ``forwardBufferDuration``, at least
    /// ``initialBuffer`` and one second.
    public var preloadDuration: Duration = .seconds(2)

    /// The defaults.
    public init() {}
}

extension BufferOptions {
    /// The buffer level in percent of a mark: playback stops below 10 and starts at 100.
    package func level(ahead: Duration, mark: Duration) -> Int {
        let mark = max(min(mark, forwardBufferDuration ?? mark), lowWaterMark)
        if ahead >= mark { return 100 }
        let percent = max(0, Int((ahead * 100) / max(mark, .nanoseconds(1))))
        return ahead < lowWaterMark ? min(percent, 9) : min(max(percent, 10), 99)
    }
}

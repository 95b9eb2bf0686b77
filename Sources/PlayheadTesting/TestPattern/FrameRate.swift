/// How many frames are shown in a second, as a fraction.
public struct FrameRate: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// So many frames …
    public var frames: Int
    /// … in so many seconds.
    public var seconds: Int

    /// So many frames in so many seconds, for example 30000 in 1001.
    public init(_ frames: Int, in seconds: Int = 1) {
        self.frames = frames
        self.seconds = seconds
    }

    /// So many frames in a second.
    public init(integerLiteral frames: Int) { self.init(frames) }

    /// When a frame begins, frame 0 at zero; to the nanosecond.
    public func time(ofFrame number: Int) -> Duration {
        .nanoseconds(Int64((Double(number) * Double(seconds) * 1e9 / Double(frames)).rounded()))
    }

    /// The frame that is shown at a time; what is less than a microsecond before a frame counts as that frame.
    public func frame(at time: Duration) -> Int {
        Int((((time / .seconds(1)) + 1e-6) * Double(frames) / Double(seconds)).rounded(.down))
    }
}

extension TestPattern {
    /// How many frames it has, without those that faults add or take away.
    public var frameCount: Int {
        guard let video else { return 0 }
        return Int((length / .seconds(1) * Double(video.rate.frames) / Double(video.rate.seconds)).rounded())
    }

    /// How long it really is: until the last frame ends.
    public var trueLength: Duration {
        video.map { $0.rate.time(ofFrame: frameCount) } ?? length
    }
}

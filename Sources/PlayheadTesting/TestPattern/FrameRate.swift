/// A frame rate as a fraction.
public struct FrameRate: Sendable, Hashable, ExpressibleByIntegerLiteral {
    /// The number of frames in the interval.
    public var frames: Int
    /// The length of the interval in seconds.
    public var seconds: Int

    /// Makes a rate of frames per interval, for example 30000 in 1001 s.
    public init(_ frames: Int, in seconds: Int = 1) {
        self.frames = frames
        self.seconds = seconds
    }

    /// Makes a rate of frames per second.
    public init(integerLiteral frames: Int) { self.init(frames) }

    /// The start of a frame, rounded to 1 ns. Frame 0 starts at 0.
    public func time(ofFrame number: Int) -> Duration {
        .nanoseconds(Int64((Double(number) * Double(seconds) * 1e9 / Double(frames)).rounded()))
    }

    /// The number of the frame at a time. A time less than 1 µs before a frame belongs to that frame.
    public func frame(at time: Duration) -> Int {
        Int((((time / .seconds(1)) + 1e-6) * Double(frames) / Double(seconds)).rounded(.down))
    }
}

extension TestPattern {
    /// The number of frames, without the effects of faults.
    public var frameCount: Int {
        guard let video else { return 0 }
        return Int((length / .seconds(1) * Double(video.rate.frames) / Double(video.rate.seconds)).rounded())
    }

    /// The actual duration, up to the end of the last frame.
    public var trueLength: Duration {
        video.map { $0.rate.time(ofFrame: frameCount) } ?? length
    }
}

private import Playhead

/// What a fake medium is, and what it does by itself.
public struct FakeScript: Sendable {
    /// When something is answered.
    public enum Reply: Sendable, Hashable {
        /// Before the command that asks for it returns.
        case atOnce
        /// When ``FakeMedia`` is told to; never, if it is not.
        case whenTold
    }

    /// The length that the medium claims; nil when it makes no claim.
    public var duration: Duration? = .seconds(10)
    /// Where the medium really ends, if that is not where it claims to.
    public var end: Duration?
    /// Whether seeks succeed.
    public var isSeekable = true
    /// Whether a seek may be cut off by the next one, as while a slider is dragged: keyframes are shown on the way then.
    public var isScrubbable = true
    /// Whether it is live content.
    public var isLive = false
    /// Whether it has pictures.
    public var hasVideo = true
    /// Whether it has sound.
    public var hasAudio = true
    /// The length of each frame.
    public var frameDuration: Duration = .milliseconds(40)
    /// The distance of keyframes.
    public var keyframeInterval: Duration = .seconds(1)
    /// When the first frame is there.
    public var preroll: Reply = .atOnce
    /// When a seek or a step is done.
    public var seek: Reply = .atOnce
    /// When nothing is left of a load that was taken down.
    public var teardown: Reply = .atOnce

    /// Ten seconds of picture and sound that answer everything at once.
    public init() {}

    /// A script that differs from the plain one in what the closure changes.
    public init(_ change: (inout FakeScript) -> Void) { change(&self) }
}

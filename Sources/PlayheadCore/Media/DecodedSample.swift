/// A video frame or an audio buffer.
public enum DecodedSample: Sendable {
    /// A video frame.
    case video(VideoFrame)
    /// An audio buffer.
    case audio(AudioBuffer)

    /// The position on the media timeline.
    public var time: Duration {
        switch self {
        case .video(let frame): frame.time
        case .audio(let buffer): buffer.time
        }
    }
}

/// The size of converted video frames.
public enum FrameSize: Sendable, Hashable {
    /// Exactly this size in pixels; the picture is stretched, without borders.
    case exact(width: Int, height: Int)
    /// At most this size in square pixels, with the shape of the display; never larger than the medium.
    case fitting(width: Int, height: Int)

    package var sides: (width: Int, height: Int) {
        switch self {
        case .exact(let width, let height), .fitting(let width, let height): (width, height)
        }
    }
}

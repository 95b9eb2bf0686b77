/// How long an image is shown.
public enum ImageDuration: Sendable, Hashable {
    /// For a duration, at least one nanosecond. It is the duration of the medium, in which seeks are possible.
    case limited(Duration)
    /// Until a command ends it. The medium has no duration, and cannot seek.
    case unlimited

    /// A number of seconds, rounded to nanoseconds.
    public static func seconds(_ seconds: Double) -> ImageDuration {
        let count = (seconds * 1e9).rounded()
        return .limited(.nanoseconds(Int64(exactly: count) ?? (count > 0 ? .max : 0)))
    }

    /// The duration; nil without limit.
    package var limit: Duration? { if case .limited(let duration) = self { duration } else { nil } }

    /// The duration of an image whose item has none: 5 s.
    public static let standard = ImageDuration.limited(.seconds(5))
}

extension MediaItem {
    /// The duration of the item if it is an image; nil without limit.
    package var imageLength: Duration? {
        (imageDuration ?? .standard).limit.map { .nanoseconds(max($0.inNanoseconds, 1)) }
    }
}

internal import GStreamer

extension LateMedia {
    /// Where it lies; nil where that is not known. A picture that does not say how long it lasts is one of many.
    var interval: Range<Duration>? { start.map { $0..<($0 + (length ?? .milliseconds(40))) } }
}

internal import GStreamer

extension LateMedia {
    /// The interval of the late media. Nil if it is not known. A video frame without a duration counts as 40
    /// ms.
    var interval: Range<Duration>? { start.map { $0..<($0 + (length ?? .milliseconds(40))) } }
}

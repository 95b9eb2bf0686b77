internal import PlayheadCore

/// A line of a measurement of the kind ``MeasurementKind/play``. Times are nanoseconds.
package enum PlayedLine: Sendable, Codable, Hashable {
    /// An event of the player with its time on the virtual clock.
    case event(TimedText)
    /// An entry of the presentation report.
    case ledger(TimedText)
    case frame(HashedMedia)
    /// 10 ms of sound.
    case samples(HashedMedia)
    case fault(MeasurementFault)
    /// The last line.
    case end
}

/// A text with the time that it is about.
package struct TimedText: Sendable, Codable, Hashable {
    package var time: Int64
    package var text: String

    package init(_ time: Duration, _ text: String) {
        self.time = time.inNanoseconds
        self.text = text
    }
}

/// A presented frame or block of samples.
package struct HashedMedia: Sendable, Codable, Hashable {
    /// The media time.
    package var time: Int64
    /// The duration; 0 if the medium does not declare it.
    package var length: Int64
    /// Size and pixel format, or sample rate and channels.
    package var format: String
    /// The MD5 digest of the pixels without padding, or of the samples as 32-bit floating-point numbers.
    package var hash: String

    package init(time: Duration, length: Duration, format: String, hash: String) {
        self.time = time.inNanoseconds
        self.length = length.inNanoseconds
        self.format = format
        self.hash = hash
    }
}

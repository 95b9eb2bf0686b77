/// The padding that an encoder added before and after the original audio, in samples of one channel.
package struct EncoderPadding: Equatable, Sendable {
    /// The sample rate in Hz.
    package let rate: Int
    /// The number of decoded samples before the first original one.
    package let delay: Int
    /// Whether GStreamer's parser removes the delay, so that the first decoded sample is an original one.
    package let isCutByParser: Bool
    /// The number of original samples; nil when it is not declared.
    package let total: Int?

    /// Nil for impossible values.
    init?(rate: Int, delay: Int, isCutByParser: Bool = false, total: Int?) {
        guard (1...768_000).contains(rate), (0...Self.longest).contains(delay), total ?? 1 > 0,
            total ?? 0 < 1 << 40
        else { return nil }
        (self.rate, self.delay, self.total) = (rate, delay, total)
        self.isCutByParser = isCutByParser
    }

    /// The maximum delay. Encoders add up to some thousand samples, so a larger value is an error.
    static let longest = 1 << 16

    /// The duration of the original audio; nil when it is not declared.
    package var duration: Duration? {
        total.map { SampleGrid(rate: rate).time(of: $0) }
    }
}

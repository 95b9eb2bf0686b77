/// What an encoder put before and after the sound that it was given, counted in samples of one channel.
package struct EncoderPadding: Equatable, Sendable {
    /// How many samples there are in a second.
    package let rate: Int
    /// How many come out of a decoder before the first one of the original.
    package let delay: Int
    /// Whether GStreamer's parser has these cut off already, so that the first sample that comes is the original's.
    package let isCutByParser: Bool
    /// How many the original has; nil when that is not said.
    package let total: Int?

    /// Nil for what cannot be.
    init?(rate: Int, delay: Int, isCutByParser: Bool = false, total: Int?) {
        guard (1...768_000).contains(rate), (0...Self.longest).contains(delay), total ?? 1 > 0,
            total ?? 0 < 1 << 40
        else { return nil }
        (self.rate, self.delay, self.total) = (rate, delay, total)
        self.isCutByParser = isCutByParser
    }

    /// Encoders take up to some thousand samples; more is no delay but a mistake.
    static let longest = 1 << 16

    /// How long the original is; nil when that is not said.
    package var duration: Duration? {
        total.map { SampleGrid(rate: rate).time(of: $0) }
    }
}

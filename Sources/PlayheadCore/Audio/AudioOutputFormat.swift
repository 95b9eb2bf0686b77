/// What an audio device is given.
public struct AudioOutputFormat: Sendable, Hashable, Codable {
    /// How audio is encoded.
    public enum Encoding: String, Sendable, Hashable, CaseIterable, Codable {
        /// Decoded samples.
        case pcm
        /// Dolby Digital (ATSC A/52), in bursts of IEC 61937.
        case ac3
        /// DTS (ETSI TS 102 114), in bursts of IEC 61937.
        case dts
    }

    /// The encoding.
    public let encoding: Encoding
    /// The sample rate in hertz.
    public let sampleRate: Int
    /// The number of channels; 2 for bursts.
    public let channels: Int
    /// Whether the device is given each sample of the medium with its value, or the frames of the medium.
    public let isBitPerfect: Bool

    package init(encoding: Encoding, sampleRate: Int, channels: Int, isBitPerfect: Bool) {
        self.encoding = encoding
        self.sampleRate = sampleRate
        self.channels = channels
        self.isBitPerfect = isBitPerfect
    }
}

/// The properties of an audio track beside its channels and sample rate. A property is nil if it is unknown.
public struct AudioProperties: Sendable, Hashable, Codable {
    /// The channel layout in the names of ffprobe, for example `mono`, `stereo`, `5.1(side)` or `7.1`.
    public var channelLayout: String?
    /// The format of the samples of lossless audio: `u` (unsigned), `s` (signed) or `f` (floating point) and
    /// ``bitDepth``, for example `s24`.
    public var sampleFormat: String?
    /// The bits per sample of lossless audio.
    public var bitDepth: Int?

    /// Makes properties that are all unknown.
    public init() {}
}

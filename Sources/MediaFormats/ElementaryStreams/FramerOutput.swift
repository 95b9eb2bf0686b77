/// What a framer makes of the payload of an elementary stream.
enum FramerOutput: Sendable, Equatable {
    /// The format of the samples from here on.
    case format(MediaFormat)
    case sample(MediaSample)
    /// A tag of ID3 with its time in nanoseconds.
    case tag(time: Int64, [UInt8])
    case damage(bytes: Int)
}

/// The output of a framer for an elementary stream.
enum FramerOutput: Sendable, Equatable {
    /// The format of the following samples.
    case format(MediaFormat)
    case sample(MediaSample)
    /// An ID3 tag with its time in nanoseconds.
    case tag(time: Int64, [UInt8])
    case damage(bytes: Int)
}

/// A stream of a container with the format of its next samples.
package struct ContainerStream: Sendable {
    package var format: MediaFormat
    /// The number in the container: a track ID or a PID.
    package var number: Int
    /// Whether the container declares the stream at the current place.
    package var isDeclared = true
}

package enum ContainerOutput: Sendable {
    /// The streams or their formats have changed.
    case streams
    /// A sample of the stream at an index. Its times are on one timeline for the whole container.
    case sample(stream: Int, MediaSample)
    case damage
}

/// Reads a container from some place on. It is a value without input and output.
package protocol ContainerReader: Sendable {
    var streams: [ContainerStream] { get }

    mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [ContainerOutput]

    /// Returns what waited for more bytes.
    mutating func finish() throws(DemuxerError) -> [ContainerOutput]
}

/// A reader that changes the output of a demuxer.
protocol DemuxerReader: ContainerReader {
    associatedtype Source: Demuxer

    var demuxer: Source { get set }

    /// What the output of the demuxer means; nil if it means nothing here.
    mutating func take(_ output: DemuxerOutput) -> ContainerOutput?
}

extension DemuxerReader {
    package mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [ContainerOutput] {
        try demuxer.append(bytes).compactMap { take($0) }
    }

    package mutating func finish() throws(DemuxerError) -> [ContainerOutput] {
        try demuxer.finishSegment().compactMap { take($0) }
    }
}

/// Reads bytes; fewer only at the end of the container.
package typealias ReadBytes<Failure: Error> = (_ offset: Int, _ count: Int) throws(Failure) -> [UInt8]

/// The places and times of a container whose bytes can be read in any order.
package protocol ContainerIndex: Sendable {
    var streams: [ContainerStream] { get }
    /// The indexes of streams with samples.
    var filled: Set<Int> { get }
    /// The indexes of streams that begin after another one of their kind has ended. Nothing can present both as
    /// one track, because their codecs differ.
    var successors: Set<Int> { get }
    /// The time of the first video frame on the timeline of the container; of the audio if that begins earlier
    /// by more than an encoder may put before it. Nil without any sample.
    var origin: Int64? { get }
    /// The time of the last sample of each stream, for streams of which it is known.
    var lasts: [Int: Int64] { get }
    /// The end of the last sample of audio or video; nil if it is unknown.
    var end: Int64? { get }
    /// The encryption scheme, if all audio and video is encrypted.
    var encryption: String? { get }

    /// The last place before a time where a reader can begin, or the first place of all.
    mutating func start<Failure: Error>(
        before time: Int64, read: ReadBytes<Failure>
    ) throws(Failure) -> ContainerStart?
}

/// A place to begin at.
package struct ContainerStart: Sendable {
    package var offset: Int
    /// Whether there is no earlier place.
    package var isFirst: Bool
    package var reader: any ContainerReader
}

/// The origin of a timeline by the first times of its streams.
package enum TimelineStart {
    /// Encoders put less audio than this before the first video frame as inaudible priming.
    package static let longestPriming: Int64 = 100_000_000

    /// The start of the video; of the audio if that begins earlier by more than its possible priming.
    package static func origin(video: Int64?, audio: Int64?) -> Int64? {
        guard let video, let audio else { return video ?? audio }
        return audio < video - longestPriming ? audio : video
    }
}

/// Takes the bytes of a container as they come and gives out the samples of its streams. A value without input and output: the same bytes,
/// however they are cut, give the same results.
package protocol Demuxer: Sendable {
    /// Takes more bytes. What could be read from them is in the results; what could not be yet is kept.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput]

    /// No more bytes come of this segment: gives out what only waited for what follows. The next segment may be appended afterwards.
    mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput]
}

package enum DemuxerOutput: Sendable, Equatable {
    /// The streams there are from here on, in the order of the container; told before their first samples, and again when they change.
    case streams([DemuxedStream])
    /// A sample of the stream with this number; samples of one stream come in decoding order.
    case sample(stream: Int, MediaSample)
    /// Something beside the streams that has a time: an ID3 tag in a transport stream, an `emsg` box.
    case event(TimedMetadata)
    /// Bytes that could not be read were skipped, so many of them.
    case damage(bytes: Int)
}

package struct DemuxedStream: Sendable, Equatable {
    /// The number by which the container knows it: a track ID, a PID.
    package var number: Int
    package var format: MediaFormat

    package init(number: Int, format: MediaFormat) { (self.number, self.format) = (number, format) }
}

package struct TimedMetadata: Sendable, Equatable {
    /// The scheme: `https://aomedia.org/emsg/ID3`, a URN …; "ID3" for a tag of ID3.
    package var scheme: String
    package var value: String = ""
    /// In nanoseconds on the container's own timeline.
    package var time: Int64
    package var duration: Int64?
    /// The number of the message within its scheme and value (`emsg`), by which repetitions are known.
    package var id: UInt32?
    package var data: [UInt8]

    package init(scheme: String, time: Int64, data: [UInt8]) {
        (self.scheme, self.time, self.data) = (scheme, time, data)
    }
}

/// What makes that nothing more can be read.
package enum DemuxerError: Error, Sendable, Equatable {
    /// These bytes are not of this container.
    case notThisFormat
    /// Fragments came before what they need to be read (an initialization section).
    case missingInitialization
    /// It breaks the container's rules, in words for a developer.
    case malformed(String)
    /// A limit was passed that no sound file reaches.
    case tooLarge(String)
}

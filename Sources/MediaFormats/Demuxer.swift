/// Demuxes the bytes of a container incrementally into the samples of its streams.
///
/// A demuxer is a value without input and output. The results do not depend on how the bytes are divided.
package protocol Demuxer: Sendable {
    /// Takes more bytes and returns the output that they complete. Incomplete data is kept.
    mutating func append(_ bytes: ArraySlice<UInt8>) throws(DemuxerError) -> [DemuxerOutput]

    /// Ends a segment and returns the output that waited for following data. The next segment may be appended
    /// afterwards.
    mutating func finishSegment() throws(DemuxerError) -> [DemuxerOutput]
}

package enum DemuxerOutput: Sendable, Equatable {
    /// The streams from here on, in container order. Reported before the first samples and at each change.
    case streams([DemuxedStream])
    /// A sample of the stream with this number. The samples of a stream come in decoding order.
    case sample(stream: Int, MediaSample)
    /// Timed metadata outside the streams: an ID3 tag in a transport stream, or an `emsg` box.
    case event(TimedMetadata)
    /// A number of bytes was unreadable and skipped.
    case damage(bytes: Int)
}

package struct DemuxedStream: Sendable, Equatable {
    /// The number in the container: a track ID or a PID.
    package var number: Int
    package var format: MediaFormat

    package init(number: Int, format: MediaFormat) { (self.number, self.format) = (number, format) }
}

package struct TimedMetadata: Sendable, Equatable {
    /// The scheme: `https://aomedia.org/emsg/ID3`, a URN …; "ID3" for an ID3 tag.
    package var scheme: String
    package var value: String = ""
    /// The time in nanoseconds on the container's own timeline.
    package var time: Int64
    package var duration: Int64?
    /// The ID of the message within its scheme and value (`emsg`), which identifies repetitions.
    package var id: UInt32?
    package var data: [UInt8]

    package init(scheme: String, time: Int64, data: [UInt8]) {
        (self.scheme, self.time, self.data) = (scheme, time, data)
    }
}

/// An error that prevents further reading.
package enum DemuxerError: Error, Sendable, Equatable {
    /// The bytes are in another container format.
    case notThisFormat
    /// A fragment came without its initialization section.
    case missingInitialization
    /// The data violates the container format. The text is for developers.
    case malformed(String)
    /// The data exceeds a limit that no valid file reaches.
    case tooLarge(String)
}

/// A playlist of the segments of one stream.
package struct MediaPlaylist: Sendable, Equatable {
    /// The playlist type, which limits changes in later versions.
    enum Kind: String, Sendable { case onDemand = "VOD", event = "EVENT" }

    /// The value of `EXT-X-VERSION`, by default 1.
    var version = 1
    /// The maximum duration of a segment, rounded.
    package var targetDuration: Duration = .seconds(1)
    /// The number of the first segment.
    package var sequence = 0
    /// The number of discontinuities before the first segment.
    package var discontinuitySequence = 0
    var kind: Kind?
    /// Whether no segments will be added.
    package var isComplete = false
    /// Whether every segment can be decoded without the previous one.
    var isIndependent = false
    package var isIFramesOnly = false
    package var start: HLSStart?
    package var serverControl = ServerControl()
    package var segments: [Segment] = []
    package var dateRanges: [DateRange] = []

    /// Whether the playlist only grows and removes no segments.
    package var isAppendOnly: Bool { kind == .event }
    /// The total duration of all segments.
    var duration: Duration { segments.reduce(.zero) { $0 + $1.duration } }
    var numbers: Range<Int> { sequence..<sequence + segments.count }

    /// The segment with a number; nil when it is not in the playlist.
    package func segment(_ number: Int) -> Segment? {
        numbers.contains(number) ? segments[number - sequence] : nil
    }
}

extension MediaPlaylist {
    package struct Segment: Sendable, Equatable {
        package var uri: String
        package var duration: Duration
        var title: String?
        /// The byte range in the resource; nil for the whole resource.
        package var range: HLSByteRange?
        /// The key of the segment as a whole (`AES-128`).
        package var key: Key?
        /// The key of the samples (`SAMPLE-AES`, `SAMPLE-AES-CTR`).
        package var sampleKey: SampleKey?
        /// The initialization section.
        package var map: Map?
        /// The start date since 1970; nil when the playlist does not declare it.
        package var date: Duration?
        /// The start by the timestamps in the segment; nil when unknown.
        package var mediaTime: Duration?
        /// Whether the segment does not continue the previous one.
        package var isDiscontinuity = false
        /// Whether the segment does not exist.
        package var isGap = false
        /// The approximate bit rate in bits per second.
        var bitrate: Int?
    }

    /// An AES-128 key that is fetched from a URI.
    package struct Key: Sendable, Hashable {
        package var uri: String
        /// The initialization vector of 16 bytes; nil uses the segment number.
        var initializationVector: [UInt8]?

        /// The initialization vector of a segment, 16 bytes.
        package func vector(of number: Int) -> [UInt8] {
            initializationVector
                ?? (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> ((15 - $0) * 8)) }
        }
    }

    /// The key of individually encrypted samples.
    package struct SampleKey: Sendable, Hashable {
        /// The key; nil when the container contains the ID of one of the item's keys.
        package var key: Key?
        /// The method and the protection system, for messages.
        package var scheme: String
    }

    /// An initialization section (`EXT-X-MAP`).
    package struct Map: Sendable, Hashable {
        package var uri: String
        package var range: HLSByteRange?
        /// The key of the section (RFC 8216, 4.3.2.5).
        package var key: Key?

        package init(uri: String, range: HLSByteRange? = nil, key: Key? = nil) {
            self.uri = uri
            self.range = range
            self.key = key
        }
    }

    /// The capabilities of the server (`EXT-X-SERVER-CONTROL`).
    package struct ServerControl: Sendable, Hashable {
        /// The minimum distance between the start of playback and the end.
        package var holdBack: Duration?
        var canSkipUntil: Duration?
        var canBlockReload = false
    }

    /// A date range with metadata (`EXT-X-DATERANGE`).
    package struct DateRange: Sendable, Hashable {
        package var id: String
        package var name: String?
        /// The start since 1970.
        package var start: Duration
        package var duration: Duration?
        /// The expected duration.
        var plannedDuration: Duration?
        /// Whether the range ends at the start of the next range of its class.
        package var endsOnNext = false
        /// The attributes `SCTE35-…` and `X-…` in their written form.
        var attributes: [String: String] = [:]
    }
}

/// A byte range of a resource.
package struct HLSByteRange: Sendable, Hashable {
    package var offset: Int
    var length: Int

    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    package var range: Range<Int> { offset..<offset + length }
}

/// The preferred start of playback (`EXT-X-START`).
package struct HLSStart: Sendable, Hashable {
    /// The offset from the beginning, or from the end if negative.
    package var offset: Duration
    /// Whether playback begins inside the segment, exactly at the offset.
    package var isPrecise = false
}

/// A playlist that names the segments of one stream.
package struct MediaPlaylist: Sendable, Equatable {
    /// What the server promises of later versions.
    enum Kind: String, Sendable { case onDemand = "VOD", event = "EVENT" }

    /// `EXT-X-VERSION`; 1 where it says none.
    var version = 1
    /// The longest that a segment may be, rounded.
    package var targetDuration: Duration = .seconds(1)
    /// The number of the first segment.
    package var sequence = 0
    /// How many discontinuities there were before the first segment.
    package var discontinuitySequence = 0
    var kind: Kind?
    /// Whether nothing will be added.
    package var isComplete = false
    /// Whether every segment can be decoded without the one before.
    var isIndependent = false
    package var isIFramesOnly = false
    package var start: HLSStart?
    package var serverControl = ServerControl()
    package var segments: [Segment] = []
    package var dateRanges: [DateRange] = []

    /// Whether parts are only added, and none is taken away.
    package var isAppendOnly: Bool { kind == .event }
    /// All segments together.
    var duration: Duration { segments.reduce(.zero) { $0 + $1.duration } }
    /// The numbers of the segments.
    var numbers: Range<Int> { sequence..<sequence + segments.count }

    /// The segment of a number; nil where it is not in the playlist.
    package func segment(_ number: Int) -> Segment? {
        numbers.contains(number) ? segments[number - sequence] : nil
    }
}

extension MediaPlaylist {
    package struct Segment: Sendable, Equatable {
        package var uri: String
        package var duration: Duration
        var title: String?
        /// The part of the resource that it is; nil for all of it.
        package var range: HLSByteRange?
        /// What it is encrypted with as a whole (`AES-128`).
        package var key: Key?
        /// What its samples are encrypted with (`SAMPLE-AES`, `SAMPLE-AES-CTR`).
        package var sampleKey: SampleKey?
        /// What has to be read before it.
        package var map: Map?
        /// When it begins, since 1970; nil where the playlist does not say.
        var date: Duration?
        /// When it begins by the timestamps in it; nil where nothing says so.
        package var mediaTime: Duration?
        /// Whether it does not continue the one before.
        package var isDiscontinuity = false
        /// Whether it does not exist.
        package var isGap = false
        /// About how many bits there are to a second.
        var bitrate: Int?
    }

    /// A key of AES-128 that is fetched.
    package struct Key: Sendable, Hashable {
        package var uri: String
        /// 16 bytes; nil where the number of the segment takes the place.
        var initializationVector: [UInt8]?

        /// The 16 bytes that a segment's decryption begins with.
        package func vector(of number: Int) -> [UInt8] {
            initializationVector
                ?? (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: number >> ((15 - $0) * 8)) }
        }
    }

    /// What opens samples that are encrypted one by one.
    package struct SampleKey: Sendable, Hashable {
        /// The key; nil where it is one of those that the item has, by the key ID in the container.
        package var key: Key?
        /// The method and who it is for, for a person.
        package var scheme: String
    }

    /// Where the beginning of the container is (`EXT-X-MAP`).
    package struct Map: Sendable, Hashable {
        package var uri: String
        package var range: HLSByteRange?
        /// What it is encrypted with (RFC 8216, 4.3.2.5).
        package var key: Key?

        package init(uri: String, range: HLSByteRange? = nil, key: Key? = nil) {
            self.uri = uri
            self.range = range
            self.key = key
        }
    }

    /// What the server can do (`EXT-X-SERVER-CONTROL`).
    package struct ServerControl: Sendable, Hashable {
        /// How far from the end playback should begin, at least.
        package var holdBack: Duration?
        var canSkipUntil: Duration?
        var canBlockReload = false
    }

    /// An interval with a meaning (`EXT-X-DATERANGE`).
    package struct DateRange: Sendable, Hashable {
        package var id: String
        package var name: String?
        /// Since 1970.
        package var start: Duration
        package var duration: Duration?
        /// How long it was thought to last.
        var plannedDuration: Duration?
        /// Whether it ends where the next one of its name begins.
        package var endsOnNext = false
        /// What else is said of it: its `SCTE35-…` and `X-…` attributes, as they are written.
        var attributes: [String: String] = [:]
    }
}

/// A part of a resource, in bytes.
package struct HLSByteRange: Sendable, Hashable {
    package var offset: Int
    var length: Int

    package init(offset: Int, length: Int) {
        self.offset = offset
        self.length = length
    }

    package var range: Range<Int> { offset..<offset + length }
}

/// Where playback should begin (`EXT-X-START`).
package struct HLSStart: Sendable, Hashable {
    /// From the beginning; negative from the end.
    package var offset: Duration
    /// Whether the place inside the segment counts.
    package var isPrecise = false
}

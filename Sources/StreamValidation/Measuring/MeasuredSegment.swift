internal import AdaptiveStreaming
package import MediaFormats

/// The measured content of a segment. Times are in nanoseconds on the timeline of the container.
package struct MeasuredSegment: Sendable {
    package struct TrackPart: Sendable {
        package var number: Int
        package var format: MediaFormat
        package var start: Int64
        /// The end of the last sample in presentation order.
        package var end: Int64
        package var samples: Int
        package var syncTimes: [Int64]
        /// Whether the first sample in decoding order is a keyframe.
        package var beginsWithSync: Bool
        package var bytes: Int
        /// The latest presentation time of a sample without a duration.
        var untimedEnd = Int64.min
        /// Profile, constraints and level of H.264, as in RFC 6381.
        package var profile: String?

        package var duration: Duration { .nanoseconds(end - start) }
        package var isVideo: Bool { format.kind == .video }
        package var isAudio: Bool { format.kind == .audio }
    }

    package enum Failure: Sendable, Equatable {
        case notLoaded(String)
        case key(String)
        /// The content violates its container format.
        case unreadable(String)
    }

    package enum Container: String, Sendable { case transportStream, fragmentedMP4, packedAudio, webM, text }

    /// The index in the playlist.
    package var index: Int
    package var uri: String
    /// The line of the playlist; nil for a segment of a manifest.
    package var line: Int?
    /// The start and duration by the playlist.
    package var start: Duration
    package var declared: Duration
    package var isDiscontinuity = false
    package var isGap = false
    package var isEncrypted = false
    package var hasMap = false
    /// The start by the timestamps in the segment, by the manifest; nil when it does not declare it.
    package var mediaTime: Duration?
    /// The declared start date since 1970.
    package var date: Duration?
    package var bytes = 0
    package var mediaType: String?
    package var container: Container?
    package var tracks: [TrackPart] = []
    package var damagedBytes = 0
    package var failure: Failure?
    /// Facts of the container that demuxers do not report.
    package var structure = SegmentStructure()
    /// The text of a WebVTT segment.
    package var cues: WebVTTText?

    package var video: TrackPart? { tracks.first(where: \.isVideo) }
    package var audio: TrackPart? { tracks.first(where: \.isAudio) }
    /// The track that determines the duration.
    package var leading: TrackPart? { video ?? audio }
    /// Whether the content was read to the end.
    package var isMeasured: Bool { failure == nil && !isGap && leading != nil }
    package var measured: Duration? { isMeasured ? leading?.duration : nil }
    /// The bit rate by the declared duration, in bits per second.
    package var bitrate: Double? {
        let seconds = declared / .seconds(1)
        return seconds > 0 && bytes > 0 ? Double(bytes * 8) / seconds : nil
    }
}

extension MeasuredSegment {
    /// A segment of a playlist before it is loaded. The URIs of the playlist are resolved.
    init(_ segment: MediaPlaylist.Segment, index: Int, start: Duration) {
        self.init(index: index, uri: segment.uri, start: start, declared: segment.duration)
        (isDiscontinuity, isGap) = (segment.isDiscontinuity, segment.isGap)
        isEncrypted = segment.key != nil || segment.sampleKey != nil
        hasMap = segment.map != nil
        mediaTime = segment.mediaTime
    }
}

/// A variant, a rendition or a representation with its measured segments.
package struct MeasuredStream: Sendable {
    package enum Role: Sendable, Equatable {
        case variant
        /// A rendition with its type, such as `AUDIO`.
        case rendition(String)
        case iFrames
    }

    /// The name for messages: the URI in the multivariant playlist.
    package var name: String
    package var uri: String
    package var role: Role
    /// The attributes of the tag or element that declares the stream.
    package var attributes: AttributeText?
    /// The line of that tag in the multivariant playlist.
    package var line: Int?
    package var isComplete = true
    package var targetDuration: Duration = .zero
    package var isIndependent = false
    package var isIFramesOnly = false
    package var discontinuitySequence = 0
    package var segments: [MeasuredSegment] = []
    /// The reason why the playlist could not be read.
    package var failure: String?
    package var isOfManifest = false
    /// The language that a manifest declares.
    package var language: String?
    /// The buffer that the manifest assumes (`minBufferTime`).
    package var minimumBuffer: Duration = .zero

    package var isRead: Bool { failure == nil }

    package var isVariant: Bool { role == .variant }
    package var measured: [MeasuredSegment] { segments.filter(\.isMeasured) }
    package var duration: Duration { segments.reduce(.zero) { $0 + $1.declared } }
    package var bytes: Int { segments.reduce(0) { $0 + $1.bytes } }
    package var codecs: [String] {
        (attributes?["CODECS"] ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    }

    /// The peak bit rate in bits per second: the largest of all ranges of contiguous segments that last
    /// between 0.5 and 1.5 target durations (RFC 8216bis, 4.1).
    package var peakBitrate: Double? {
        let target = targetDuration / .seconds(1)
        guard target > 0 else { return nil }
        var peak: Double?
        for first in segments.indices {
            var (seconds, bits) = (0.0, 0.0)
            for segment in segments[first...] {
                if segment.isGap || segment.bytes == 0 { break }
                seconds += segment.declared / .seconds(1)
                bits += Double(segment.bytes * 8)
                if seconds > 1.5 * target { break }
                if seconds >= 0.5 * target { peak = max(peak ?? 0, bits / seconds) }
            }
        }
        return peak
    }

    /// The average bit rate in bits per second.
    package var averageBitrate: Double? {
        let counted = segments.filter { !$0.isGap && $0.bytes > 0 }
        let seconds = counted.reduce(0) { $0 + $1.declared / .seconds(1) }
        return seconds > 0 ? Double(counted.reduce(0) { $0 + $1.bytes * 8 }) / seconds : nil
    }

    /// Measured video frames per second; nil without video, or for fewer than ten frames.
    package var frameRate: Double? {
        let parts = measured.compactMap(\.video)
        let (frames, seconds) = parts.reduce((0, 0.0)) {
            ($0.0 + $1.samples, $0.1 + $1.duration / .seconds(1))
        }
        return frames >= 10 && seconds > 0 && !isIFramesOnly ? Double(frames) / seconds : nil
    }
}

/// All streams of a presentation.
package struct MeasuredLadder: Sendable {
    package var uri: String
    package var multivariant: MultivariantText?
    package var streams: [MeasuredStream]
    /// The loudness of streams in LUFS by URI, where it was measured.
    package var loudness: [String: Double] = [:]
    package var isOfManifest = false

    package var variants: [MeasuredStream] { streams.filter { $0.isVariant && $0.isRead } }
    package var renditions: [MeasuredStream] {
        streams.filter { if case .rendition = $0.role { $0.isRead } else { false } }
    }
}

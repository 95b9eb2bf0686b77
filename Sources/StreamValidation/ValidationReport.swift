internal import MediaFormats

/// The result of a validation.
public struct ValidationReport: Sendable {
    /// The format of the input.
    public enum Format: String, Sendable { case hls, dash, file }

    /// The declared and measured properties of a variant, a rendition or a representation.
    public struct Stream: Sendable {
        /// The name in the multivariant playlist, or the ID of the representation.
        public var name: String
        /// The URI of the media playlist.
        public var uri: String
        /// `variant`, `iFrames`, or the type of a rendition, such as `AUDIO`.
        public var role: String
        /// Bit rates in bits per second. The declared ones include renditions, the measured ones do not.
        public var declaredBandwidth: Int?
        /// The measured peak.
        public var peakBitrate: Double?
        /// The measured mean.
        public var averageBitrate: Double?
        /// The codecs in the segments.
        public var codecs: [String]
        /// The coded width in pixels.
        public var width: Int?
        /// The coded height in pixels.
        public var height: Int?
        /// The measured frames per second.
        public var frameRate: Double?
        /// The number of sound channels.
        public var channels: Int?
        /// The sample rate in hertz.
        public var sampleRate: Int?
        /// The declared language (RFC 5646), or that of the medium.
        public var language: String?
        /// The reason why the stream could not be loaded; nil if it could.
        public var failure: String?
        /// The loudness in LUFS (EBU R128); nil where it was not measured.
        public var loudness: Double?
        /// The segments in order.
        public var segments: [Segment]
    }

    /// A segment with its declared and measured properties.
    public struct Segment: Sendable {
        /// The URI of the segment.
        public var uri: String
        /// The start by the playlist, in seconds.
        public var start: Double
        /// The duration by the playlist, in seconds.
        public var duration: Double
        /// The size in bytes.
        public var bytes: Int
        /// Whether a discontinuity precedes the segment.
        public var isDiscontinuity: Bool
        /// Whether the segment is marked as missing.
        public var isGap: Bool
        /// The times of keyframes from the start of the segment, in seconds.
        public var keyframes: [Double]
    }

    /// A request with its retries.
    public struct Request: Sendable {
        /// The requested URI.
        public var uri: String
        /// The start since the beginning of the validation, in seconds.
        public var start: Double
        /// The time until the last byte, in seconds.
        public var duration: Double
        /// The size of the body in bytes.
        public var bytes: Int
        /// The reason of a failure; nil for a complete response.
        public var failure: String?
    }

    /// The input.
    public var uri: String
    /// The format of the input.
    public var format: Format
    /// Whether segments will be added.
    public var isLive: Bool
    /// The number of applied rules.
    public var ruleCount: Int
    /// The strongest findings first, then in the order of the rules.
    public var findings: [ValidationFinding]
    /// Closed captions in the video, with their channels and languages, such as `CC1 en`.
    public var captions: [String] = []
    /// All variants, renditions or representations.
    public var streams: [Stream]
    /// The size of all segments in bytes.
    public var bytes: Int
    /// The number of all segments.
    public var segmentCount: Int

    /// The requests in the order of their ends.
    public var requests: [Request] = []

    /// The number of findings with a requirement.
    public func count(_ requirement: ValidationRule.Requirement) -> Int {
        findings.count { $0.requirement == requirement }
    }
}

extension ValidationReport.Stream {
    init(_ stream: MeasuredStream, loudness: Double?) {
        name = stream.name
        uri = stream.uri
        role =
            switch stream.role {
            case .variant: "variant"
            case .iFrames: "iFrames"
            case .rendition(let type): type
            }
        declaredBandwidth = stream.attributes?.integer("BANDWIDTH")
        peakBitrate = stream.peakBitrate
        averageBitrate = stream.averageBitrate
        let families = stream.families.map(\.rawValue)
        codecs =
            families.isEmpty && stream.segments.contains { $0.container == .text } ? ["WebVTT"] : families
        let video = stream.measured.lazy.compactMap(\.video?.format).first { $0.width > 0 }
        (width, height) = (video?.width, video?.height)
        frameRate = stream.frameRate
        let audio = stream.measured.lazy.compactMap(\.audio?.format).first { $0.channels > 0 }
        (channels, sampleRate) = (audio?.channels, audio?.sampleRate)
        let spoken = stream.measured.lazy.compactMap(\.leading?.format.language).first { $0 != "und" }
        language = stream.attributes?["LANGUAGE"] ?? stream.language ?? spoken
        failure = stream.failure
        self.loudness = loudness
        segments = stream.segments.map { segment in
            let origin = segment.leading?.start ?? 0
            return ValidationReport.Segment(
                uri: segment.uri, start: segment.start.inSeconds, duration: segment.declared.inSeconds,
                bytes: segment.bytes, isDiscontinuity: segment.isDiscontinuity, isGap: segment.isGap,
                keyframes: (segment.video?.syncTimes ?? []).map { Double($0 - origin) / 1e9 })
        }
    }
}

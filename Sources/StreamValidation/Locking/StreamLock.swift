/// What a stream promises: its tracks, qualities, times and languages, in a form that a file keeps.
///
///     let lock = StreamLock(try await StreamValidator(uri: uri).run())
///     let differences = lock.differences(in: StreamLock(laterReport))
public struct StreamLock: Sendable, Hashable, Codable {
    /// A variant, a rendition or a representation.
    public struct Stream: Sendable, Hashable, Codable {
        /// `variant`, `iFrames`, or the type of a rendition, such as `AUDIO`.
        public var role: String
        /// The name in the multivariant playlist without a query, or the ID of the representation.
        public var name: String
        /// The declared bandwidth in bits per second.
        public var bandwidth: Int?
        /// The codecs in the segments.
        public var codecs: [String]
        /// The coded size in pixels, such as `640x360`.
        public var size: String?
        /// The measured frames per second.
        public var frameRate: Double?
        /// The number of sound channels.
        public var channels: Int?
        /// The sample rate in hertz.
        public var sampleRate: Int?
        /// The language (RFC 5646).
        public var language: String?
        /// The duration by the playlist, in seconds; nil for a live stream.
        public var duration: Double?
        /// The number of segments; nil for a live stream.
        public var segments: Int?
        /// The median duration of a segment by the playlist, in seconds.
        public var segmentDuration: Double?
        /// The longest duration of a segment by the playlist, in seconds.
        public var longestSegment: Double?
        /// The longest distance of keyframes in seconds: the length of a group of pictures.
        public var keyframeInterval: Double?
        /// The loudness in LUFS (EBU R128); nil where it was not measured.
        public var loudness: Double?
    }

    /// The input.
    public var uri: String
    /// `hls`, `dash` or `file`.
    public var format: String
    /// Whether segments will be added.
    public var live: Bool
    /// Closed captions in the video, with their channels and languages, such as `CC1 en`.
    public var captions: [String]
    /// All variants, renditions or representations.
    public var streams: [Stream]

    /// Takes the promises of a measured stream.
    public init(_ report: ValidationReport) {
        uri = report.uri
        format = report.format.rawValue
        live = report.isLive
        captions = report.captions
        streams = report.streams.map { Stream($0, isLive: report.isLive) }
    }
}

extension StreamLock.Stream {
    fileprivate init(_ stream: ValidationReport.Stream, isLive: Bool) {
        role = stream.role
        name = String(stream.name.prefix { $0 != "?" && $0 != "#" })
        bandwidth = stream.declaredBandwidth
        codecs = stream.codecs
        if let width = stream.width, let height = stream.height { size = "\(width)x\(height)" }
        frameRate = stream.frameRate?.thousandths
        (channels, sampleRate, language) = (stream.channels, stream.sampleRate, stream.language)
        let durations = stream.segments.map(\.duration)
        if !isLive { (duration, segments) = (durations.reduce(0, +).thousandths, durations.count) }
        let sorted = durations.sorted()
        if !sorted.isEmpty { segmentDuration = sorted[sorted.count / 2].thousandths }
        longestSegment = sorted.last?.thousandths
        let keyframes = stream.segments.flatMap { segment in segment.keyframes.map { segment.start + $0 } }
        if stream.width != nil, stream.role != "iFrames" {
            keyframeInterval = zip(keyframes, keyframes.dropFirst()).map { $1 - $0 }.max()?.thousandths
        }
        loudness = stream.loudness.map { ($0 * 10).rounded() / 10 }
    }
}

extension Double {
    fileprivate var thousandths: Double { (self * 1000).rounded() / 1000 }
}

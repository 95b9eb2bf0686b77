internal import GStreamer
internal import PlayheadCore

extension Track {
    /// A track as a stream of GStreamer's tells of it.
    ///
    /// - Parameters:
    ///   - caps: of the stream as it is stored or as it is decoded; what both say may be had by two calls of ``take(_:)-(CapsValues)``.
    ///   - tags: what was said of the medium and of the stream; only the latter counts.
    ///   - isNamed: whether the title of a stream is that of its track (``MetadataCollector/namers``), and not that of the medium.
    init(id: ID, kind: Kind, caps: CapsValues?, tags: [TagValues], isNamed: Bool) {
        self.init(id: id, kind: kind)
        if let caps { take(caps) }
        for tags in tags where !tags.isGlobal {
            take(tags, isNamed: isNamed)
        }
        if let caps, tags.contains(where: { $0.orientation?.swapsSides == true }) {
            setSize(caps, turned: true)
        }
    }

    /// Takes what caps say, where they do.
    mutating func take(_ caps: CapsValues) {
        codec = codec ?? StreamNames.codec(of: caps).flatMap { $0 == "PCM" ? nil : $0 }
        switch kind {
        case .video:
            setSize(caps, turned: false)
            frameRate = frameRate ?? caps.frameRate
        case .audio:
            channels = channels ?? caps.channels
            sampleRate = sampleRate ?? caps.sampleRate
        case .subtitles:
            hasText = hasText || Self.isText(caps.mediaType)
        }
    }

    mutating func take(_ tags: TagValues, isNamed: Bool) {
        let described =
            switch kind {
            case .video: tags.videoCodec
            case .audio: tags.audioCodec
            case .subtitles: tags.subtitleCodec
            }
        codec = codec ?? described.map(StreamNames.codec(described:))
        language = language ?? LanguageTag.tag(for: tags.language)
        bitrate = bitrate ?? tags.bitrate
        if isNamed { title = title ?? tags.title }
    }

    private mutating func setSize(_ caps: CapsValues, turned: Bool) {
        size =
            caps.displaySize(turned: turned).map { VideoSize(width: $0.width, height: $0.height) } ?? size
    }

    /// Whether a format of subtitles is text, and no pictures of it.
    package static func isText(_ mediaType: String) -> Bool {
        mediaType.hasPrefix("text/")
            || mediaType.hasPrefix("application/") && mediaType != "application/x-subtitle-unknown"
    }
}

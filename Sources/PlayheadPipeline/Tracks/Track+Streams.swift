internal import GStreamer
internal import MediaFormats
internal import PlayheadCore

extension Track {
    /// Creates a track from a GStreamer stream.
    ///
    /// - Parameters:
    ///   - caps: the caps of the stored or of the decoded stream; two calls of ``take(_:)-(CapsValues)``
    ///     combine both.
    ///   - tags: the tags of the medium and of the stream; only the latter are used.
    ///   - isNamed: whether the title of a stream is the name of its track (``MetadataCollector/namers``),
    ///     and not the title of the medium.
    init(id: ID, kind: Kind, caps: CapsValues?, tags: [TagValues], isNamed: Bool) {
        self.init(id: id, kind: kind)
        if let caps { take(caps) }
        for tags in tags where !tags.isGlobal {
            take(tags, isNamed: isNamed)
        }
        if kind == .video, let orientation = tags.lazy.compactMap(\.orientation).first {
            turn(orientation)
            if let caps, orientation.swapsSides { setSize(caps, turned: true) }
        }
    }

    /// Takes the values that the caps contain.
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

    /// Takes the values of an image file.
    mutating func take(_ image: ImageFile) {
        isImage = true
        frameRate = nil
        codec = image.format?.rawValue ?? codec
        if image.isTurned { size = size.map { VideoSize(width: $0.height, height: $0.width) } }
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

    /// Whether a subtitle format is text, not bitmaps.
    package static func isText(_ mediaType: String) -> Bool {
        mediaType.hasPrefix("text/")
            || mediaType.hasPrefix("application/") && mediaType != "application/x-subtitle-unknown"
    }
}

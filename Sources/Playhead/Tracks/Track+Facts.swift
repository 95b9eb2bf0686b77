internal import GStreamer

extension Track {
    /// A track from what its stream says; `decoded` is what comes out of the decoder, where that is known.
    init(id: ID, kind: Kind, facts: StreamFacts, decoded: StreamFormat = StreamFormat()) {
        self.init(
            id: id, kind: kind, codec: facts.tags.codec,
            language: facts.tags.language.flatMap(LanguageTag.bcp47), title: facts.tags.title ?? facts.name)
        isDefault = facts.isSelected
        bitrate = facts.tags.bitrate
        hasText = kind == .subtitles && !(decoded.mediaType ?? "").hasPrefix("subpicture/")
        let width = decoded.width ?? facts.format.width
        let height = decoded.height ?? facts.format.height
        if kind == .video, let width, let height {
            let aspect = decoded.pixelAspect ?? facts.format.pixelAspect ?? 1
            size = PictureSize(width: Int((Double(width) * aspect).rounded()), height: height)
            frameRate = facts.format.frameRate ?? decoded.frameRate
        }
        if kind == .audio {
            channels = decoded.channels ?? facts.format.channels
            sampleRate = decoded.sampleRate ?? facts.format.sampleRate
        }
    }
}

extension StreamFacts {
    /// What a playlist calls it: hlsdemux2 has that in the stream's id, as in `audio-English` (1.22.0).
    fileprivate var name: String? {
        guard !id.contains("/"), let dash = id.firstIndex(of: "-"), ["audio", "text"].contains(id[..<dash])
        else { return nil }
        return String(id[id.index(after: dash)...])
    }
}

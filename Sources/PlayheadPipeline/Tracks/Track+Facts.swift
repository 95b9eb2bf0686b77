internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension Track {
    /// Creates a track from the properties of its stream. `decoded` are the caps of the decoder's output, if
    /// known.
    init(id: ID, kind: Kind, facts: StreamInfo, decoded: CapsValues? = nil, isNamed: Bool = true) {
        self.init(id: id, kind: kind, caps: facts.caps, tags: facts.tags.reversed(), isNamed: isNamed)
        if let decoded {
            // The caps of AAC before decoding may be incomplete.
            if Workaround.aacCapsBeforeDecoding.isNeeded {
                (channels, sampleRate) = (decoded.channels ?? channels, decoded.sampleRate ?? sampleRate)
            } else {
                (channels, sampleRate) = (channels ?? decoded.channels, sampleRate ?? decoded.sampleRate)
            }
            if kind != .video || size == nil { take(decoded) }
            frameRate = frameRate ?? decoded.frameRate
        }
        isDefault = facts.isSelected
        title = title ?? facts.name
    }
}

extension StreamInfo {
    /// The name in the playlist, which is in the stream id, as in `audio-English`.
    fileprivate var name: String? {
        guard !id.contains("/"), let dash = id.firstIndex(of: "-"), ["audio", "text"].contains(id[..<dash])
        else { return nil }
        return String(id[id.index(after: dash)...])
    }
}

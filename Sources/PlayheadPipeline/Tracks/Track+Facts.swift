internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension Track {
    /// A track from what its stream says; `decoded` is what comes out of the decoder, where that is known.
    init(id: ID, kind: Kind, facts: StreamInfo, decoded: CapsValues? = nil, isNamed: Bool = true) {
        self.init(id: id, kind: kind, caps: facts.caps, tags: facts.tags.reversed(), isNamed: isNamed)
        if let decoded {
            // What is said of AAC before it is decoded may be half of the truth.
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
    /// What a playlist calls it: it stands in the stream's id, as in `audio-English`.
    fileprivate var name: String? {
        guard !id.contains("/"), let dash = id.firstIndex(of: "-"), ["audio", "text"].contains(id[..<dash])
        else { return nil }
        return String(id[id.index(after: dash)...])
    }
}

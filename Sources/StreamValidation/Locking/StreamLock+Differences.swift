extension StreamLock {
    /// The differences of another measurement from this one, in words. Numbers that are measured may differ
    /// within tolerances: times by 50 ms, the total duration by 0.1 s, frame rates by 0.5 %, and the loudness
    /// by 1 LU.
    public func differences(in other: StreamLock) -> [String] {
        var found: [String] = []
        func compare(_ what: String, _ now: String, _ before: String) {
            if now != before { found.append("the stream: \(what) \(now), was \(before)") }
        }
        compare("format", other.format, format)
        compare("live", other.live ? "yes" : "no", live ? "yes" : "no")
        compare(
            "captions", other.captions.isEmpty ? "none" : other.captions.joined(separator: ", "),
            captions.isEmpty ? "none" : captions.joined(separator: ", "))
        var rest = other.streams
        var missing: [Stream] = []
        var pairs: [(before: Stream, now: Stream)] = []
        for stream in streams {
            guard let index = rest.firstIndex(where: { ($0.role, $0.name) == (stream.role, stream.name) })
            else {
                missing.append(stream)
                continue
            }
            pairs.append((stream, rest.remove(at: index)))
        }
        // Names may change where the promises do not.
        for stream in missing {
            if let index = rest.firstIndex(where: { $0.isLike(stream) }) {
                pairs.append((stream, rest.remove(at: index)))
            } else {
                found.append("\(label(of: stream)) is missing")
            }
        }
        for (before, now) in pairs {
            found += now.differences(from: before).map { "\(label(of: before)): \($0)" }
        }
        return found + rest.map { "\(other.label(of: $0)) is new" }
    }

    /// The words for a stream; with its name if others have the same words.
    private func label(of stream: Stream) -> String {
        let isUnique = streams.count { $0.words == stream.words } < 2
        return isUnique ? stream.words : "\(stream.words) (\(stream.name))"
    }
}

extension StreamLock.Stream {
    fileprivate var words: String {
        let kind = role == "iFrames" ? "keyframes" : role.lowercased()
        return [kind, size ?? language ?? name].joined(separator: " ")
    }

    /// Whether both are the same to a listener or viewer.
    fileprivate func isLike(_ other: Self) -> Bool {
        role == other.role && size == other.size && language == other.language && channels == other.channels
            && codecs == other.codecs
    }

    fileprivate func differences(from before: Self) -> [String] {
        var found: [String] = []
        func exact<Value: Equatable>(_ what: String, _ now: Value?, _ before: Value?) {
            let text = { (value: Value?) in value.map { "\($0)" } ?? "none" }
            if now != before { found.append("\(what) \(text(now)), was \(text(before))") }
        }
        func close(
            _ what: String, _ now: Double?, _ before: Double?, _ unit: String, within tolerance: Double
        ) {
            if let now, let before, abs(now - before) <= tolerance { return }
            let text = { (value: Double?) in value.map { "\($0.short) \(unit)" } ?? "unknown" }
            if now != before { found.append("\(what) \(text(now)), was \(text(before))") }
        }
        exact("bandwidth", bandwidth, before.bandwidth)
        exact("codecs", codecs.joined(separator: ", "), before.codecs.joined(separator: ", "))
        exact("size", size, before.size)
        close("frame rate", frameRate, before.frameRate, "fps", within: (before.frameRate ?? 0) * 0.005)
        exact("channels", channels, before.channels)
        exact("sample rate", sampleRate, before.sampleRate)
        exact("language", language, before.language)
        close("duration", duration, before.duration, "s", within: 0.1)
        exact("segments", segments, before.segments)
        close("segments of", segmentDuration, before.segmentDuration, "s", within: 0.05)
        close("longest segment", longestSegment, before.longestSegment, "s", within: 0.05)
        close("keyframes every", keyframeInterval, before.keyframeInterval, "s", within: 0.05)
        // Without the library for it, the loudness is not measured.
        if loudness != nil { close("loudness", loudness, before.loudness, "LUFS", within: 1) }
        return found
    }
}

extension Double {
    /// The number without unnecessary digits.
    var short: String { self == rounded() && magnitude < 1e15 ? String(Int(self)) : "\(self)" }
}

internal import MediaFormats
internal import PlayheadCore

/// TTML and IMSC subtitles, alone or in fragmented MP4.
extension StreamingEngine {
    /// The cues of a document on its own timeline; nil for other content. A cue without an end lasts as long
    /// as its segment.
    mutating func timedText(_ bytes: [UInt8], lasting interval: Range<Duration>) -> [SubtitleCue]? {
        guard Self.mayBeTimedText(bytes), let document = try? TTMLDocument(bytes[...]) else { return nil }
        let length = interval.upperBound - interval.lowerBound
        return cues(of: document).map { cue in
            SubtitleCue(cue, end: cue.end.map { .nanoseconds($0) } ?? .nanoseconds(cue.begin) + length)
        }
    }

    /// The cues of a sample. Their times are those of the track (ISO/IEC 14496-30, section 5), limited to the
    /// duration of the sample.
    mutating func timedText(_ sample: MediaSample, shift: Int64) -> [SubtitleCue] {
        guard let document = try? TTMLDocument(sample.data) else { return [] }
        let start = Duration.nanoseconds(sample.presentationTime)
        let end = sample.duration.map { start + .nanoseconds($0) } ?? .farthest
        return cues(of: document).compactMap { cue in
            var cue = SubtitleCue(cue, end: cue.end.map { .nanoseconds($0 &+ shift) } ?? end)
            cue.start = max(cue.start + .nanoseconds(shift), start)
            cue.end = min(cue.end, end)
            return cue.start < cue.end ? cue : nil
        }
    }

    private mutating func cues(of document: TTMLDocument) -> [TTMLDocument.Cue] {
        if case .text(let cues) = document.content { return cues }
        warn(
            PlayerWarning(
                "The subtitles are pictures (IMSC image profile), and are left out",
                hint: "offer them as text too"))
        return []
    }

    /// Whether the bytes begin like XML, in UTF-8 or UTF-16.
    private static func mayBeTimedText(_ bytes: [UInt8]) -> Bool {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        return start.first { $0 > 0x20 && $0 < 0xFE } == UInt8(ascii: "<")
    }
}

extension SubtitleCue {
    /// Converts a TTML cue.
    fileprivate init(_ cue: TTMLDocument.Cue, end: Duration) {
        self.init(
            text: cue.text, markup: MarkupText.escaped(cue.text), start: .nanoseconds(cue.begin), end: end)
    }
}

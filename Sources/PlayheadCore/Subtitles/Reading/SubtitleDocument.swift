/// The content of a subtitle file.
package struct SubtitleDocument: Sendable {
    package var format: SubtitleFormat
    package var schedule: CueSchedule
    /// The cues in order of start; with equal starts, in file order.
    package var cues: [SubtitleCue] { schedule.cues }

    /// The maximum size of a subtitle file in bytes.
    package static let largest = 20 << 20

    /// Parses the content of a file. Unreadable entries are dropped if at least one cue is readable.
    ///
    /// - Throws: ``PlayerError`` without a URI if the content is empty or no subtitle file.
    package init(_ bytes: [UInt8], encoding: String? = nil) throws(PlayerError) {
        var text = try TextEncoding.utf8(bytes, named: encoding)
        if text.contains(0) { text.removeAll { $0 == 0 } }
        guard text.contains(where: { !$0.isBlank && $0 != .lineFeed && $0 != .carriageReturn }) else {
            throw PlayerError(.empty, "The subtitle file is empty", hint: "fetch it again")
        }
        guard let format = SubtitleFormat(text) else {
            throw PlayerError(
                .unknownFormat, "This is no subtitle file that is known here",
                hint: "SubRip, WebVTT and SubStation Alpha are read")
        }
        self.format = format
        let found =
            switch format {
            case .subRip, .webVTT: CueBlocks.cues(in: text, as: format)
            case .subStation: SubStationCues.cues(in: text)
            }
        schedule = CueSchedule(found)
    }
}

extension [SubtitleCue] {
    /// The cues in order of start; with equal starts, in their existing order.
    var inOrder: [SubtitleCue] {
        if zip(self, dropFirst()).allSatisfy({ $0.start <= $1.start }) { return self }
        return enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element)
    }
}

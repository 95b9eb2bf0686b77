internal import PlayheadSystem

/// The cues of SubRip and WebVTT: blocks of lines, one of which has the times.
///
/// The parser is tolerant: a line with times begins a cue, whatever precedes it. Numbers, headers, notes and
/// styles are ignored.
struct CueBlocks {
    /// Whether an empty line ends a cue. In SubRip it may belong to the text, which ends before the number of
    /// the next cue.
    private var endsAtEmptyLine: Bool { format == .webVTT }
    private let format: SubtitleFormat
    private var cues: [SubtitleCue] = []
    private var timing: CueTiming?
    private var lines: [ArraySlice<UInt8>] = []

    static func cues(in text: [UInt8], as format: SubtitleFormat) -> [SubtitleCue] {
        var blocks = CueBlocks(format: format)
        for line in TextLines(text) { blocks.take(line) }
        blocks.finish(beforeAnother: false)
        return blocks.cues
    }

    private init(format: SubtitleFormat) { self.format = format }

    private mutating func take(_ line: ArraySlice<UInt8>) {
        if CueTiming.isMeant(by: line) {
            if let timing = CueTiming(line) {
                finish(beforeAnother: true)
                self.timing = timing
                return
            }
            // A cue with unreadable times is dropped, and not appended to the previous cue.
            if isAfterNumber { return finish(beforeAnother: true) }
        }
        // WebVTT allows no arrow in cue text.
        if endsAtEmptyLine, line.holdsArrow { return finish(beforeAnother: false) }
        guard timing != nil else { return }
        if endsAtEmptyLine, line.trimmed.isEmpty { return finish(beforeAnother: false) }
        lines.append(line)
    }

    /// Whether the next line is the second line of a cue.
    private var isAfterNumber: Bool { lines.last.map { $0.isNumber || $0.trimmed.isEmpty } ?? false }

    private mutating func finish(beforeAnother: Bool) {
        defer { (timing, lines) = (nil, []) }
        guard let timing, timing.start < timing.end else { return }
        removeNextNumber(beforeAnother: beforeAnother)
        while lines.last?.trimmed.isEmpty == true { lines.removeLast() }
        let markup = String(decoding: Array(lines.joined(separator: [.lineFeed])), as: UTF8.self)
        let text = MarkupText.plain(format == .subRip ? SubStationText.withoutEscapes(markup) : markup)
        guard !text.isEmpty else { return }
        cues.append(SubtitleCue(text: text, markup: markup, start: timing.start, end: timing.end))
    }
}

extension CueBlocks {
    /// Removes the number before the times of the next cue, and an empty line between them.
    private mutating func removeNextNumber(beforeAnother: Bool) {
        if let last = lines.last, last.isNumber {
            if beforeAnother || lines.dropLast().last.map(\.trimmed.isEmpty) == true { lines.removeLast() }
            return
        }
        guard beforeAnother, let index = lines.lastIndex(where: { !$0.trimmed.isEmpty }), index > 0 else {
            return
        }
        if lines[index].isNumber, lines[index - 1].trimmed.isEmpty { lines.removeSubrange(index...) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var holdsArrow: Bool {
        indices.contains { self[$0] == UInt8(ascii: "-") && self[$0...].starts(with: "-->".utf8) }
    }

    /// Whether the line is only a number.
    fileprivate var isNumber: Bool {
        let text = trimmed
        return !text.isEmpty && text.allSatisfy { $0.digit != nil }
    }
}

import Playhead

/// Formats reports as text lines without control characters. Most reports have no line, and each warning is
/// printed once.
struct HumanFormatter {
    /// The name of each item, as the user gave it.
    var names: [String]
    /// Whether only errors have lines.
    let isQuiet: Bool
    private let style: TextStyle
    private var warnings: Set<PlayerWarning> = []
    /// The last track selection; nil before the first one.
    private var chosen: TrackSelection?

    init(names: [String], isQuiet: Bool, style: TextStyle = .plain) {
        self.names = names
        self.style = style
        self.isQuiet = isQuiet
    }

    mutating func lines(for report: Report) -> [String] {
        switch report.fact {
        case .hello: []
        case .event(let event): lines(for: event, of: report)
        case .summary(_, let records): isQuiet ? [] : records.map(summary)
        }
    }

    /// The outcome of an item in one line.
    private func summary(_ record: ItemRecord) -> String {
        let name = names[record.index]
        let length = record.duration.map { " of \($0.tenths)" } ?? ""
        let outcome = style(record.outcome.rawValue, record.outcome.attribute)
        return "Summary: \(name.printable): \(outcome), \(record.played.tenths)\(length) s"
    }

    private mutating func lines(for event: PlayerEvent, of report: Report) -> [String] {
        switch event {
        case .error(let error):
            // An earlier warning already reported this error.
            if warnings.contains(PlayerWarning(error)) { return [] }
            return Output.complaint(error.message, hint: error.hint, style: style)
        case .warning(let warning):
            guard !isQuiet, warnings.insert(warning).inserted else { return [] }
            return Output.complaint("warning: " + warning.message, hint: warning.hint, style: style)
        // The error after it reports this gap.
        case .gap(let gap) where gap.cause == .cutOff: return []
        case .gap(let gap):
            return isQuiet ? [] : Output.complaint("warning: " + gap.words, hint: nil, style: style)
        case .itemChanged(let change):
            chosen = nil
            return change.item == nil ? [] : line("Playing", of: report)
        case .tracksChanged(let tracks): return lines(for: tracks)
        case .finished(.natural): return line("Finished", of: report)
        case .finished(.truncated): return line("Ended early:", of: report)
        default: return []
        }
    }

    /// Lines for a changed track selection.
    private mutating func lines(for tracks: TrackList) -> [String] {
        defer { chosen = tracks.isEmpty ? nil : tracks.chosen }
        guard !isQuiet, let chosen else { return [] }
        return [(Track.Kind.audio, "Sound"), (.subtitles, "Subtitles")].compactMap { kind, name in
            guard tracks.chosen[kind] != chosen[kind], !tracks.isEmpty else { return nil }
            let track = tracks.chosen[kind].flatMap { tracks[id: $0] }
            return "\(name): \((track?.words ?? "none").printable)"
        }
    }

    private func line(_ what: String, of report: Report) -> [String] {
        guard !isQuiet, let item = report.item else { return [] }
        return [style(what, .bold) + " " + names[item].printable]
    }
}

extension Outcome {
    /// The colour of the outcome.
    fileprivate var attribute: TextStyle.Attribute {
        switch self {
        case .played: .green
        case .failed: .red
        case .truncated, .stopped: .yellow
        }
    }
}

extension Track {
    /// The track as text for the user.
    fileprivate var words: String {
        let details = [language, title, codec].compactMap { $0 }
        return details.isEmpty ? id.rawValue : "\(id.rawValue) (\(details.joined(separator: ", ")))"
    }
}

extension Duration {
    /// The duration in seconds with one decimal.
    fileprivate var tenths: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

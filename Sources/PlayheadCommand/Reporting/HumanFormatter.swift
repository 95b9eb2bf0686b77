import Playhead

/// Formats reports as lines for people, without control characters. Most reports give no line, and no warning is
/// repeated.
struct HumanFormatter {
    /// The name of each item, as the user knows it.
    let names: [String]
    /// Whether only errors give lines.
    let isQuiet: Bool
    private var warnings: Set<PlayerWarning> = []
    /// The last selection of tracks; nil before it is known.
    private var chosen: TrackSelection?

    init(names: [String], isQuiet: Bool) {
        self.names = names
        self.isQuiet = isQuiet
    }

    mutating func lines(for report: Report) -> [String] {
        switch report.fact {
        case .hello: []
        case .event(let event): lines(for: event, of: report)
        case .summary(_, let records): isQuiet ? [] : records.map(summary)
        }
    }

    /// The outcome of an item, in one line.
    private func summary(_ record: ItemRecord) -> String {
        let name = names[record.index]
        let length = record.duration.map { " of \($0.tenths)" } ?? ""
        return "Summary: \(name.printable): \(record.outcome.rawValue), \(record.played.tenths)\(length) s"
    }

    private mutating func lines(for event: PlayerEvent, of report: Report) -> [String] {
        switch event {
        case .error(let error):
            // A fault that was warned of at once, and that the end turns into an error.
            if warnings.contains(PlayerWarning(error)) { return [] }
            return Output.complaint(error.message, hint: error.hint)
        case .warning(let warning):
            guard !isQuiet, warnings.insert(warning).inserted else { return [] }
            return Output.complaint("warning: " + warning.message, hint: warning.hint)
        // The error that follows says it.
        case .gap(let gap) where gap.cause == .cutOff: return []
        case .gap(let gap): return isQuiet ? [] : Output.complaint("warning: " + gap.words, hint: nil)
        case .itemChanged(let change):
            chosen = nil
            return change.item == nil ? [] : line("Playing", of: report)
        case .tracksChanged(let tracks): return lines(for: tracks)
        case .finished(.natural): return line("Finished", of: report)
        case .finished(.truncated): return line("Ended early:", of: report)
        default: return []
        }
    }

    /// The selection of tracks, if it has changed.
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
        return ["\(what) \(names[item].printable)"]
    }
}

extension Track {
    /// Its name for people.
    fileprivate var words: String {
        let details = [language, title, codec].compactMap { $0 }
        return details.isEmpty ? id.rawValue : "\(id.rawValue) (\(details.joined(separator: ", ")))"
    }
}

extension Duration {
    /// In seconds, to a tenth.
    fileprivate var tenths: String {
        let tenths = Int((self / .milliseconds(100)).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

import Playhead

/// Turns reports into lines for a person, without anything that moves a cursor. Most reports say nothing, and
/// nothing is said twice.
struct Narrator {
    /// What the person called each item.
    let names: [String]
    /// Whether to say nothing but errors.
    let isQuiet: Bool
    private var warnings: Set<PlayerWarning> = []
    /// The tracks that were chosen last; nil before they are known.
    private var chosen: TrackSelection?

    init(names: [String], isQuiet: Bool) {
        self.names = names
        self.isQuiet = isQuiet
    }

    mutating func lines(for report: Report) -> [String] {
        switch report.fact {
        case .hello: []
        case .event(let event): lines(for: event, of: report)
        case .summary(_, let records): isQuiet ? [] : records.map(sum)
        }
    }

    /// What came of an item, in one line.
    private func sum(_ record: ItemRecord) -> String {
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
            return change.item == nil ? [] : tell("Playing", of: report)
        case .tracksChanged(let tracks): return tell(tracks)
        case .finished(.natural): return tell("Finished", of: report)
        case .finished(.truncated): return tell("Ended early:", of: report)
        default: return []
        }
    }

    /// What was chosen of the tracks, if that has changed.
    private mutating func tell(_ tracks: TrackList) -> [String] {
        defer { chosen = tracks.isEmpty ? nil : tracks.chosen }
        guard !isQuiet, let chosen else { return [] }
        return [(Track.Kind.audio, "Sound"), (.subtitles, "Subtitles")].compactMap { kind, name in
            guard tracks.chosen[kind] != chosen[kind], !tracks.isEmpty else { return nil }
            let track = tracks.chosen[kind].flatMap { tracks[id: $0] }
            return "\(name): \((track?.words ?? "none").printable)"
        }
    }

    private func tell(_ what: String, of report: Report) -> [String] {
        guard !isQuiet, let item = report.item else { return [] }
        return ["\(what) \(names[item].printable)"]
    }
}

extension Track {
    /// What a person would call it.
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

import Playhead

/// The content of the status line of a terminal.
struct StatusLine: Equatable {
    var state: PlaybackState
    var position: Duration
    var duration: Duration?
    var volume: Double
    var isMuted: Bool
    /// The playback speed; 1 is normal.
    var speed = 1.0
    /// The number and title of the current chapter.
    var chapter: String?
    /// The index of the current item, from 0.
    var item: Int
    var count: Int
    var symbols = TextSymbols.unicode
    /// The levels of the sound, in place of less important fields; nil to show none.
    var meter: String?

    /// The line in at most `columns` columns. The least important fields are omitted first.
    func text(columns: Int) -> String {
        let clock = "\(position.clock) / \(duration?.clock ?? "--:--")"
        let sound = isMuted ? "muted" : "vol \(Int((volume * 100).rounded()))%"
        let essential = "\(label)  \(clock)"
        let pace =
            speed == 1 ? nil : "\(speed == speed.rounded() ? "\(Int(speed))" : "\(speed)")\(symbols.times)"
        let place = "\(item + 1) of \(count)"
        let chapter = chapter?.cut(toColumns: Self.longestChapter, symbols)
        for extras in [
            [meter, chapter, pace, sound, place], [meter, pace, sound, place], [meter, pace, sound],
            [meter, pace],
            [pace], [],
        ] {
            let tail = extras.compactMap { $0 }.map { "  " + $0 }.joined()
            let room = columns - essential.columns - tail.columns - 4
            if room >= Self.shortestBar { return "\(essential)  [\(bar(room))]\(tail)" }
        }
        return essential.cut(toColumns: columns, symbols)
    }

    private static let shortestBar = 8
    private static let longestChapter = 32

    /// The state as a word of constant width, so that the other fields do not move.
    private var label: String {
        switch state {
        case .idle: "Idle     "
        case .paused(buffering: false): "Paused   "
        case .playing(buffering: false): "Playing  "
        case .paused(buffering: true), .playing(buffering: true): "Buffering"
        }
    }

    private func bar(_ width: Int) -> String {
        guard let duration, duration > .zero else { return String(repeating: "-", count: width) }
        let done = min(max(Int(position / duration * Double(width)), 0), width)
        return String(repeating: "=", count: done) + String(repeating: "-", count: width - done)
    }
}

extension Chapter {
    /// The number of the chapter, from 1, and its title.
    var numberedTitle: String {
        let name = (title ?? "").printable
        return name.isEmpty ? "Chapter \(id + 1)" : "\(id + 1). \(name)"
    }
}

extension Duration {
    /// The time in hours, minutes and seconds: `1:02:03`, `2:03`.
    var clock: String {
        let (hours, rest) = Int(components.seconds).quotientAndRemainder(dividingBy: 3600)
        let (minutes, seconds) = rest.quotientAndRemainder(dividingBy: 60)
        let tail = ":" + (seconds < 10 ? "0" : "") + String(seconds)
        guard hours > 0 else { return String(minutes) + tail }
        return String(hours) + ":" + (minutes < 10 ? "0" : "") + String(minutes) + tail
    }
}

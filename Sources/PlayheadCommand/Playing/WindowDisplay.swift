import Playhead
import PlayheadRemote

/// The text over the video of a window.
enum WindowDisplay {
    /// The part of the height, at the lower edge, in which a click or a drag seeks.
    static let seekBar = 0.92
    private static let cells = 30

    /// What a key has changed, above the seek bar.
    static func text(after action: KeyAction, _ state: RemoteState) -> String {
        let snapshot = state.snapshot
        let change: String? =
            switch action {
            case .nextSound: "Audio: " + name(of: .audio, snapshot)
            case .nextSubtitles: "Subtitles: " + name(of: .subtitles, snapshot)
            case .nextChapter, .previousChapter: snapshot.currentChapter?.numberedTitle
            case .aspect: "Aspect: \(snapshot.aspectMode)"
            case .slower, .faster: "Speed: \(snapshot.speed)×"
            case .loop: state.loop.text
            default: nil
            }
        return [change, bar(state)].compactMap { $0 }.joined(separator: "\n")
    }

    /// State, position, seek bar with a mark for each chapter, duration and volume.
    static func bar(_ state: RemoteState) -> String {
        let snapshot = state.snapshot
        var parts = [snapshot.state.isPlaying ? "▶" : "⏸", snapshot.position.clock]
        if let duration = snapshot.duration, duration > .zero {
            let marks = Set(snapshot.metadata.chapters.map { cell(of: $0.start, duration) }.filter { $0 > 0 })
            let knob = cell(of: snapshot.position, duration)
            parts.append(
                (0...cells).map { cell in
                    if cell == knob {
                        "●"
                    } else if marks.contains(cell) {
                        "╋"
                    } else {
                        cell < knob ? "━" : "─"
                    }
                }.joined())
            parts.append(duration.clock)
        }
        parts.append(snapshot.isMuted ? "muted" : "\(Int((snapshot.volume * 100).rounded())) %")
        return parts.joined(separator: "  ")
    }

    private static func cell(of position: Duration, _ duration: Duration) -> Int {
        min(max(Int(Double(cells) * (position / duration)), 0), cells)
    }

    /// The title or language of the chosen track of a kind, and its place among the others.
    private static func name(of kind: Track.Kind, _ snapshot: PlayerSnapshot) -> String {
        let tracks = snapshot.tracks
        let all = tracks[kind]
        guard let place = all.firstIndex(where: { tracks.chosen.contains($0) }) else { return "none" }
        let track = all[place]
        let name = [track.title, track.language].compactMap { $0?.printable }.first { !$0.isEmpty }
        return [name, "\(place + 1) of \(all.count)"].compactMap { $0 }.joined(separator: ", ")
    }
}

extension LoopPoints {
    /// The loop in words.
    var text: String {
        switch (start, end) {
        case (let start?, let end?): "Loop: \(start.clock) to \(end.clock)"
        case (let start?, nil): "Loop: from \(start.clock); l again sets its end"
        default: "Loop: off"
        }
    }
}

import Playhead

/// Draws a status line at the bottom of a terminal, with the subtitle above it. Messages scroll above both.
@MainActor
final class StatusLineReporter: Reporter {
    private let player: Player
    private var formatter: HumanFormatter
    private let showsSubtitles: Bool
    private var item = 0
    private var drawn: [String] = []
    private let terminal = Output(.standardError)

    init(player: Player, formatter: HumanFormatter, showsSubtitles: Bool) {
        self.player = player
        self.formatter = formatter
        self.showsSubtitles = showsSubtitles
    }

    func report(_ report: Report) {
        item = report.item ?? item
        print(formatter.lines(for: report))
        switch report.fact {
        case .hello: break
        case .event: draw()
        case .summary: withdraw()
        }
    }

    func redraw() {
        drawn = Array(drawn.prefix(1))
        draw()
    }

    func withdraw() {
        if !drawn.isEmpty { terminal.draw(StatusBlock.erase(drawn)) }
        drawn = []
    }

    func showHelp(_ lines: [String]) {
        print(lines)
        draw()
    }

    private func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        withdraw()
        terminal.print(lines)
    }

    private func draw() {
        let snapshot = player.snapshot
        guard snapshot.item != nil else { return }
        let status = StatusLine(
            state: snapshot.state, position: snapshot.position, duration: snapshot.duration,
            volume: snapshot.volume,
            isMuted: snapshot.isMuted, speed: snapshot.speed,
            chapter: snapshot.currentChapter?.numberedTitle, item: item, count: formatter.names.count,
            symbols: .current)
        let lines = StatusBlock.lines(
            status, subtitle: showsSubtitles ? snapshot.subtitle : nil,
            columns: Terminal.columns(of: terminal.stream))
        guard lines != drawn else { return }
        terminal.draw(StatusBlock.replace(drawn, by: lines))
        drawn = lines
    }
}

extension Output {
    /// Writes without a line feed and ignores errors.
    fileprivate func draw(_ text: String) { try? write(text) }
}

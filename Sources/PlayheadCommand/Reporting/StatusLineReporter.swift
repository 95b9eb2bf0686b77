import Playhead

/// Draws a status line at the bottom of a terminal, with the subtitle above it. Messages scroll above both.
@MainActor
final class StatusLineReporter: Reporter {
    private let player: Player
    private var formatter: HumanFormatter
    private let showsSubtitles: Bool
    private var item = 0
    private var drawn: [String] = []
    private var isHelpShown = false
    /// Follows the levels of the sound while the meter is shown.
    private var meter: Task<Void, Never>?
    private var levels: AudioLevels?
    private let output: MessageOutput
    /// The title of the terminal's window; nil while it is the former one.
    private var title: String?
    private let setsTitle: Bool

    init(
        player: Player, formatter: HumanFormatter, showsSubtitles: Bool, setsTitle: Bool,
        output: MessageOutput
    ) {
        self.player = player
        self.formatter = formatter
        self.showsSubtitles = showsSubtitles
        self.setsTitle = setsTitle
        self.output = output
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

    func add(name: String) { formatter.names.append(name) }

    func redraw() {
        isHelpShown = false
        // A screen is erased when it changes.
        drawn = output.screen == nil ? Array(drawn.prefix(1)) : []
        draw()
    }

    func withdraw() {
        erase()
        if title != nil { output.draw(ControlSequence.restoreTitle) }
        title = nil
    }

    private func erase() {
        if !drawn.isEmpty { output.draw(StatusBlock.erase(drawn)) }
        drawn = []
    }

    /// Prints help. On a screen it takes rows of the picture, and the next call gives them back.
    func showHelp(_ lines: [String]) {
        guard let screen = output.screen else {
            print(lines)
            return draw()
        }
        isHelpShown.toggle()
        screen.rearrange(textRows: isHelpShown ? lines.count + 1 : nil)
        if isHelpShown { screen.draw(lines.joined(separator: "\n") + "\n") }
        drawn = []
        draw()
    }

    func showNote(_ line: String) {
        print([line])
        draw()
    }

    func toggleMeter() {
        levels = nil
        if let meter {
            meter.cancel()
            self.meter = nil
            return draw()
        }
        let sequence = player.audioLevels(every: .milliseconds(200))
        meter = Task { [weak self] in
            for await levels in sequence {
                guard !Task.isCancelled, let self else { return }
                self.levels = levels
                draw()
            }
        }
    }

    private func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        erase()
        output.print(lines)
    }

    private func draw() {
        let snapshot = player.snapshot
        guard snapshot.item != nil else { return }
        if setsTitle { draw(titleFor: snapshot) }
        let status = StatusLine(
            state: snapshot.state, position: snapshot.position, duration: snapshot.duration,
            volume: snapshot.volume,
            isMuted: snapshot.isMuted, speed: snapshot.speed,
            chapter: snapshot.currentChapter?.numberedTitle, item: item, count: formatter.names.count,
            symbols: .current, meter: meter == nil ? nil : LevelMeterText.text(levels, .current))
        let lines = StatusBlock.lines(
            status, subtitle: showsSubtitles ? snapshot.subtitle : nil,
            columns: output.columns)
        guard lines != drawn else { return }
        output.draw(StatusBlock.replace(drawn, by: lines))
        drawn = lines
    }

    /// Shows the item and its position in the title of the terminal's window.
    private func draw(titleFor snapshot: PlayerSnapshot) {
        let name = snapshot.metadata.title ?? formatter.names[item]
        let clock = "\(snapshot.position.clock) / \(snapshot.duration?.clock ?? "--:--")"
        let text = "\(name.printable) - \(clock)"
        guard text != title else { return }
        output.draw((title == nil ? ControlSequence.saveTitle : "") + ControlSequence.title(text))
        title = text
    }
}

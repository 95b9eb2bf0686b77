import Playhead

extension PlayCommand {
    /// The reporter for the output: JSON, a status line, or a log.
    @MainActor
    func reporter(
        for player: Player, names: [String], screen: TerminalScreen?,
        outputClosed: @escaping @MainActor () -> Void
    ) -> any Reporter {
        let formatter = HumanFormatter(
            names: names, isQuiet: reports.quiet || reports.json,
            style: TextStyle(for: .standardError))
        if reports.json { return JSONReporter(formatter: formatter, outputClosed: outputClosed) }
        let output = MessageOutput(screen: screen)
        if reports.quiet || !Terminal.isTerminal(.standardError) || !Terminal.canPlaceCursor {
            return LineReporter(formatter: formatter, output: output)
        }
        return StatusLineReporter(
            player: player, formatter: formatter, showsSubtitles: reportsSubtitles,
            setsTitle: reports.terminalTitle, output: output)
    }

    /// The terminal for keys. It is standard input, or the controlling terminal if a medium comes from
    /// standard input.
    var keyTerminal: Terminal? {
        if reports.noInput { return nil }
        return items.contains("-") || queue.playlist == "-"
            ? Terminal.controlling() : Terminal.onStandardInput()
    }
}

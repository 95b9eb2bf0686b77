import Playhead

extension PlayCommand {
    /// The reporter for programs, for a terminal, or for a log.
    @MainActor
    func reporter(
        for player: Player, names: [String], outputClosed: @escaping @MainActor () -> Void
    ) -> any Reporter {
        let formatter = HumanFormatter(names: names, isQuiet: quiet || json)
        if json { return JSONReporter(formatter: formatter, outputClosed: outputClosed) }
        if quiet || !Terminal.isTerminal(.standardError) || !Terminal.canPlaceCursor {
            return LineReporter(formatter: formatter)
        }
        return StatusLineReporter(player: player, formatter: formatter, showsSubtitles: subtitles.areReported)
    }

    /// Where keys come from: standard input, or the controlling terminal when a medium comes from there.
    var keyTerminal: Terminal? {
        if noInput { return nil }
        return items.contains("-") || playlist == "-" ? Terminal.controlling() : Terminal.onStandardInput()
    }
}

import Playhead

extension PlayCommand {
    /// Who tells what happens: for programs, for a terminal, or for a log.
    @MainActor
    func reporter(
        for player: Player, names: [String], outputClosed: @escaping @MainActor () -> Void
    ) -> any Reporter {
        let narrator = Narrator(names: names, isQuiet: quiet || json)
        if json { return JSONReporter(narrator: narrator, outputClosed: outputClosed) }
        if quiet || !Terminal.isTerminal(.standardError) || !Terminal.canPlaceCursor {
            return PlainReporter(narrator: narrator)
        }
        return StatusReporter(player: player, narrator: narrator, tellsSubtitles: subtitles.areTold)
    }

    /// Where keys come from: standard input, or the controlling terminal when a medium comes from there.
    var keyTerminal: Terminal? {
        if noInput { return nil }
        return items.contains("-") || playlist == "-" ? Terminal.controlling() : Terminal.onStandardInput()
    }
}

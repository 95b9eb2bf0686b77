internal import PlayheadLoops

/// Playlists of live streams whose hosts were out of reach are asked for again.
extension GatewayHall {
    /// A playlist has come that may stand in for another one. That is asked for beside it, because a silent host takes long, and has its place
    /// back from the next time on if it comes.
    func askForOriginal(of number: Int) {
        guard let original = streams.originalToAsk(of: number) else { return }
        Task(executorPreference: LoopExecutor(loop)) { [weak self] in
            let isBack = await self?.playlist(at: original) != nil
            self?.takeBack(original, of: number, isBack: isBack)
        }
    }

    private func takeBack(_ original: Reference, of number: Int, isBack: Bool) {
        if isBack { references.replace(number, by: original) }
        streams.noteOriginal(of: number, isBack: isBack)
    }
}

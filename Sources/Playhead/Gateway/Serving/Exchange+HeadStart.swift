internal import NIOHTTP1

/// Answers to requests that were sent before the pipeline asked.
extension Exchange {
    /// What was asked for before, if this asks for the same.
    func takeHeadStart(of target: Reference) -> HeadStart? {
        guard relay.isPlaylist || relay.request.method == .GET else { return nil }
        return hall.takeHeadStart(
            HeadStart.Question(
                uri: target.uri, isPlaylist: relay.isPlaylist, range: relay.range.first(name: "Range")))
    }

    /// Gives the answer to whoever would have got it.
    func pass(
        _ start: HeadStart, to taker: FetchAttempt.Taker, _ log: ExchangeLog
    ) async -> Result<Fetcher.Outcome, FetchFault> {
        let asked = order.time.now
        log.began = start.began
        log.untilFirstByte = start.untilFirstByte
        let result = await start.pass(to: taker)
        log.ended = start.duration.map { start.began + $0 }
        guard case .success(let outcome) = result else { return result }
        if let fault = relay.fault(at: outcome.address) { return .failure(fault) }
        if reference.kind == .part { await keepPace(with: start, since: asked) }
        return result
    }

    /// hlsdemux2 takes the time that a part takes for what the network gives, and chooses the next variant by it (1.22.0). So the end of
    /// what was fetched ahead comes as late after the question as it would have without that. Nothing waits for it.
    private func keepPace(with start: HeadStart, since asked: Duration) async {
        guard hall.hasVariants, !order.time.isVirtual, let duration = start.duration else { return }
        let rest = duration - (order.time.now - asked)
        if rest > .zero { try? await hall.pause(rest).end() }
    }
}

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

    /// Gives the answer to whoever would have got it; `whole` is how long it took, if all of it had come before that.
    func pass(
        _ start: HeadStart, to taker: FetchAttempt.Taker, whole: Duration?, _ log: ExchangeLog
    ) async -> Result<Fetcher.Outcome, FetchFault> {
        log.began = start.began
        log.untilFirstByte = start.untilFirstByte
        let result = await start.pass(to: taker)
        log.ended = start.duration.map { start.began + $0 }
        guard case .success(let outcome) = result else { return result }
        if let fault = relay.fault(at: outcome.address) { return .failure(fault) }
        if reference.kind == .part, let whole, let wait = start.untilFirstByte {
            order.control?.note(log.bytes, in: whole - wait, after: wait)
        }
        return result
    }
}

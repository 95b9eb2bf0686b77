internal import NIOCore
internal import Synchronization

/// What is asked for before the pipeline does it, while that is still being made: the item's playlist, and what hlsdemux2 begins with by that.
/// What nobody asks for is given up after a while, in real time.
final class HeadStarts: Sendable {
    private struct Entry {
        var start: HeadStart
        var timer: PlayerTimer?
        /// Until when it says how things are; nil: it does not change.
        var limit: Duration?
    }

    private struct State {
        var entries: [HeadStart.Question: Entry] = [:]
        var isOver = false
    }

    let order: Gateway.Order
    private let fetcher: Fetcher
    private let state = Mutex(State())

    init(with fetcher: Fetcher) {
        order = fetcher.order
        self.fetcher = fetcher
    }

    /// Asks for the item's playlist.
    func begin() {
        ask(for: order.uri, from: nil, isPlaylist: true) { [weak self] in self?.readItem($0, $1) }
    }

    /// The answer to a request that was sent before; nil where none was, or it is too old.
    func take(_ question: HeadStart.Question) -> HeadStart? {
        guard let entry = state.withLock({ $0.entries.removeValue(forKey: question) }) else { return nil }
        entry.timer?.cancel()
        if let limit = entry.limit, order.time.now > limit {
            entry.start.cancel()
            return nil
        }
        return entry.start
    }

    /// Ends what is under way and was not taken.
    func cancel() {
        let entries = state.withLock { state in
            defer { state.entries = [:] }
            state.isOver = true
            return state.entries.values.map { $0 }
        }
        for entry in entries {
            entry.timer?.cancel()
            entry.start.cancel()
        }
    }

    /// Asks for something, once.
    func ask(
        for uri: String, range: HLSByteRange? = nil, from origin: WebAddress?, isPlaylist: Bool = false,
        onWhole: (@Sendable (Fetcher.Outcome, [ByteBuffer]) -> Void)? = nil
    ) {
        guard let address = WebAddress(uri) else { return }
        let question = HeadStart.Question(
            uri: uri, isPlaylist: isPlaylist,
            range: range.map { ContentRange($0.range).header })
        state.withLock { state in
            guard !state.isOver, state.entries[question] == nil else { return }
            let start = HeadStart(
                question, at: address, from: origin, with: fetcher,
                limit: isPlaylist ? Self.longestPlaylist : Self.mostWaiting, onWhole: onWhole)
            // A virtual clock may come there before the pipeline has been made.
            let timer =
                order.time.isVirtual
                ? nil : order.time.schedule(after: Self.patience) { [weak self] in self?.giveUp(question) }
            state.entries[question] = Entry(start: start, timer: timer)
        }
    }

    /// From a time on, an answer says no more how things are.
    func limit(_ question: HeadStart.Question, to time: Duration) {
        state.withLock { $0.entries[question]?.limit = time }
    }

    private func giveUp(_ question: HeadStart.Question) {
        state.withLock { $0.entries.removeValue(forKey: question) }?.start.cancel()
    }

    /// How long an answer is kept for somebody to ask for it.
    static let patience: Duration = .seconds(5)
    /// In bytes: a playlist that is longer is not read before it is asked for.
    private static let longestPlaylist = 1 << 18
    private static let mostWaiting = 2 << 20
}

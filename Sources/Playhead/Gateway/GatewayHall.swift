internal import NIOCore
internal import NIOHTTP1
internal import PlayheadLoops
internal import Synchronization

/// What the exchanges of a gateway share.
final class GatewayHall: Sendable {
    private struct State {
        var hasBegun = false
        var hasParts = false
        var isStopped = false
        var hasFailed = false
        var isForeign = false
        var lastWord: HTTPResponseStatus?
        var warnings: Set<String> = []
        var isClosed = false
        var connections: [Int: (channel: any Channel, task: Task<Void, Never>)] = [:]
        var next = 0
    }

    let order: Gateway.Order
    let reporter: GatewayReporter
    let local: LocalAddress
    let fetcher: Fetcher
    let references: References
    let home: WebAddress
    let loop: any EventLoop
    let opened: Duration
    let streams: StreamHall
    let gate = AnswerGate()
    let lulls = Lulls()
    let beginning: BeginningGate
    private let headStarts: HeadStarts
    private let state = Mutex(State())

    init(
        _ order: Gateway.Order, home: WebAddress, at local: LocalAddress, _ reporter: GatewayReporter,
        _ origin: StreamOrigin, on loop: any EventLoop
    ) throws(PlayerError) {
        self.order = order
        self.home = home
        self.reporter = reporter
        self.loop = loop
        streams = StreamHall(order.beginning, origin)
        self.local = local
        beginning = BeginningGate(order)
        let bandwidth = BandwidthWatch(order.time) { reporter.report(.bandwidth($0)) }
        fetcher = try Fetcher(order, home: home, on: loop, bandwidth: bandwidth)
        references = References(item: Reference(uri: order.uri, kind: .medium))
        opened = order.time.now
        headStarts = HeadStarts(with: fetcher)
        if order.isPlaylist || Self.isPlaylist(home) { headStarts.begin() }
    }

    /// The answer to a request that was sent before anybody asked for it; only once.
    func takeHeadStart(_ question: HeadStart.Question) -> HeadStart? { headStarts.take(question) }

    // MARK: What is known of the load

    /// Whether anything of it has come.
    var hasBegun: Bool { state.withLock(\.hasBegun) }
    func begin() { state.withLock { $0.hasBegun = true } }

    /// Whether a part of a stream has come.
    var hasParts: Bool { state.withLock(\.hasParts) }
    func noteParts() { state.withLock { $0.hasParts = true } }

    /// Whether nothing is to come any more.
    var isStopped: Bool { state.withLock(\.isStopped) }
    func stop() { state.withLock { $0.isStopped = true } }

    /// What is said of the medium after it was given up.
    func lastWord(on reference: Reference) -> HTTPResponseStatus? {
        reference.kind == .medium ? state.withLock(\.lastWord) : nil
    }
    func setLastWord(_ status: HTTPResponseStatus) { state.withLock { $0.lastWord = status } }

    /// - Parameter hasGiven: whether something of the medium was given that can be played.
    func fail(_ error: PlayerError, hasGiven: Bool = false) {
        let isForeign = state.withLock(\.isForeign)
        reportOnce(isForeign ? .foreign(error) : hasGiven ? .broken(error) : .failed(error))
    }

    /// The item is a manifest that HLS cannot tell.
    func noteForeign() { state.withLock { $0.isForeign = true } }

    /// Nothing is to come any more, and the load fails with this when what came before has been played.
    func breakOff(_ error: PlayerError) {
        guard hasParts else { return fail(error) }
        stop()
        reportOnce(.broken(error))
    }

    private func reportOnce(_ report: GatewayReport) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { reporter.report(report) }
    }

    /// Says something of the whole load, once.
    func warn(_ message: String, hint: String? = nil) { warn(PlayerWarning(message, hint: hint)) }

    func warn(_ warning: PlayerWarning) {
        let isNew = state.withLock { $0.warnings.insert(warning.message).inserted }
        if isNew { reporter.report(.warning(warning)) }
    }

    /// Whether the item is known to be a playlist before anything of it has come.
    func isPlaylist(_ number: Int) -> Bool {
        streams.lastGood(number) != nil || (number == 0 && (order.isPlaylist || Self.isPlaylist(home)))
    }

    private static func isPlaylist(_ address: WebAddress) -> Bool {
        let path = address.path.lowercased()
        return path.hasSuffix(".m3u8") || path.hasSuffix(".mpd")
    }

    /// Whether there are several variants to choose from.
    var hasVariants: Bool { streams.multivariant.map { $0.playlist.variants.count > 1 } ?? false }

    // MARK: Time

    /// Waits on the clock of the load, which stands still afterwards until the work is ended.
    func pause(_ duration: Duration) async throws -> Work {
        let sleeper = Sleeper()
        let work = Work(order.time)
        let timer = order.time.delay(for: duration) { sleeper.wake { work.begin() } }
        await withTaskCancellationHandler {
            await sleeper.sleep()
        } onCancel: {
            timer.cancel()
            sleeper.wake()
        }
        do {
            try Task.checkCancellation()
        } catch {
            work.end()
            throw error
        }
        return work
    }

    // MARK: Connections

    /// Serves a client.
    func take(_ channel: any Channel) -> EventLoopFuture<Void> {
        loop.makeCompletedFuture {
            let number = state.withLock { state in
                state.next += 1
                return state.next
            }
            let queue = RequestQueue { [weak self] in self?.leave(number) }
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: false)
            let answers = GatedAnswers(gate)
            try channel.pipeline.syncOperations.addHandlers(answers, queue)
            let connection = ClientConnection(
                channel: channel, requests: queue.requests, answers: NIOLoopBound(answers, eventLoop: loop),
                hall: self)
            let task = Task(executorPreference: LoopExecutor(loop)) { await connection.serve() }
            let isClosed = state.withLock { state in
                if !state.isClosed { state.connections[number] = (channel, task) }
                return state.isClosed
            }
            if isClosed {
                task.cancel()
                channel.close(promise: nil)
            }
        }
    }

    /// Answers at once what is waited for in place, whatever that is.
    func standIn() {
        gate.standIn()
        for connection in state.withLock(\.connections).values { connection.task.cancel() }
    }

    private func leave(_ number: Int) {
        let connection = state.withLock { $0.connections.removeValue(forKey: number) }
        connection?.task.cancel()
    }

    /// Ends everything that is under way.
    func close() {
        let connections = state.withLock { state in
            defer { state.connections = [:] }
            state.isClosed = true
            return state.connections.values.map { $0 }
        }
        for connection in connections {
            connection.task.cancel()
            connection.channel.close(promise: nil)
        }
        // What is held back for them holds them.
        gate.open()
        headStarts.cancel()
        lulls.end()
        beginning.open()
        fetcher.close()
    }
}

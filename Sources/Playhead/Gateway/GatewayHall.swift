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
        var lastWord: HTTPResponseStatus?
        /// The playlists as they were given last, by their numbers.
        var playlists: [Int: String] = [:]
        var timelines: [Int: PlaylistTimeline] = [:]
        /// Where the pipeline was let begin.
        var beginning: Duration?
        /// What the pipeline was given of each playlist.
        var parts: [Int: StreamPart] = [:]
        /// What the multivariant playlist defines for those that it names.
        var variables: [String: String] = [:]
        var variant: Int?
        var variants: [Int: StreamVariant] = [:]
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
    let origin: StreamOrigin
    private let headStart: HeadStart?
    private let state = Mutex(State())

    init(
        _ order: Gateway.Order, home: WebAddress, port: Int, _ reporter: GatewayReporter,
        _ origin: StreamOrigin, on loop: any EventLoop
    ) throws(PlayerError) {
        self.order = order
        self.home = home
        self.reporter = reporter
        self.loop = loop
        self.origin = origin
        local = LocalAddress(port: port)
        fetcher = try Fetcher(order, home: home, on: loop)
        references = References(item: Reference(uri: order.uri, kind: .medium))
        opened = order.time.now
        // Only what is short is fetched before it is asked for.
        headStart =
            Self.isPlaylist(home)
            ? HeadStart(home, with: fetcher, limit: order.policy.maximumPlaylistSize) : nil
    }

    /// The answer to the first request for the item, which was sent before; only once.
    func takeHeadStart(of number: Int) async -> Result<HeadStart.Answer, FetchFault>? {
        number == 0 ? await headStart?.take() : nil
    }

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

    func fail(_ error: PlayerError) {
        let isFirst = state.withLock { state in
            defer { state.hasFailed = true }
            return !state.hasFailed
        }
        if isFirst { reporter.report(.failed(error)) }
    }

    /// A playlist as it was given last.
    func lastGood(_ number: Int) -> String? { state.withLock { $0.playlists[number] } }
    func keep(_ playlist: String, of number: Int) { state.withLock { $0.playlists[number] = playlist } }

    var variables: [String: String] {
        get { state.withLock(\.variables) }
        set { state.withLock { $0.variables = newValue } }
    }

    /// Gives the parts of a version of a playlist their places; whether it is older than what was known.
    func take(
        _ playlist: MediaPlaylist, of number: Int, _ reference: Reference
    ) -> (timeline: PlaylistTimeline, isOld: Bool) {
        state.withLock { state in
            // Variants of one stream lie on one timeline.
            let others = state.timelines.filter { references[$0.key]?.rendition == nil }
            let kin = reference.rendition == nil ? others.min { $0.key < $1.key }?.value : nil
            var timeline =
                state.timelines[number] ?? order.beginning.timelines[reference.uri] ?? kin
                ?? PlaylistTimeline()
            let isKnown = timeline.latest == playlist
            let news = timeline.take(playlist)
            state.timelines[number] = timeline
            if news == .restarted, reference.rendition == nil {
                reporter.report(
                    .warning(PlayerWarning("The stream was interrupted at its server: a part of it is gone")))
            }
            return (timeline, news == .none && !isKnown)
        }
    }

    /// Where the parts of all playlists lie, by their addresses.
    var timelinesByAddress: [String: PlaylistTimeline] {
        let timelines = state.withLock(\.timelines)
        return Dictionary(
            timelines.compactMap { number, timeline in references[number].map { ($0.uri, timeline) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// What the pipeline is given of a stream that goes on: it begins where the first part of this is. Nil for all of it.
    func part(
        of playlist: MediaPlaylist, on timeline: PlaylistTimeline, _ number: Int
    ) -> MediaPlaylist? {
        state.withLock { state in
            guard !playlist.isComplete || state.beginning != nil || order.beginning.position != nil else {
                return nil
            }
            var part: StreamPart
            if let known = state.parts[number] {
                part = known
            } else {
                // Other playlists begin where the first one does.
                var beginning = order.beginning
                beginning.position = state.beginning ?? beginning.position
                guard let first = beginning.first(of: playlist, on: timeline) else { return nil }
                part = StreamPart(first: first + timeline.shift)
                if state.beginning == nil, let start = timeline.interval(of: first)?.lowerBound {
                    state.beginning = start
                    origin.position = start
                    reporter.report(.began(at: start))
                }
            }
            part.take(playlist, on: timeline, upTo: state.hasParts ? .max : StreamPart.beginning)
            state.parts[number] = part
            return part.playlist(like: playlist, on: timeline)
        }
    }

    /// A part of a variant's own has come; what is known of it, if it is another one than before.
    func news(of variant: Int) -> StreamVariant? {
        state.withLock { state in
            defer { state.variant = variant }
            return state.variant == variant ? nil : state.variants[variant] ?? StreamVariant(index: variant)
        }
    }

    /// What the multivariant playlist says of its variants.
    func know(_ variants: [MultivariantPlaylist.Variant]) {
        let facts = variants.map { ($0.index, StreamVariant($0)) }
        state.withLock { $0.variants = Dictionary(facts, uniquingKeysWith: { first, _ in first }) }
    }

    /// Whether the item is known to be a playlist before anything of it has come.
    func isPlaylist(_ number: Int) -> Bool {
        lastGood(number) != nil || (number == 0 && Self.isPlaylist(home))
    }

    private static func isPlaylist(_ address: WebAddress) -> Bool {
        address.path.lowercased().hasSuffix(".m3u8")
    }

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
            try channel.pipeline.syncOperations.addHandler(queue)
            let connection = ClientConnection(channel: channel, requests: queue.requests, hall: self)
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
        headStart?.cancel()
        fetcher.close()
    }
}

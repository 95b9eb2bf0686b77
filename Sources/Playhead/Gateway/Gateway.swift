internal import Dispatch
internal import GStreamer
internal import NIOCore
internal import NIOPosix
internal import PlayheadLoops
internal import Synchronization

/// Fetches what belongs to one load, and serves it to its pipeline on loopback, under addresses that nobody can guess.
///
/// Everything of one gateway runs on one event loop, which it shares with others.
final class Gateway: Sendable {
    /// What a gateway has to know.
    struct Order: Sendable {
        /// The item's own address.
        var uri: String
        /// Whether it is known to be a playlist or a manifest, whatever its name is.
        var isPlaylist = false
        /// Whether nothing is answered where the item turns out to be a list: whoever asks for it opens it anew.
        var holdsLists = false
        /// Whether it is played from its beginning on, so that what that needs is fetched before the pipeline asks for it.
        var fetchesAhead = false
        var options = NetworkOptions()
        var policy = NetworkPolicy()
        var recovery = NetworkRecovery()
        var quality = QualityLimits()
        /// How long a network may give nothing until that is an error.
        var stallDeadline: Duration = .seconds(30)
        /// How long the load may take to show something.
        var loadDeadline: Duration = .seconds(20)
        var time: any PlayerTime = SystemTime()
        /// Counts what is under way; shared by all who hold this order.
        let fetches = Fetches()
        /// Where a stream that goes on begins.
        var beginning = LiveBeginning()
        /// Asked once for a fresh address when a server refuses one (401, 403, 410); nil as an answer: there is none.
        var refresh: (@Sendable (String) async -> String?)?
    }

    private struct State {
        var hall: GatewayHall?
        var listener: (any Channel)?
        var isClosed = false
    }

    private let order: Order
    private let reporter: GatewayReporter
    private let state = Mutex(State())
    private let address = Mutex<Result<String, PlayerError>?>(nil)

    /// Prepares; nothing is opened. `report` is called on any thread, one call after another, and not after `close` has returned. It must
    /// not call the gateway.
    init(_ order: Order, report: @escaping @Sendable (GatewayReport) -> Void) {
        self.order = order
        reporter = GatewayReporter(report)
    }

    deinit { close() }

    /// Begins to listen, unless it does already, and answers the address at which the pipeline finds the item. Takes well under a
    /// millisecond: clients wait where they are until they are served.
    func open() throws(PlayerError) -> String {
        try address.withLock { address in
            if let address { return address }
            let result = Result { () throws(PlayerError) in try listen() }
            address = result
            return result
        }.get()
    }

    private func listen() throws(PlayerError) -> String {
        guard let home = WebAddress(order.uri), home.isFile || !home.host.isEmpty else {
            throw PlayerError(
                .badAddress, "The address names no host", hint: "check the address", uri: order.uri)
        }
        if !home.isFile, let refusal = order.policy.refusal(of: home, from: nil) { throw refusal }
        guard let (descriptor, port) = LoopbackPort.open() else {
            throw PlayerError(.network, "There is no port on this machine to serve at", uri: order.uri)
        }
        do throws(PlayerError) {
            try Fetcher.check(order)
        } catch {
            LoopbackPort.close(descriptor)
            throw error.about(order.uri)
        }
        let local = LocalAddress(port: port)
        // What the first one costs is not waited for.
        DispatchQueue(label: "playhead.gateway", qos: .userInitiated).async { [self] in
            serve(home, at: local, descriptor)
        }
        return local.address(0, like: order.uri)
    }

    private func serve(_ home: WebAddress, at local: LocalAddress, _ descriptor: Int32) {
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let hall: GatewayHall
        do throws(PlayerError) {
            hall = try GatewayHall(order, home: home, at: local, reporter, origin, on: loop)
        } catch {
            LoopbackPort.close(descriptor)
            return reporter.report(.failed(error.about(order.uri)))
        }
        guard keep({ $0.hall = hall }) else {
            LoopbackPort.close(descriptor)
            return hall.close()
        }
        let bootstrap = ServerBootstrap(group: loop)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.withholdFromChildren()
                return hall.take(channel)
            }
        bootstrap.withBoundSocket(descriptor).whenComplete { [self] result in
            switch result {
            case .success(let listener):
                if !keep({ $0.listener = listener }) { listener.endListening() }
            case .failure:
                reporter.report(
                    .failed(
                        PlayerError(.network, "There is no port on this machine to serve at", uri: order.uri))
                )
            }
        }
    }

    /// Notes something that is to be closed; false where the gateway was closed meanwhile.
    private func keep(_ note: (inout State) -> Void) -> Bool {
        state.withLock { state in
            if !state.isClosed { note(&state) }
            return !state.isClosed
        }
    }

    /// Where the parts of all streams lie: for a gateway that takes this one's place.
    var timelines: [StreamPlace: PlaylistTimeline] { state.withLock(\.hall)?.streams.timelines ?? [:] }

    /// What pictures and sound are in, where the item says so.
    var formats: [Track.Kind: String] { state.withLock(\.hall)?.streams.formats ?? [:] }

    /// Whether all of the item was there when it was opened.
    var isOnDemand: Bool { state.withLock(\.hall)?.streams.isOnDemand ?? false }

    /// Whether a part of a stream has come.
    var hasParts: Bool { state.withLock(\.hall)?.hasParts ?? false }

    /// Whether pictures may change their size from one part to the next.
    var hasVariants: Bool {
        state.withLock(\.hall)?.hasVariants ?? false
    }

    /// Where on the timeline of the load the pipeline's own begins.
    let origin = StreamOrigin()

    /// What lets answers begin; nil before anybody can be answered.
    var gate: AnswerGate? { state.withLock(\.hall)?.gate }

    /// Before requests are cancelled: begins no answer, and waits in place for those that have begun. They may begin again after a while,
    /// with ``letAnswers()`` at the latest.
    func holdAnswers(to readers: AnswerGate.Readers) { gate?.shut(to: readers) }

    /// Answers may begin again.
    func letAnswers() { gate?.open() }

    /// Hears from `souphttpsrc` when it has read the head of an answer, for `AnswerGate.Readers.telling`.
    func follow(_ source: Element) {
        source.onAnswerRead { [weak self] in self?.gate?.noteRead() }
    }

    /// Before hlsdemux2 is taken down: nothing comes any more but what it waits for in place. Nothing is refused or broken off.
    func leave() { gate?.leave() }

    /// Gives at once what hlsdemux2 waits for in place, whatever that is.
    func standIn() { state.withLock(\.hall)?.standIn() }

    /// Serves for ever what is left behind, which must not see a failure.
    func abandon() {
        reporter.close()
        standIn()
        _ = unsafe Unmanaged.passRetained(self)
    }

    /// Whether the pipeline waits for a playlist.
    var awaitsPlaylist: Bool { gate?.isAwaited ?? false }

    /// What is being fetched; asking takes no lock.
    var fetches: Fetches { order.fetches }

    /// The pipeline shows something.
    func noteBeginning() { state.withLock(\.hall)?.beginning.open() }

    /// Whether everything that the pipeline has asked for has come.
    var isIdle: Bool { gate?.isIdle ?? true }

    /// Ends everything that is under way, without waiting for it.
    func close() {
        reporter.close()
        let (hall, listener) = state.withLock { state in
            defer { (state.hall, state.listener, state.isClosed) = (nil, nil, true) }
            return (state.hall, state.listener)
        }
        listener?.endListening()
        hall?.close()
    }
}

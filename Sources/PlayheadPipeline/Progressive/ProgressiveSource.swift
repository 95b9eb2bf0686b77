internal import GStreamer
internal import PlayheadCore
internal import PlayheadNetwork
internal import PlayheadStreaming
internal import Synchronization

/// Drives the loader of one resource, and passes its bytes to a pipeline, which reads on its own threads.
final class ProgressiveSource: Sendable {
    private let order: LoadOrder
    private let runner: LoadRunner<ProgressiveLoader>
    private let state = Mutex<(address: String?, isClosed: Bool)>((nil, false))
    private let isInterrupted = Atomic(false)
    private let arrival = Standby()
    private let beforeWait = Mutex<(@Sendable () -> Void)?>(nil)

    /// Nothing is fetched before ``start()``. `report` and `notify` are called one at a time, and not after
    /// ``close()``.
    init(
        _ order: LoadOrder, report: @escaping @Sendable (LoadReport) -> Void,
        notify: @escaping @Sendable (ProgressiveLoader.Notice) -> Void
    ) throws(PlayerError) {
        self.order = order
        let home = try order.home
        if let refusal = order.policy.refusal(of: home, from: nil) { throw refusal }
        var own = ProgressiveLoader.Order(address: home)
        own.recovery = order.recovery
        own.stallTimeout = order.stallTimeout
        own.mayRefresh = order.refresh != nil
        own.isTapped = order.tap != nil
        own.chance = order.chance
        runner = try LoadRunner(
            ProgressiveLoader(own, at: order.time.now), for: order, label: "playhead.progressive")
        runner.connect { [weak self] actions in
            guard let self else { return }
            var isSupplied = false
            for action in actions {
                switch action {
                case .request(let request): runner.driver.perform(request)
                case .report(let news): report(news)
                case .notice(.supplied): isSupplied = true
                case .notice(let notice): notify(notice)
                case .received(let bytes, let offset): order.tap?.take(bytes, at: offset)
                }
            }
            guard isSupplied else { return }
            arrival.resume()
            notify(.supplied)
        }
    }

    deinit { close() }

    func start() { change { $0.start() } }

    /// Sets a handler that is called before each wait for bytes, on the thread that reads.
    func beforeWait(_ handler: @escaping @Sendable () -> Void) { beforeWait.withLock { $0 = handler } }

    /// Whether a reader waits for bytes.
    var isAwaiting: Bool { arrival.isWaiting }

    /// Returns the URI at which a pipeline can read the bytes, until ``close()``.
    func publish() -> String {
        let address = ByteSource.publish(self, like: order.uri)
        let isClosed = state.withLock { state in
            state.address = address
            return state.isClosed
        }
        if isClosed { ByteSource.withdraw(address) }
        return address
    }

    /// The requests in flight.
    var fetches: InFlightRequests { order.fetches }

    /// Reads a value of the loader. May be called on any thread.
    func read<Value: Sendable>(_ body: (borrowing ProgressiveLoader) -> Value) -> Value { runner.read(body) }

    /// Changes the loader at once. Its resulting actions are carried out later, in order.
    func change(_ body: (inout ProgressiveLoader) -> Void) { runner.change(body) }

    /// Passes on what was received and not yet taken, and the length.
    private func endTap() {
        guard let tap = order.tap else { return }
        let (actions, length) = runner.read { ($0.actions, $0.length) }
        for case .received(let bytes, let offset) in actions { tap.take(bytes, at: offset) }
        tap.end(length: length)
    }

    /// Ends all requests. Nothing is reported afterwards.
    func close() {
        let address = state.withLock { state in
            defer { state = (nil, true) }
            return state.address
        }
        if let address { ByteSource.withdraw(address) }
        endTap()
        runner.close()
        arrival.resume()
    }
}

extension ProgressiveSource: ByteProvider {
    var length: Int? { read { $0.length } }
    var isSeekable: Bool { read { $0.facts?.isSeekable ?? false } }
    var titleInterval: Int? { read { $0.facts?.titleInterval } }

    var tags: [String: String] {
        let names = ["name": "organization", "genre": "genre", "url": "location"]
        let station = read { $0.facts?.station ?? [:] }
        return Dictionary(
            uniqueKeysWithValues: station.compactMap { name, text in names[name].map { ($0, text) } })
    }

    func read(at offset: Int, count: Int, isWhole: Bool) -> ByteRead {
        while !isInterrupted.load(ordering: .acquiring) {
            switch runner.change({ $0.read(offset, count, isWhole: isWhole) }) {
            case nil: return .interrupted
            case .bytes(let bytes): return .bytes(bytes)
            case .end: return .end
            case .failed: return .failed
            case .wait:
                beforeWait.withLock(\.self)?()
                arrival.wait { order.time.noteWait() }
            }
        }
        change { $0.endWait() }
        return .interrupted
    }

    func interrupt() {
        isInterrupted.store(true, ordering: .releasing)
        arrival.resume()
    }

    func resume() { isInterrupted.store(false, ordering: .releasing) }
}

internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Drives the loader of one resource, and hands its bytes to a pipeline.
///
/// What happens is taken on `queue`, one after another; the pipeline reads on its own threads.
final class ProgressiveSource: Sendable {
    private struct State: Sendable {
        var loader: ProgressiveLoader
        var isInterrupted = false
        var isClosed = false
        var address: String?
    }

    private let order: LoadOrder
    private let driver: RequestDriver
    private let queue = DispatchQueue(label: "playhead.progressive", qos: .userInitiated)
    private let state: Mutex<State>
    private let report: @Sendable (LoadReport) -> Void
    private let notify: @Sendable (ProgressiveLoader.Notice) -> Void
    private let arrival = DispatchSemaphore(value: 0)

    /// Nothing is fetched before ``start()``. `report` and `notify` are called one after another, and not after ``close()``.
    init(
        _ order: LoadOrder, report: @escaping @Sendable (LoadReport) -> Void,
        notify: @escaping @Sendable (ProgressiveLoader.Notice) -> Void
    ) throws(PlayerError) {
        self.order = order
        self.report = report
        self.notify = notify
        let home = try order.home
        if let refusal = order.policy.refusal(of: home, from: nil) { throw refusal }
        driver = try RequestDriver(order)
        var own = ProgressiveLoader.Order(address: home)
        own.recovery = order.recovery
        own.stallTimeout = order.stallTimeout
        own.mayRefresh = order.refresh != nil
        if !order.time.isVirtual { own.chance = { Double.random(in: -1...1) } }
        state = Mutex(State(loader: ProgressiveLoader(own, at: order.time.now)))
        driver.connect { [weak self] in self?.take($0) }
    }

    deinit { close() }

    func start() { change { $0.start() } }

    /// Where a pipeline finds it, until it is closed.
    func publish() -> String {
        let address = ByteSource.publish(self, like: order.uri)
        let isClosed = state.withLock { state in
            state.address = address
            return state.isClosed
        }
        if isClosed { ByteSource.withdraw(address) }
        return address
    }

    /// What is being fetched.
    var fetches: Fetches { order.fetches }

    /// Reads something of the loader; on any thread.
    func read<Value: Sendable>(_ body: (borrowing ProgressiveLoader) -> Value) -> Value {
        state.withLock { body($0.loader) }
    }

    /// Changes something in the loader, at once; what it wants done is done later, in order.
    func change(_ body: (inout ProgressiveLoader) -> Void) {
        let isBusy = state.withLock { state in
            guard !state.isClosed else { return false }
            body(&state.loader)
            return !state.loader.actions.isEmpty
        }
        if isBusy { perform() }
    }

    /// Ends everything that is under way; nothing is reported any more.
    func close() {
        let address = state.withLock { state in
            state.isClosed = true
            defer { state.address = nil }
            return state.address
        }
        if let address { ByteSource.withdraw(address) }
        arrival.signal()
        driver.close()
    }

    // MARK: Carrying out

    /// Something has happened.
    private func take(_ input: StreamInput) {
        let time = order.time
        time.beginWork()
        queue.async { [weak self] in
            self?.change { $0.take(input, at: time.now) }
            time.endWork()
        }
    }

    private func perform() {
        let time = order.time
        time.beginWork()
        queue.async { [weak self] in
            self?.carryOut()
            time.endWork()
        }
    }

    /// Carries out what there is; on `queue`.
    private func carryOut() {
        let (actions, isClosed) = state.withLock { ($0.loader.takeActions(), $0.isClosed) }
        guard !isClosed else { return }
        var isSupplied = false
        for action in actions {
            switch action {
            case .transfer(.report(let news)): report(news)
            case .transfer(let action): driver.perform(action)
            case .pause(let request): driver.pause(request)
            case .resume(let request): driver.resume(request)
            case .notice(.supplied): isSupplied = true
            case .notice(let notice): notify(notice)
            }
        }
        guard isSupplied else { return }
        arrival.signal()
        notify(.supplied)
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
        while true {
            let (answer, isBusy) = state.withLock { state -> (ProgressiveLoader.Answer?, Bool) in
                guard !state.isClosed, !state.isInterrupted else {
                    state.loader.endWait()
                    return (nil, false)
                }
                let answer = state.loader.read(offset, count, isWhole: isWhole)
                return (answer, !state.loader.actions.isEmpty)
            }
            if isBusy { perform() }
            switch answer {
            case nil: return .interrupted
            case .bytes(let bytes): return .bytes(bytes)
            case .end: return .end
            case .failed: return .failed
            case .wait: arrival.wait()
            }
        }
    }

    func interrupt() {
        state.withLock { $0.isInterrupted = true }
        arrival.signal()
    }

    func resume() { state.withLock { $0.isInterrupted = false } }
}

internal import Dispatch
internal import Playhead
internal import PlayheadRemote
internal import Synchronization

/// Follows a player for all clients of the event stream. Without clients it reads nothing.
final class EventHub: Sendable {
    private struct Contents {
        var board: StateBoard
        var pace = PublishPace()
        var clients: [Int: AsyncStream<EventWake>.Continuation] = [:]
        var clientCount = 0
        var isClosed = false
        /// The changes that were last made, for clients that have seen the same.
        var lastChanges: (from: Int, to: Int, text: String?)?
        var observation: RemoteObservation?
        var heartbeat: Task<Void, Never>?
    }

    private let control: RemoteControl
    private let mostClients: Int
    private let queue = DispatchQueue(label: "playhead.http")
    private let contents: Mutex<Contents>
    private let heartbeat: Duration
    private let start = ContinuousClock.now

    init(_ control: RemoteControl, offers: RemoteValue, mostClients: Int, heartbeat: Duration) {
        (self.control, self.mostClients, self.heartbeat) = (control, mostClients, heartbeat)
        contents = Mutex(Contents(board: StateBoard(offers: offers)))
    }

    func begin() {
        let observation = control.observe(on: queue) { [weak self] event in
            let isTime = if case .player(.positionChanged) = event { true } else { false }
            self?.noteChange(isTime: isTime)
        }
        let beating = Task { [weak self, heartbeat] in
            while (try? await Task.sleep(for: heartbeat)) != nil {
                guard let self else { return }
                wakeAll(.alive)
            }
        }
        contents.withLock { ($0.observation, $0.heartbeat) = (observation, beating) }
    }

    /// Ends all streams.
    func close() {
        let (clients, observation) = contents.withLock { contents in
            contents.isClosed = true
            contents.heartbeat?.cancel()
            defer { (contents.clients, contents.observation) = ([:], nil) }
            return (Array(contents.clients.values), contents.observation)
        }
        for client in clients { client.finish() }
        withExtendedLifetime(observation) {}
    }

    private var now: Duration { ContinuousClock.now - start }

    /// Publishes a change, now or soon. A change without an event of the player is told here, too.
    func noteChange(isTime: Bool = false) {
        let now = now
        let due: Duration? = contents.withLock { contents in
            contents.clients.isEmpty ? nil : contents.pace.schedule(isTime: isTime, at: now)
        }
        guard let due else { return }
        let nanoseconds = max(Int((due - now) / .nanoseconds(1)), 0)
        queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [weak self] in self?.publish(due) }
    }

    private func publish(_ due: Duration) {
        let now = now
        let isDue = contents.withLock { contents in
            guard contents.pace.fire(scheduled: due, at: now) else { return false }
            contents.board.take(control, at: now)
            return true
        }
        if isDue { wakeAll(.change) }
    }

    private func wakeAll(_ wake: EventWake) {
        for client in contents.withLock({ Array($0.clients.values) }) { client.yield(wake) }
    }

    /// The whole state as a JSON object, as of now.
    func state() -> String {
        contents.withLock { contents in
            contents.board.take(control, at: now)
            return contents.board.changes(after: 0) ?? "{}"
        }
    }

    /// A part of the state as JSON, as of now.
    func state(_ part: String) -> String {
        contents.withLock { contents in
            contents.board.take(control, at: now)
            return contents.board.text(of: part)
        }
    }

    /// A client of the event stream; nil if there are too many.
    func join() -> EventClient? {
        let (wakes, wake) = AsyncStream<EventWake>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number: Int? = contents.withLock { contents in
            guard contents.clients.count < mostClients, !contents.isClosed else { return nil }
            contents.clientCount += 1
            contents.clients[contents.clientCount] = wake
            contents.board.take(control, at: now)
            return contents.clientCount
        }
        guard let number else { return nil }
        wake.yield(.change)
        return EventClient(hub: self, wakes: wakes) { [weak self] in
            self?.contents.withLock { $0.clients[number] = nil }
        }
    }

    /// The changes after a version, and the version that they lead to.
    func changes(after version: Int) -> (text: String?, version: Int) {
        contents.withLock { contents in
            let newest = contents.board.version
            if let last = contents.lastChanges, last.from == version, last.to == newest {
                return (last.text, newest)
            }
            let text = contents.board.changes(after: version)
            contents.lastChanges = (version, newest, text)
            return (text, newest)
        }
    }

    /// The number of clients.
    var clientCount: Int { contents.withLock { $0.clients.count } }
}

/// Why a client looks at the state.
enum EventWake: Sendable { case change, alive }

/// A client of the event stream. It leaves with this object.
final class EventClient: Sendable {
    private let hub: EventHub
    private let wakes: AsyncStream<EventWake>
    private let leave: @Sendable () -> Void

    init(hub: EventHub, wakes: AsyncStream<EventWake>, leave: @escaping @Sendable () -> Void) {
        (self.hub, self.wakes, self.leave) = (hub, wakes, leave)
    }

    deinit { leave() }

    /// Sends the state, then changes, until the hub closes or the client goes. The next change is read only after the
    /// last one is written.
    func follow(_ send: (String) async throws -> Void) async throws {
        var seen = 0
        for await wake in wakes {
            let (text, version) = hub.changes(after: seen)
            let name = text == nil ? "alive" : seen == 0 ? "state" : "change"
            seen = version
            // Not each event of a player changes what clients see.
            if text == nil, wake == .change { continue }
            try await send("event: \(name)\ndata: \(text ?? "{}")\n\n")
        }
    }
}

import Playhead
import PlayheadTesting
import Synchronization

/// Those who come and go while a player lives: three of each kind.
final class Audience: Sendable {
    private struct State {
        var observers: [EventLog?] = [nil, nil, nil]
        var tokens: [PlayerObservation?] = [nil, nil, nil]
        var consumers: [Task<[PlayerEvent], Never>?] = [nil, nil, nil]
        // Nobody comes back: who left may still be in the middle of a call.
        var allObservers: [EventLog] = []
        var allTold: [TokenLog] = []
        var allConsumers: [Task<[PlayerEvent], Never>] = []
    }

    private let state = Mutex(State())

    /// Lets somebody come or go; false when the step is about nobody.
    func take(_ step: Step, _ player: Player) -> Bool {
        switch step {
        case .addObserver(let number): player.addObserver(observer(number))
        case .removeObserver(let number):
            if let observer = state.withLock({ $0.observers.take(number) }) {
                player.removeObserver(observer)
            }
        case .observe(let number):
            let told = TokenLog()
            let token = player.observe { told.append($0) }
            // The last reference goes outside the lock.
            _ = state.withLock { state in
                state.allTold.append(told)
                return state.tokens.take(number, leaving: token)
            }
        case .unobserve(let number): state.withLock { $0.tokens.take(number) }?.cancel()
        case .listen(let number):
            let consumer = collecting(player.events)
            let old = state.withLock { state in
                state.allConsumers.append(consumer)
                return state.consumers.take(number, leaving: consumer)
            }
            old?.cancel()
        case .leave(let number): state.withLock { $0.consumers.take(number) }?.cancel()
        default: return false
        }
        return true
    }

    private func observer(_ number: Int) -> EventLog {
        state.withLock { state in
            if let observer = state.observers[number] { return observer }
            let observer = EventLog()
            state.observers[number] = observer
            state.allObservers.append(observer)
            return observer
        }
    }

    /// Whoever was there for a while heard a part of what those heard who were always there, in the same order.
    func faults(among all: [PlayerEvent]) async -> [String] {
        let (observers, told, consumers) = state.withLock { ($0.allObservers, $0.allTold, $0.allConsumers) }
        var heard = observers.map(\.events) + told.map(\.events)
        for consumer in consumers { heard.append(await consumer.value) }
        return heard.filter { !$0.withoutPositions.isPart(of: all.withoutPositions) }
            .map { "3.3: one who came and went heard \($0.withoutPositions)" }
    }
}

extension Array {
    /// Takes an element out of its place, and leaves another one there.
    fileprivate mutating func take<Wrapped>(_ index: Int, leaving next: Wrapped? = nil) -> Wrapped?
    where Element == Wrapped? {
        defer { self[index] = next }
        return self[index]
    }
}

extension [PlayerEvent] {
    /// Whether all of these occur in another list, in this order.
    fileprivate func isPart(of others: [PlayerEvent]) -> Bool {
        var rest = others[...]
        return allSatisfy { event in
            guard let index = rest.firstIndex(of: event) else { return false }
            rest = rest[(index + 1)...]
            return true
        }
    }
}

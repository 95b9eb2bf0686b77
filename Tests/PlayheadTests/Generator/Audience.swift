import Playhead
import PlayheadTesting
import Synchronization

/// Those who come and go while a player lives: three of each kind.
final class Audience: Sendable {
    private struct State {
        var tokens: [PlayerObservation?] = [nil, nil, nil]
        var consumers: [Task<[PlayerEvent], Never>?] = [nil, nil, nil]
        var left: [Task<[PlayerEvent], Never>] = []
    }

    private let observers = (0..<3).map { _ in EventLog() }
    private let told = (0..<3).map { _ in TokenLog() }
    private let state = Mutex(State())

    /// Lets somebody come or go; false when the step is about nobody.
    func take(_ step: Step, _ player: Player) -> Bool {
        switch step {
        case .addObserver(let number): player.addObserver(observers[number])
        case .removeObserver(let number): player.removeObserver(observers[number])
        case .observe(let number): replace(number, with: player.observe { [told] in told[number].append($0) })
        case .unobserve(let number): replace(number, with: nil)
        case .listen(let number): replace(number, withConsumer: collecting(player.events))
        case .leave(let number): replace(number, withConsumer: nil)
        default: return false
        }
        return true
    }

    private func replace(_ number: Int, with token: PlayerObservation?) {
        // The last reference goes outside the lock.
        let old = state.withLock { state in
            defer { state.tokens[number] = token }
            return state.tokens[number]
        }
        old?.cancel()
    }

    private func replace(_ number: Int, withConsumer consumer: Task<[PlayerEvent], Never>?) {
        let old = state.withLock { state in
            defer { state.consumers[number] = consumer }
            if let old = state.consumers[number] { state.left.append(old) }
            return state.consumers[number]
        }
        old?.cancel()
    }

    /// Whoever was there for a while heard a part of what those heard who were always there, in the same order.
    func faults(among all: [PlayerEvent]) async -> [String] {
        let consumers = state.withLock { $0.left + $0.consumers.compactMap { $0 } }
        var heard = observers.map(\.events) + told.map(\.events)
        for consumer in consumers { heard.append(await consumer.value) }
        return heard.filter { !$0.withoutPositions.isPart(of: all.withoutPositions) }
            .map { "3.3: one who came and went heard \($0.withoutPositions)" }
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

import Synchronization

/// A clock on which every sleep is over at once, and has lasted as long as it should.
final class HastyClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let time = Mutex(Instant(offset: .zero))

    var now: Instant { time.withLock(\.self) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 = max($0, deadline) }
    }

    func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
}

/// A clock that stands until it is moved by hand.
final class StandingClock: Clock {
    typealias Instant = HastyClock.Instant

    private struct Sleeper {
        var deadline: Instant
        var wake: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var sleepers: [Int: Sleeper] = [:]
        var last = 0
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var now: Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let number = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { wake in
                let watchers = state.withLock { state in
                    state.sleepers[number] = Sleeper(deadline: deadline, wake: wake)
                    defer { state.watchers = [] }
                    return state.watchers
                }
                for watcher in watchers { watcher.resume() }
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func cancel(_ number: Int) {
        state.withLock { $0.sleepers.removeValue(forKey: number) }?.wake.resume(throwing: CancellationError())
    }

    /// Waits until somebody sleeps.
    func waitsForSleeper() async {
        await withCheckedContinuation { watcher in
            let isMet = state.withLock { state in
                if state.sleepers.isEmpty { state.watchers.append(watcher) }
                return !state.sleepers.isEmpty
            }
            if isMet { watcher.resume() }
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.sleepers[number] = nil }
            return due.values
        }
        for sleeper in due { sleeper.wake.resume() }
    }
}

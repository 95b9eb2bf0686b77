internal import PlayheadSystem
internal import Synchronization

/// Delays of servers and other participants outside the players, which players wait for.
extension VirtualClock: WorkAwareClock {
    package func beginWork() { VirtualTime(clock: self).beginWork() }

    /// The work may have sent data.
    package func endWork() {
        noteTraffic()
        VirtualTime(clock: self).endWork()
    }

    package func open(port: Int) { state.withLock { _ = $0.servers.insert(port) } }
    package func close(port: Int) { state.withLock { _ = $0.servers.remove(port) } }
    package func take(requestFrom port: Int) { state.withLock { _ = $0.untaken.remove(port) } }

    package func delayWork(for duration: Duration) async throws {
        let sleeper = Sleeper()
        let due = now.offset + max(duration, .zero)
        let timer = schedule(at: due, isDelay: true) { [self] in
            state.withLock { $0.lastDelay = max($0.lastDelay, due) }
            sleeper.wake { beginWork() }
        }
        endWork()
        await withTaskCancellationHandler {
            await sleeper.sleep()
        } onCancel: {
            timer.cancel()
            sleeper.wake { self.beginWork() }
        }
        try Task.checkCancellation()
    }

    package func haltWork() async {
        let sleeper = Sleeper()
        endWork()
        await withTaskCancellationHandler {
            await sleeper.sleep()
        } onCancel: {
            sleeper.wake { beginWork() }
        }
    }
}

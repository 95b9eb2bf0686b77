internal import PlayheadTime
internal import Synchronization

/// Servers and others outside of players, whose delays players wait for.
extension VirtualClock: AttentiveClock {
    package func beginWork() { VirtualTime(clock: self).beginWork() }

    package func endWork() { VirtualTime(clock: self).endWork() }

    package func delayWork(for duration: Duration) async throws {
        let sleeper = Sleeper()
        let timer = schedule(at: now.offset + max(duration, .zero), isDelay: true) {
            sleeper.wake { self.beginWork() }
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
}

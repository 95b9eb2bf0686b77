internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting
internal import Synchronization

extension ScenarioRunner {
    /// Waits without a timeout of its own. The time budget limits the wait.
    func wait(for condition: WaitCondition) async throws {
        let player = environment.player
        switch condition {
        case .time(let duration):
            if let clock = environment.clock {
                await clock.advance(by: duration)
            } else {
                try await Task.sleep(for: duration)
            }
        case .position(let position): try await player.waitUntil(position: position, within: .unlimited)
        case .status(let status): try await player.waitUntil(status, within: .unlimited)
        case .state(let state): try await player.waitUntil(state: state, within: .unlimited)
        case .end:
            // An error also ends playback. Expectations decide whether the error is the right one.
            do { try await player.waitForEnd(within: .unlimited) } catch is PlayerError {}
        case .error: try await player.waitForError(within: .unlimited)
        case .cue(let text): try await waitForCue(text)
        case .requests(let path, let count):
            guard let log = environment.server?.log else { return }
            try await environment.runningClock {
                _ = try await log.wait(for: path, count: count, within: .unlimited)
            }
        }
    }

    private func waitForCue(_ text: String?) async throws {
        @Sendable func isMeant(_ cue: String?) -> Bool { cue != nil && (text == nil || cue == text) }
        let gate = ClockGate(environment.player) { event in
            if case .subtitleChanged(let cue) = event { isMeant(cue?.text) } else { false }
        }
        defer { gate?.close() }
        // The clock is still held. A cue that is already shown ends the wait.
        if isMeant(environment.player.snapshot.subtitle) { return }
        gate?.open()
        let isShown = Mutex(false)
        try await environment.player.wait(for: "a cue", within: .unlimited) { snapshot in
            if isMeant(snapshot.subtitle) { isShown.withLock { $0 = true } }
            return isMeant(snapshot.subtitle) || snapshot.endReason == .natural
        }
        if !isShown.withLock({ $0 }) { throw Failure(description: "no such text was shown until the end") }
    }
}

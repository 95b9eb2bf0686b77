internal import Playhead

extension EventRecorder {
    /// Waits for the next matching event, and advances the reading position to it.
    ///
    /// The search begins after the last event that this function returned, at first with the first recorded
    /// event. It skips other events.
    ///
    /// Like all waits of this module it does not poll. It lets a held virtual clock run until the instant of
    /// the event. It ends early when the player fails. When it returns, all observers have received the
    /// event, unless one of them takes longer than 1 s.
    ///
    /// - Throws: ``RecorderFailure`` with the events recorded so far.
    @discardableResult
    public func next(
        _ matcher: EventMatcher, within limit: Duration = .seconds(30)
    ) async throws -> PlaybackTrace.Entry {
        try await next(matcher, within: limit, heardWithin: .seconds(1))
    }

    /// Waits for the next matching event.
    ///
    /// - Parameter patience: The maximum time for the observers to receive the event.
    @discardableResult
    package func next(
        _ matcher: EventMatcher, within limit: Duration = .seconds(30), heardWithin patience: Duration
    ) async throws -> PlaybackTrace.Entry {
        let events = player.events
        // The gate does not use the book: another wait may have advanced the position before this observer is
        // called.
        let gate = ClockGate(player) { matcher.matches($0) }
        defer { gate?.close() }
        do {
            let found = try await player.race(for: matcher.description, within: limit) { [book] in
                if let found = book.read(to: matcher) { return found }
                if let error = book.unreadError { throw error }
                gate?.open()
                for await _ in events {
                    if let found = book.read(to: matcher) { return found }
                    if let error = book.unreadError { throw error }
                }
                return nil
            }
            await player.isHeard(within: patience)
            return found
        } catch is CancellationError {
            throw CancellationError()
        } catch {
            throw RecorderFailure("Expected \(matcher) next: \(error)", trace: trace)
        }
    }
}

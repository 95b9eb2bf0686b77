internal import Playhead

extension EventRecorder {
    /// Waits for the next event that is meant, and reads on to it: the next one after that which was answered last, and the first one of
    /// the recorded events at first. Others in between are passed over.
    ///
    /// Like all waits of this kit it polls nothing, lets a virtual clock that is held run to that very instant, and ends early when the player
    /// fails. When it returns, every observer of the player has heard of the event, unless one takes longer than a second.
    ///
    /// - Throws: ``RecorderFailure`` with the recorded events so far.
    @discardableResult
    public func next(
        _ matcher: EventMatcher, within limit: Duration = .seconds(30)
    ) async throws -> PlaybackTrace.Entry {
        try await next(matcher, within: limit, heardWithin: .seconds(1))
    }

    /// - Parameter patience: how long observers may take to hear of it.
    @discardableResult
    package func next(
        _ matcher: EventMatcher, within limit: Duration = .seconds(30), heardWithin patience: Duration
    ) async throws -> PlaybackTrace.Entry {
        let events = player.events
        // Not by the book: whoever waits may have read on already when the observer hears of it.
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

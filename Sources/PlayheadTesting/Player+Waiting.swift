public import Playhead

extension Player {
    /// Waits for a status, also one that is passed through quickly: where an item has gone from `ready` or `started` to what follows them before
    /// anybody looked, they were reached.
    ///
    /// Like all these waits it polls nothing, and ends early with the player's error as soon as there is one.
    public func waitUntil(_ status: ItemStatus, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "status \(status)", within: limit, failing: status != .failed) {
            $0.status == status || $0.status.comesAfter(status)
        } orHears: {
            if case .statusChanged(_, status) = $0 { true } else { false }
        }
    }

    /// Waits for a state, also one that is passed through quickly.
    public func waitUntil(state: PlaybackState, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "state \(state.name)", within: limit) {
            $0.state == state
        } orHears: {
            if case .stateChanged(let change) = $0 { change.to == state } else { false }
        }
    }

    /// Waits until playback stands at a position or beyond it.
    public func waitUntil(position: Duration, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "position \(position)", within: limit) {
            $0.position >= position
        } orHears: { _ in
            false
        }
    }

    /// Waits until a subtitle is due that reads so, also one that is passed quickly.
    public func waitForCue(_ text: String, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "cue \(String(reflecting: text))", within: limit) {
            $0.subtitle == text
        } orHears: {
            if case .subtitleChanged(let cue?) = $0 { cue.text == text } else { false }
        }
    }

    /// Waits until the current item ends, whatever the reason; an end by a fatal error is thrown as that error.
    @discardableResult
    public func waitForEnd(within limit: Duration = .seconds(30)) async throws -> EndReason {
        let ends = try await wait(for: "the end", within: limit, failing: false) {
            $0.endReason
        } orHears: {
            if case .finished(let reason) = $0 { reason } else { nil }
        }
        if ends == .error, let error { throw error }
        return ends
    }

    /// Waits until the current item fails.
    @discardableResult
    public func waitForError(within limit: Duration = .seconds(30)) async throws -> PlayerError {
        try await wait(for: "an error", within: limit, failing: false) {
            $0.error
        } orHears: {
            if case .error(let error) = $0 { error } else { nil }
        }
    }

    /// Waits until a snapshot answers a question with yes; it is asked of the current one and of every one that follows.
    public func wait(
        for goal: String = "a condition", within limit: Duration = .seconds(30),
        until condition: @escaping @Sendable (PlayerSnapshot) -> Bool
    ) async throws {
        let snapshots = snapshots
        let gate = ClockGate(self) { _ in condition(self.snapshot) }
        defer { gate?.close() }
        try await race(for: goal, within: limit) {
            if condition(self.snapshot) { return true }
            gate?.open()
            for await snapshot in snapshots {
                if condition(snapshot) { return true }
                if let error = snapshot.error { throw error }
            }
            return nil
        }
    }

    private func wait(
        for goal: String, within limit: Duration, failing: Bool = true,
        until condition: @escaping @Sendable (PlayerSnapshot) -> Bool,
        orHears event: @escaping @Sendable (PlayerEvent) -> Bool
    ) async throws {
        let _: Bool = try await wait(for: goal, within: limit, failing: failing) {
            condition($0) ? true : nil
        } orHears: {
            event($0) ? true : nil
        }
    }

    /// Subscribes first, then looks, then listens: nothing can be missed in between.
    private func wait<Found: Sendable>(
        for goal: String, within limit: Duration, failing: Bool,
        until find: @escaping @Sendable (PlayerSnapshot) -> Found?,
        orHears hear: @escaping @Sendable (PlayerEvent) -> Found?
    ) async throws -> Found {
        let events = events
        let gate = ClockGate(self) { event in hear(event) != nil || find(self.snapshot) != nil }
        defer { gate?.close() }
        return try await race(for: goal, within: limit) {
            let first = self.snapshot
            if let found = find(first) { return found }
            if failing, let error = first.error { throw error }
            gate?.open()
            for await event in events {
                if let found = hear(event) ?? find(self.snapshot) { return found }
                if failing, case .error(let error) = event { throw error }
            }
            return nil
        }
    }

    /// Searches until something is found or the limit passes; a search that ends with nothing means that the player was closed. What is found is
    /// in every recorder.
    @discardableResult
    func race<Found: Sendable>(
        for goal: String, within limit: Duration, search: @escaping @Sendable () async throws -> Found?
    ) async throws -> Found {
        let found = try await withThrowingTaskGroup { group in
            group.addTask {
                if let found = try await search() { return found }
                try Task.checkCancellation()
                throw WaitingError.closed(waitingFor: goal)
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw WaitingError.timedOut(waitingFor: goal, limit: limit, last: self.snapshot)
            }
            defer { group.cancelAll() }
            guard let found = try await group.next() else { throw WaitingError.closed(waitingFor: goal) }
            return found
        }
        await isTold(within: .seconds(10))
        return found
    }
}

extension ItemStatus {
    /// What an item goes through that is played to its end.
    private static let course: [ItemStatus] = [.ready, .started, .draining, .ended]

    fileprivate func comesAfter(_ other: ItemStatus) -> Bool {
        guard let place = Self.course.firstIndex(of: self), let earlier = Self.course.firstIndex(of: other)
        else {
            return false
        }
        return place > earlier
    }
}

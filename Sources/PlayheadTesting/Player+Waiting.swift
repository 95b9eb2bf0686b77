public import Playhead

extension Player {
    /// Waits for a status, even if the item passes through it quickly. `ready` and `started` also count as
    /// reached if the item has a later status.
    ///
    /// Like all waits of this module it does not poll. It ends early with the error of the player.
    public func waitUntil(_ status: ItemStatus, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "status \(status)", within: limit, failing: status != .failed) {
            $0.status == status || $0.status.comesAfter(status)
        } orHears: {
            if case .statusChanged(_, status) = $0 { true } else { false }
        }
    }

    /// Waits for a state, even if the player passes through it quickly.
    public func waitUntil(state: PlaybackState, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "state \(state.name)", within: limit) {
            $0.state == state
        } orHears: {
            if case .stateChanged(let change) = $0 { change.to == state } else { false }
        }
    }

    /// Waits until the playback position is at or after a position.
    public func waitUntil(position: Duration, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "position \(position)", within: limit) {
            $0.position >= position
        } orHears: { _ in
            false
        }
    }

    /// Waits for a subtitle cue with this text, even if it is shown only briefly.
    public func waitForCue(_ text: String, within limit: Duration = .seconds(30)) async throws {
        try await wait(for: "cue \(String(reflecting: text))", within: limit) {
            $0.subtitle == text
        } orHears: {
            if case .subtitleChanged(let cue?) = $0 { cue.text == text } else { false }
        }
    }

    /// Waits for the end of the current item for any reason. A fatal error is thrown.
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

    /// Waits until a condition is true for the current snapshot or a later one.
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

    /// Subscribes before it examines the current snapshot, so that no change is missed.
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

    /// Searches until a result is found or the timeout expires. A nil result means that the player was
    /// closed. The result is recorded in every recorder before the function returns.
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
    /// The statuses of an item that plays to its end, in order.
    private static let course: [ItemStatus] = [.ready, .started, .draining, .ended]

    fileprivate func comesAfter(_ other: ItemStatus) -> Bool {
        guard let place = Self.course.firstIndex(of: self), let earlier = Self.course.firstIndex(of: other)
        else {
            return false
        }
        return place > earlier
    }
}

internal import Dispatch
internal import PlayheadSystem
internal import Synchronization

extension VirtualClock {
    /// The next action of the clock.
    private enum Turn: Equatable {
        /// No instant is pending.
        case rest
        /// A pipeline or a command is not ready.
        case hold(String, ParticipantState.Supply)
        /// This number of outputs must wait before the clock moves.
        case gather(Int)
        /// As `gather`; the missing data comes from media servers on this clock, and nothing else is pending.
        case await(String, Int)
    }

    /// Adds a pipeline.
    package func join(_ pipeline: AnyObject, duty: @escaping @Sendable () -> ParticipantState) {
        state.withLock { state in
            state.runs[ObjectIdentifier(pipeline)] = Participation(duty: duty)
            state.answers += 1
        }
    }

    package func leave(_ pipeline: AnyObject) {
        state.withLock { _ = $0.runs.removeValue(forKey: ObjectIdentifier(pipeline)) }
        kick()
    }

    /// Checks after a change whether the clock can move.
    func kick() {
        let begins = state.withLock { state in
            defer { state.isDriving = true }
            return !state.isDriving
        }
        guard begins else {
            changed.signal()
            return
        }
        queue.async { self.drive() }
    }

    /// The participant that the clock waits for, for display; nil if all are ready.
    public var waitsFor: String? {
        switch turn {
        case .rest: nil
        case .hold(let reason, _), .await(let reason, _): reason
        case .gather(let count):
            clock.waiting < count ? "\(clock.waiting) of \(count) outputs wait for the clock" : nil
        }
    }

    private var turn: Turn { state.withLock { turn($0) } }

    private func turn(_ state: State) -> Turn {
        if state.work > 0 { return .hold("something is being carried out", .process) }
        let isBound = state.limit.map { pacing.line.shown(after: $0) <= clock.now } ?? false
        if isBound, state.arrivals.isEmpty { return .rest }
        if !state.untaken.isEmpty { return .hold("a request is on its way", .process) }
        if state.traffic.isUnderWay { return .hold("what was sent has not arrived", .process) }
        let duties = state.runs.values.map { $0.duty() }
        let outputs = duties.reduce(0) { $0 + $1.outputs }
        let lacks = duties.filter { $0.reason != nil }
        if let lack = lacks.first(where: { $0.supply == .process }) ?? lacks.first, let reason = lack.reason {
            guard lacks.allSatisfy({ $0.supply == .servers }), state.foreign == 0 else {
                return .hold(reason, lack.supply)
            }
            return state.limit == nil && outputs == 0 && state.calls.isEmpty ? .rest : .await(reason, outputs)
        }
        return outputs == 0 && state.calls.allSatisfy(\.isIdle) && state.limit == nil
            ? .rest : .gather(outputs)
    }

    /// Moves while an instant is pending; on `queue`.
    private func drive() {
        var patience = QuiescenceTimeout(from: .now)
        while true {
            let turn = turn
            var cause = QuiescenceTimeout.Cause.work
            switch turn {
            case .rest:
                if rests() { return }
                continue
            case .hold(_, let supply):
                if supply != .process { cause = .others }
                let look = DispatchTimeInterval.milliseconds(Int(QuiescenceTimeout.look / .milliseconds(1)))
                if changed.wait(timeout: .now() + look) == .success { continue }
            case .gather(let count), .await(_, let count):
                if count == 0 || clock.isAwaited(by: count, within: QuiescenceTimeout.look) {
                    if !step(outputs: count, in: turn) { arrive() }
                    patience = QuiescenceTimeout(from: .now)
                    continue
                }
            }
            let world = world(cause)
            if let reason = patience.reason(in: world, at: .now),
                !step(outputs: clock.waiting, for: reason, in: world)
            {
                arrive()
            }
        }
    }

    private func world(_ cause: QuiescenceTimeout.Cause) -> QuiescenceTimeout.World {
        let waiting = clock.waiting
        return state.withLock { state in
            QuiescenceTimeout.World(
                progress: state.progress(with: waiting), answers: state.answers, cause: cause,
                isDelayed: state.isDelayed)
        }
    }

    /// Ends the drive, unless something has changed in the meantime.
    private func rests() -> Bool {
        state.withLock { state in
            guard case .rest = turn(state) else { return false }
            state.isDriving = false
            return true
        }
    }

    /// Moves to the next pending instant, and resumes one of its waiters; false if none is before the limit.
    private func step(outputs: Int, in turn: Turn) -> Bool {
        // Work may have begun, or begun and ended, since the check.
        step(outputs: outputs) { self.turn($0) == turn }
    }

    /// The same before all participants are ready, for a reason found in this state.
    private func step(outputs: Int, for reason: QuiescenceTimeout.Reason, in world: QuiescenceTimeout.World)
        -> Bool
    {
        step(outputs: outputs) { state in
            world.progress == state.progress(with: outputs) && (reason == .impatience || state.isDelayed)
        }
    }

    private func step(outputs: Int, where isAllowed: (State) -> Bool) -> Bool {
        let output = outputs == 0 ? nil : clock.nextDue
        enum Step { case none, wait, release(Duration), call(Call, Duration) }
        let step = state.withLock { state -> Step in
            guard isAllowed(state) else { return .wait }
            let next = next(state)
            let limit = state.limit.map(pacing.line.shown)
            guard let due = [output, next?.due].compactMap({ $0 }).min(), due <= limit ?? due else {
                return .none
            }
            guard let call = next?.call, output.map({ due < $0 }) ?? true else { return .release(due) }
            state.calls.removeAll { $0.number == call.number }
            state.work += 1
            return .call(call, due)
        }
        switch step {
        case .none: return false
        case .wait: return true
        case .release(let due):
            move(to: due)
            clock.releaseNext()
        case .call(let call, let due):
            move(to: due)
            call.action()
            VirtualTime(clock: self).endWork()
        }
        return true
    }

    /// No instant is due before the limit: moves there, and resumes callers that wait for it.
    private func arrive() {
        let (limit, arrivals) = state.withLock { state in
            defer { state.arrivals = [] }
            return (state.limit, state.arrivals)
        }
        if let limit { move(to: pacing.line.shown(after: limit)) }
        for arrival in arrivals { arrival.resume() }
    }

    private func move(to due: Duration) { if due > clock.now { clock.move(to: due) } }
}

internal import Dispatch
internal import GStreamer
internal import Synchronization

extension VirtualClock {
    /// What the clock has to do with the world as it is.
    private enum Turn {
        /// Nobody waits for it.
        case rest
        /// Somebody is not ready.
        case hold(String)
        /// So many outputs must wait for it before it may move.
        case gather(Int)

        func isGathering(_ count: Int) -> Bool { if case .gather(count) = self { true } else { false } }
    }

    /// A pipeline begins to take part; it has not been waited for yet.
    func join(_ pipeline: AnyObject, duty: @escaping @Sendable () -> ClockDuty) {
        state.withLock { state in
            state.runs[ObjectIdentifier(pipeline)] = Participation(duty: duty)
            state.answers += 1
        }
    }

    func leave(_ pipeline: AnyObject) {
        state.withLock { _ = $0.runs.removeValue(forKey: ObjectIdentifier(pipeline)) }
        kick()
    }

    /// Something has changed: sees whether the clock can move.
    func kick() {
        let begins = state.withLock { state in
            defer { state.isDriving = true }
            return !state.isDriving
        }
        guard begins else {
            changed.signal()
            return
        }
        Self.drives.add(1, ordering: .relaxed)
        queue.async {
            self.drive()
            Self.drives.subtract(1, ordering: .relaxed)
        }
    }

    /// Who is not ready for the clock to move on, for a person; nil when everybody is.
    public var waitsFor: String? {
        switch turn {
        case .rest: nil
        case .hold(let reason): reason
        case .gather(let count):
            clock.waiting < count ? "\(clock.waiting) of \(count) outputs wait for the clock" : nil
        }
    }

    private var turn: Turn { state.withLock { turn($0) } }

    private func turn(_ state: State) -> Turn {
        if state.work > 0 { return .hold("something is being carried out") }
        let isBound = state.limit.map { pacing.line.shown(after: $0) <= clock.now } ?? false
        if isBound, state.arrivals.isEmpty { return .rest }
        if state.traffic.isUnderWay { return .hold("what was sent has not arrived") }
        let duties = state.runs.values.map { $0.duty() }
        if let reason = duties.compactMap(\.reason).first { return .hold(reason) }
        let outputs = duties.reduce(0) { $0 + $1.outputs }
        return outputs == 0 && state.calls.allSatisfy(\.isIdle) && state.limit == nil
            ? .rest : .gather(outputs)
    }

    /// Moves for as long as there is somewhere to move to; on `queue`.
    private func drive() {
        var patience = Patience(from: .now)
        while true {
            switch turn {
            case .rest:
                if rests() { return }
                continue
            case .hold:
                let look = DispatchTimeInterval.milliseconds(Int(Patience.look / .milliseconds(1)))
                if changed.wait(timeout: .now() + look) == .success { continue }
            case .gather(let count):
                if count == 0 || clock.isAwaited(by: count, within: Patience.look) {
                    if !step(outputs: count) { arrive() }
                    patience = Patience(from: .now)
                    continue
                }
            }
            let world = world
            let now = ContinuousClock.now
            let reason = patience.reason(in: world, at: now) {
                WorkingThreads.isAnyAtWork(since: now - Patience.look)
            }
            if let reason, !step(outputs: clock.waiting, for: reason, in: world) { arrive() }
        }
    }

    private var world: Patience.World {
        let waiting = clock.waiting
        let isAlone = Self.drives.load(ordering: .relaxed) == 1
        return state.withLock { state in
            Patience.World(
                progress: state.progress(with: waiting), answers: state.answers,
                isDelayed: state.isDelayed, isAtWork: state.isAtWork, isHalted: state.halts > 0,
                isAlone: isAlone)
        }
    }

    /// Ends the drive, unless something has changed meanwhile.
    private func rests() -> Bool {
        state.withLock { state in
            guard case .rest = turn(state) else { return false }
            state.isDriving = false
            return true
        }
    }

    /// Moves to the next instant that somebody waits for, and lets one of those who do go on; false when there is none before the
    /// limit. Without a reason only where everybody is ready; out of impatience only in the world in which it was lost.
    private func step(
        outputs: Int, for reason: Patience.Reason? = nil, in world: Patience.World? = nil
    ) -> Bool {
        let output = outputs == 0 ? nil : clock.nextDue
        enum Step { case none, wait, release(Duration), call(Call, Duration) }
        let step = state.withLock { state -> Step in
            // Something may have begun, or have begun and ended, since we looked.
            let isAllowed =
                switch reason {
                case nil: turn(state).isGathering(outputs)
                case .delay: state.isDelayed
                case .impatience:
                    world?.progress == state.progress(with: outputs) && world?.isAtWork == state.isAtWork
                }
            guard isAllowed else { return .wait }
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

    /// Nothing is due before the limit: moves there, and tells those who wait for that.
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

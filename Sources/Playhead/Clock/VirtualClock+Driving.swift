internal import Dispatch
internal import GStreamer
internal import Synchronization

extension VirtualClock {
    /// Why the clock may move.
    private enum Reason {
        /// Everybody is ready.
        case readiness
        /// What those who are not ready wait for may come with the time.
        case delay
        /// Patience is lost.
        case impatience
    }

    /// How long nothing may happen, in real time, before the clock goes on without those who are not ready; from then on, and until they
    /// are, it takes less whenever something has happened, but not that little where something has come from a server since. Time in which a busy
    /// machine does not let this thread run is not counted: the others do not run then either. Nor does time count for much in which
    /// threads are at work: what they do may be what is waited for.
    private struct Patience {
        /// How long a look lasts on an idle machine.
        static let look: Duration = .milliseconds(5)
        private static let longestLook: Duration = .milliseconds(10)
        private static let limit: Duration = .seconds(4)
        /// The same once patience was lost, and where something has come from a server since, or where somebody keeps players waiting
        /// for good: it is he whom those who are not ready wait for, most likely.
        private static let limitAfterLoss: Duration = .milliseconds(100)
        private static let limitAfterAnswer: Duration = .seconds(1)
        /// After how much of it the threads are looked at, and how much of it counts where some are at work.
        private static let piece: Duration = .milliseconds(100)
        private static let shareAtWork = 0.25
        /// How many looks a delay takes that find nobody at work, in quarters.
        private static let looksForDelays = 5 * 4

        private var progress = -1
        private var answers = 0
        private var last = ContinuousClock.now
        private var waited: Duration = .zero
        /// What has been waited since the threads were looked at.
        private var fresh: Duration = .zero
        private var looks = 0
        private var isLost = false
        private var limit = Self.limit

        /// A look at those who are not ready has brought nothing. What waits for a delay gets a moment to show that it waits for
        /// something else. While threads are at work it may; beside other clocks they may be theirs, so that such a look counts a little.
        mutating func reason(
            progress: Int, answers: Int, isDelayed: Bool, isHalted: Bool, isAlone: Bool
        ) -> Reason? {
            let now = ContinuousClock.now
            fresh += min(now - last, Self.longestLook)
            last = now
            if progress != self.progress {
                (self.progress, waited, fresh, looks, isLost) = (progress, .zero, .zero, 0, false)
            }
            if answers != self.answers {
                self.answers = answers
                limit = max(limit, Self.limitAfterAnswer)
            }
            if fresh >= Self.piece {
                waited += WorkingThreads.isAnyAtWork ? fresh * Self.shareAtWork : fresh
                fresh = .zero
            }
            if isDelayed {
                looks += WorkingThreads.isAnyAtWork ? isAlone ? 0 : 1 : 4
                if looks >= Self.looksForDelays {
                    looks = 0
                    return .delay
                }
            }
            isLost = isLost || waited >= (isHalted ? min(limit, Self.limitAfterAnswer) : limit)
            if isLost { limit = Self.limitAfterLoss }
            return isLost ? .impatience : nil
        }
    }

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

    /// A pipeline begins to take part.
    func join(_ pipeline: AnyObject, duty: @escaping @Sendable () -> ClockDuty) {
        state.withLock { $0.runs[ObjectIdentifier(pipeline)] = Participation(duty: duty) }
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
        var patience = Patience()
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
                    if !step(outputs: count, for: .readiness) { arrive() }
                    patience = Patience()
                    continue
                }
            }
            let (progress, answers, isDelayed, isHalted) = state.withLock {
                ($0.progress, $0.answers, $0.isDelayed, $0.halts > 0)
            }
            let reason = patience.reason(
                progress: progress &+ clock.waiting &+ answers, answers: answers, isDelayed: isDelayed,
                isHalted: isHalted, isAlone: Self.drives.load(ordering: .relaxed) == 1)
            if let reason, !step(outputs: clock.waiting, for: reason) { arrive() }
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
    /// limit.
    private func step(outputs: Int, for reason: Reason) -> Bool {
        let output = outputs == 0 ? nil : clock.nextDue
        enum Step { case none, wait, release(Duration), call(Call, Duration) }
        let step = state.withLock { state -> Step in
            // Something may have begun, or have begun and ended, since we looked.
            let isAllowed =
                switch reason {
                case .readiness: turn(state).isGathering(outputs)
                case .delay: state.isDelayed
                case .impatience: true
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

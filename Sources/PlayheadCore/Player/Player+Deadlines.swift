extension Player {
    func arm(_ deadline: Deadline) {
        let delay =
            switch deadline {
            case .load: configuration.loadTimeout
            case .seek, .step: configuration.seekTimeout
            case .stall: configuration.stallTimeout
            case .settle(_, _, let delay): delay
            case .moment: Duration.milliseconds(500)
            }
        let timer = time.schedule(after: delay) { [weak self] in
            self?.pass(deadline, after: delay, InitializationAllowance())
        }
        core.withLock { $0.timers[deadline] = timer }
    }

    private func pass(_ deadline: Deadline, after delay: Duration, _ allowance: InitializationAllowance) {
        var allowance = allowance
        guard case .load = deadline, let more = allowance.next(after: delay, of: time) else {
            return perform(.expired(deadline))
        }
        let timer = time.schedule(after: more) { [weak self, allowance] in
            self?.pass(deadline, after: more, allowance)
        }
        let isArmed = core.withLock { core in
            guard core.timers[deadline] != nil else { return false }
            core.timers[deadline] = timer
            return true
        }
        if !isArmed { timer.cancel() }
    }
}

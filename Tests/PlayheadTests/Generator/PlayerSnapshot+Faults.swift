@testable import PlayheadCore

extension PlayerSnapshot {
    /// What no snapshot may show.
    var faults: [String] {
        var faults: [String] = []
        if position < .zero { faults.append("3.9: the position is \(position)") }
        if let duration, position > duration {
            faults.append("3.9: the position is \(position) of \(duration)")
        }
        if item == nil, state != .idle || duration != nil || position != .zero {
            faults.append(
                "1.1: without an item, the player is \(state.name) at \(position) of \(duration, default: "?")"
            )
        }
        if isLive, duration != nil { faults.append("4.1: live content has a duration") }
        return faults
    }

    /// What this snapshot may not show behind an earlier one of the same player.
    func faults(after old: PlayerSnapshot) -> [String] {
        var faults = faults
        if old.status == .closed, self != old { faults.append("2.8: a closed player changed") }
        guard isInSameRun(as: old) else { return faults }
        let isBack = effectiveSpeed < 0 ? position > old.position : position < old.position
        if isBack { faults.append("3.9: the position went from \(old.position) to \(position)") }
        return faults
    }

    /// Whether nothing lies between two snapshots that may move the position against its direction: no jump, no load, no end, no
    /// other length.
    private func isInSameRun(as old: PlayerSnapshot) -> Bool {
        itemNumber == old.itemNumber && status.hasPipeline && old.status.hasPipeline
            && progress.motion.jumps == old.progress.motion.jumps && duration == old.duration
            && effectiveSpeed == old.effectiveSpeed && endReason == old.endReason
    }
}

extension ItemStatus {
    /// Whether the item has a pipeline.
    var hasPipeline: Bool {
        switch self {
        case .opening, .ready, .started, .draining, .ended: true
        case .idle, .stopped, .failed, .closed: false
        }
    }
}

extension Player {
    /// During a seek, the position is its target.
    var targetFaults: [String] {
        core.withLock { core in
            let position = core.readable.snapshot(at: clockTime).position
            guard let target = core.machine.seeks.all.last?.target, position != core.machine.clamped(target)
            else { return [] }
            return ["3.9: the position is \(position), not the target \(target)"]
        }
    }
}

extension PlayerSnapshot {
    /// The fields in which two snapshots differ.
    func differences(from other: PlayerSnapshot) -> [String] {
        zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children).compactMap {
            mine, others in
            let (value, otherValue) = ("\(mine.value)", "\(others.value)")
            return value == otherValue ? nil : "\(mine.label ?? "?"): \(value) / \(otherValue)"
        }
    }
}

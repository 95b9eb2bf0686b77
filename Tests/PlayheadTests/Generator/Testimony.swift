import Playhead

@testable import CoreTestSupport

/// What witnesses of one player's life heard, and what is wrong with it.
struct Testimony: Sendable {
    var logs: [(name: String, events: [PlayerEvent])]
    var snapshots: [PlayerSnapshot]
    var states: [PlaybackState]
    var statuses: [ItemStatus]

    /// - Parameter isWhole: whether everything was delivered; a forced close leaves out the end, for each as it comes.
    func faults(isWhole: Bool) -> [String] {
        var faults: [String] = []
        for log in logs {
            faults += EventAudit.faults(in: log.events).map { "\($0), told to \(log.name)" }
        }
        faults += disagreements(isWhole: isWhole)
        faults += snapshotFaults
        guard isWhole, let events = logs.first?.events else { return faults }
        let heardStates = events.compactMap {
            if case .stateChanged(let change) = $0 { change.to } else { nil }
        }
        if states != [.idle] + heardStates { faults.append("3.6: the states were \(states)") }
        let heardStatuses = events.compactMap { if case .statusChanged(_, let new) = $0 { new } else { nil } }
        if statuses != [.idle] + heardStatuses { faults.append("3.6: the statuses were \(statuses)") }
        return faults
    }

    /// Whoever listened heard the same in the same order (contract 3.3).
    private func disagreements(isWhole: Bool) -> [String] {
        guard let first = logs.first else { return [] }
        let expected = first.events.withoutPositions
        return logs.dropFirst().compactMap { log in
            let heard = log.events.withoutPositions
            let isSame =
                isWhole ? heard == expected : heard.starts(with: expected) || expected.starts(with: heard)
            return isSame ? nil : "3.3: \(log.name) heard \(heard), \(first.name) \(expected)"
        }
    }

    private var snapshotFaults: [String] {
        var faults: [String] = []
        for (old, new) in zip(snapshots, snapshots.dropFirst()) {
            if new == old { faults.append("3.4: a snapshot came twice") }
            faults += new.faults(after: old)
        }
        if snapshots.first?.faults.isEmpty == false { faults.append("3.9: the first snapshot") }
        return faults
    }
}

import Playhead

/// What every record of events has to satisfy, whatever happened.
enum EventAudit {
    /// What is wrong with a record that begins with a new player.
    static func faults(in events: [PlayerEvent]) -> [String] {
        var audit = Audit()
        for event in events { audit.hear(event) }
        return audit.faults
    }

    private struct Audit {
        var state = PlayerState.idle
        var status = PlayerStatus.idle
        var duration: Duration?
        var subtitle: String?
        var isMuted = false
        var volume = 1.0
        var aspectMode = AspectMode.fit
        var hasItem = false
        var faults: [String] = []

        mutating func hear(_ event: PlayerEvent) {
            if status == .closed { hearClosed(event) }
            switch event {
            case .itemChanged(let item):
                if item == nil, !hasItem { faults.append("3.4: no item, again") }
                hasItem = item != nil
            case .durationChanged(let value): change(\.duration, to: value, event)
            case .subtitleChanged(let value): change(\.subtitle, to: value, event)
            case .mutedChanged(let value): change(\.isMuted, to: value, event)
            case .volumeChanged(let value): change(\.volume, to: value, event)
            case .speedChanged: break
            case .aspectModeChanged(let value): change(\.aspectMode, to: value, event)
            case .stateChanged(let value):
                if value.from != state { faults.append("1.3: \(value), but the state was \(state)") }
                change(\.state, to: value.to, event)
            case .statusChanged(let old, let new):
                if old != status { faults.append("1.4: \(event), but the status was \(status)") }
                if !old.successors.contains(new) { faults.append("1.4: \(event) is not a listed transition") }
                change(\.status, to: new, event)
            case .positionChanged(let position):
                if position < .zero { faults.append("3.9: \(event)") }
                if let duration, position > duration { faults.append("3.9: \(event) of \(duration)") }
            case .ready, .warning, .error, .finished: break
            }
        }

        /// What comes with the closing itself: state and position, behind the status (contract 3.3).
        private mutating func hearClosed(_ event: PlayerEvent) {
            switch event {
            case .stateChanged, .positionChanged: break
            default: faults.append("2.7: \(event) after the player was closed")
            }
        }

        private mutating func change<Value: Equatable>(
            _ path: WritableKeyPath<Audit, Value>, to new: Value, _ event: PlayerEvent
        ) {
            if self[keyPath: path] == new { faults.append("3.4: \(event) changes nothing") }
            self[keyPath: path] = new
        }
    }
}

@testable import PlayheadCore

/// What every record of events has to satisfy, whatever happened.
enum EventAudit {
    /// What is wrong with a record that begins with a new player.
    static func faults(in events: [PlayerEvent]) -> [String] {
        var audit = Audit()
        for event in events { audit.hear(event) }
        return audit.faults
    }

    private struct Audit {
        var state = PlaybackState.idle
        var status = ItemStatus.idle
        var duration: Duration?
        var subtitle: SubtitleCue?
        var tracks = TrackList()
        var metadata = MediaMetadata()
        var videoSize: VideoSize?
        var chapter: Chapter?
        var streamType = StreamType.unknown
        var seekableRange: Range<Duration>?
        var variant: StreamVariant?
        var bandwidth: Double?
        var buffering: BufferingState?
        var subtitleDelay = Duration.zero
        var audioDelay = Duration.zero
        var isMuted = false
        var volume = 1.0
        var audioEffects = AudioEffects()
        var aspectMode = AspectMode.fit
        var audioDevices = AudioDeviceStatus()
        var speeds = [1.0, 1.0]
        var hasItem = false
        /// Whether an item has just become current, of which everything is told anew.
        var isNew = false
        /// An event whose cause changes the status too, which has to be told before anything of lesser rank.
        var cause: PlayerEvent?
        var faults: [String] = []

        mutating func hear(_ event: PlayerEvent) {
            if status == .closed { hearClosed(event) }
            hearOrder(of: event)
            switch event {
            case .queueChanged: break
            case .itemChanged(let change):
                if change.item == nil, !hasItem { faults.append("3.4: no item, again") }
                hasItem = change.item != nil
                isNew = hasItem
            case .durationChanged(let value): change(\.duration, to: value, event)
            case .subtitleChanged(let value): change(\.subtitle, to: value, event)
            case .tracksChanged(let value): change(\.tracks, to: value, event)
            case .metadataChanged(let value): change(\.metadata, to: value, event)
            case .videoSizeChanged(let value): change(\.videoSize, to: value, event)
            case .streamTypeChanged(let value): change(\.streamType, to: value, event)
            case .seekableRangeChanged(let value): change(\.seekableRange, to: value, event)
            case .variantChanged(let value): change(\.variant, to: value, event)
            case .bandwidthChanged(let value): change(\.bandwidth, to: value, event)
            case .chapterChanged(let value): change(\.chapter, to: value, event)
            case .audioDelayChanged(let value): change(\.audioDelay, to: value, event)
            case .subtitleDelayChanged(let value): change(\.subtitleDelay, to: value, event)
            case .mutedChanged(let value): change(\.isMuted, to: value, event)
            case .volumeChanged(let value): change(\.volume, to: value, event)
            case .audioEffectsChanged(let value): change(\.audioEffects, to: value, event)
            case .speedChanged(let asked, let effective): change(\.speeds, to: [asked, effective], event)
            case .aspectModeChanged(let value): change(\.aspectMode, to: value, event)
            case .audioDeviceChanged(let value): change(\.audioDevices, to: value, event)
            case .stateChanged(let value):
                if value.from != state { faults.append("1.3: \(value), but the state was \(state)") }
                change(\.state, to: value.to, event)
            case .statusChanged(let old, let new):
                if old != status { faults.append("1.4: \(event), but the status was \(status)") }
                isNew = false
                if !old.successors.contains(new) { faults.append("1.4: \(event) is not a listed transition") }
                change(\.status, to: new, event)
            case .positionChanged(let position):
                if position < .zero { faults.append("3.9: \(event)") }
                if let duration, position > duration { faults.append("3.9: \(event) of \(duration)") }
            case .bufferingChanged(let value): change(\.buffering, to: value, event)
            case .ready, .warning, .gap, .error, .finished, .stalled, .resumed: break
            }
        }

        /// What comes with the closing itself: state and position, behind the status (contract 3.3).
        private mutating func hearClosed(_ event: PlayerEvent) {
            switch event {
            case .stateChanged, .positionChanged, .bufferingChanged(nil): break
            default: faults.append("2.7: \(event) after the player was closed")
            }
        }

        /// An error is followed by its end; what is ready or at its end by the status, before the state (contract 3.3).
        private mutating func hearOrder(of event: PlayerEvent) {
            switch (cause, event) {
            case (.error, .finished), (.ready, .error), (.ready, .finished): cause = event
            case (_, .statusChanged): cause = nil
            case (.error(let error)?, _): faults.append("3.3: \(event) between \(error) and the end")
            case (.some, .subtitleChanged), (.some, .chapterChanged), (nil, _): break
            case (let cause?, _): faults.append("3.3: \(event) between \(cause) and the status")
            }
            switch event {
            case .ready, .error, .finished: cause = event
            default: break
            }
        }

        private mutating func change<Value: Equatable>(
            _ path: WritableKeyPath<Audit, Value>, to new: Value, _ event: PlayerEvent
        ) {
            if !isNew, self[keyPath: path] == new { faults.append("3.4: \(event) changes nothing") }
            self[keyPath: path] = new
        }
    }
}

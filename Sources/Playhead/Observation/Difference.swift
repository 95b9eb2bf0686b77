extension PlayerSnapshot {
    /// The events that lead from an earlier snapshot to this one, in the order of contract 3.3.
    package func events(since old: PlayerSnapshot, cause: PlayerInput) -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        let isNewItem = itemNumber != old.itemNumber
        if isNewItem { events.append(.itemChanged(item)) }
        if isMuted != old.isMuted { events.append(.mutedChanged(isMuted)) }
        if volume != old.volume { events.append(.volumeChanged(volume)) }
        if speed != old.speed || effectiveSpeed != old.effectiveSpeed {
            events.append(.speedChanged(asked: speed, effective: effectiveSpeed))
        }
        if aspectMode != old.aspectMode { events.append(.aspectModeChanged(aspectMode)) }
        if subtitleDelay != old.subtitleDelay { events.append(.subtitleDelayChanged(subtitleDelay)) }
        if duration != old.duration { events.append(.durationChanged(duration)) }
        if tracks != old.tracks { events.append(.tracksChanged(tracks)) }
        if metadata != old.metadata { events.append(.metadataChanged(metadata)) }
        if videoSize != old.videoSize { events.append(.videoSizeChanged(videoSize)) }
        if warningCount != old.warningCount, let lastWarning { events.append(.warning(lastWarning)) }
        if status.isReady, old.status == .opening { events.append(.ready) }
        if let error, error != old.error { events.append(.error(error)) }
        if let endReason, endReason != old.endReason { events.append(.finished(endReason)) }
        if subtitleCue != old.subtitleCue { events.append(.subtitleChanged(subtitleCue)) }
        if currentChapter != old.currentChapter { events.append(.chapterChanged(currentChapter)) }
        if status != old.status { events.append(.statusChanged(from: old.status, to: status)) }
        if state != old.state {
            // Before anything has been shown, a buffer that is filled belongs to the preroll, whichever of the two comes last.
            let isStart = status == .ready && cause.reason == .buffering
            let reason = isStart ? .prerolled : cause.reason
            events.append(.stateChanged(StateChange(from: old.state, to: state, reason: reason)))
        }
        if reportedPosition != old.reportedPosition { events.append(.positionChanged(reportedPosition)) }
        return events
    }
}

extension PlayerStatus {
    fileprivate var isReady: Bool {
        self == .ready || self == .active || self == .finishing || self == .finished
    }
}

extension PlayerInput {
    /// What a change of state that this input brings is put down to.
    fileprivate var reason: StateChange.Reason {
        switch self {
        case .command: .command
        case .expired: .deadline
        case .pipeline(let event, _):
            switch event {
            case .prerolled, .streams, .running, .position, .reached, .durationChanged, .measured, .subtitle,
                .transcribed, .tracks, .metadata, .videoSize, .warning, .draining:
                .prerolled
            case .buffering, .starved, .bufferedTo: .buffering
            case .seekDone, .seekFailed, .stepDone, .stepFailed: .seek
            case .ended: .ended
            case .failed: .error
            }
        }
    }
}

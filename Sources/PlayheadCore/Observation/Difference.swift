extension PlayerMachine {
    /// The events from an earlier machine to this one, in the order of contract 3.3.
    package func events(since old: PlayerMachine, cause: PlayerInput) -> [PlayerEvent] {
        var events: [PlayerEvent] = []
        let isNewItem = itemNumber != old.itemNumber
        if queueEdition != old.queueEdition {
            events.append(.queueChanged(QueueChange(from: old.queue, to: queue, reason: queueReason)))
        }
        if isNewItem { events.append(.itemChanged(change(since: old))) }
        if isMuted != old.isMuted { events.append(.mutedChanged(isMuted)) }
        if volume != old.volume { events.append(.volumeChanged(volume)) }
        if audioEffects != old.audioEffects { events.append(.audioEffectsChanged(audioEffects)) }
        if speed != old.speed || effectiveSpeed != old.effectiveSpeed {
            events.append(.speedChanged(asked: speed, effective: effectiveSpeed))
        }
        if audioDelay != old.audioDelay { events.append(.audioDelayChanged(audioDelay)) }
        if aspectMode != old.aspectMode { events.append(.aspectModeChanged(aspectMode)) }
        if audioDevices != old.audioDevices { events.append(.audioDeviceChanged(audioDevices)) }
        if subtitleDelay != old.subtitleDelay { events.append(.subtitleDelayChanged(subtitleDelay)) }
        if duration != old.duration || isNewItem && duration != nil {
            events.append(.durationChanged(duration))
        }
        if tracks != old.tracks || isNewItem && tracks != TrackList() {
            events.append(.tracksChanged(tracks))
        }
        if metadata != old.metadata || isNewItem && metadata != MediaMetadata() {
            events.append(.metadataChanged(metadata))
        }
        if videoSize != old.videoSize || isNewItem && videoSize != nil {
            events.append(.videoSizeChanged(videoSize))
        }
        if streamType != old.streamType || isNewItem && streamType != .unknown {
            events.append(.streamTypeChanged(streamType))
        }
        if seekableRange != old.seekableRange || isNewItem && seekableRange != nil {
            events.append(.seekableRangeChanged(seekableRange))
        }
        if variant != old.variant || isNewItem && variant != nil { events.append(.variantChanged(variant)) }
        if bandwidth != old.bandwidth || isNewItem && bandwidth != nil {
            events.append(.bandwidthChanged(bandwidth))
        }
        events += lastWarnings.suffix(max(warningCount - old.warningCount, 0)).map(PlayerEvent.warning)
        let known = isNewItem || stamp != old.stamp ? 0 : old.gaps.count
        events += gaps.dropFirst(known).map(PlayerEvent.gap)
        if status.isReady, old.status == .opening || isNewItem { events.append(.ready) }
        if let error, error != old.error { events.append(.error(error)) }
        if let endReason, endReason != old.endReason { events.append(.finished(endReason)) }
        if subtitleCue != old.subtitleCue { events.append(.subtitleChanged(subtitleCue)) }
        if currentChapter != old.currentChapter { events.append(.chapterChanged(currentChapter)) }
        if status != old.status { events.append(.statusChanged(from: old.status, to: status)) }
        if state != old.state {
            // Before the first frame, buffering belongs to the preroll, in whichever order the two complete.
            let isStart = status == .ready && cause.reason == .buffering
            let goesOn = isNewItem && cause == .command(.proceed) && itemReason.followsAnEnd
            let reason = isStart ? .prerolled : goesOn ? .ended : cause.reason
            events.append(.stateChanged(StateChange(from: old.state, to: state, reason: reason)))
        }
        if toldBuffering != old.toldBuffering { events.append(.bufferingChanged(toldBuffering)) }
        if buffer.isStalled, !old.buffer.isStalled { events.append(.stalled) }
        if buffer.resumes != old.buffer.resumes { events.append(.resumed(after: buffer.lastStall)) }
        if reportedPosition != old.reportedPosition { events.append(.positionChanged(reportedPosition)) }
        return events
    }

    private func change(since old: PlayerMachine) -> ItemChange {
        let ending = old.item.map {
            ItemChange.Ending(
                item: $0, id: old.queue.currentID, reason: old.endReason, duration: old.duration)
        }
        return ItemChange(to: item, id: queue.currentID, reason: itemReason, previous: ending)
    }
}

extension ItemStatus {
    fileprivate var isReady: Bool {
        self == .ready || self == .started || self == .draining || self == .ended
    }
}

extension PlayerInput {
    /// The reason for a state change by this input.
    fileprivate var reason: StateChange.Reason {
        switch self {
        case .command: .command
        case .expired: .timeout
        case .pipeline(let event, _):
            switch event {
            case .prerolled, .streams, .running, .position, .reached, .durationChanged, .measured, .subtitle,
                .transcribed, .tracks, .metadata, .videoSize, .window, .variant, .bandwidth, .fetched,
                .warning, .gap,
                .draining,
                .ends:
                .prerolled
            case .buffering, .starved, .bufferedTo: .buffering
            case .seekDone, .seekFailed, .stepDone, .stepFailed: .seek
            case .ended: .ended
            case .failed: .error
            }
        }
    }
}

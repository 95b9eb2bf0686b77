extension PlayerMachine {
    /// Preloads the next items, and drops those that are no longer next.
    ///
    /// A prepared item is a machine of its own without a request to play: the same reducer prepares its first
    /// frame.
    mutating func keepPrepared(at moment: Moment, effects: inout [Effect]) {
        guard preparationLimit > 0 || !prepared.isEmpty else { return }
        let wanted = item == nil || dueItem != nil ? [] : queue.upcomingItems(preparationLimit)
        if dueItem == nil {
            for load in prepared
            where !wanted.contains(where: { $0.id == load.queue.currentID && $0.media == load.item }) {
                give(up: load, effects: &effects)
            }
        }
        guard hasPipeline, isPrerolled, !state.isBuffering else {
            // The playing item has priority.
            if hasPipeline, wantsToPlay, isBufferLow || isStarved {
                for load in prepared where load.status == .opening { give(up: load, effects: &effects) }
            }
            return
        }
        guard !prepared.contains(where: { $0.status == .opening }),
            prepared.reduce(0, { $0 + $1.estimatedBytes }) < preloadBudget
        else { return }
        // Data from a file descriptor is readable only once.
        let next = wanted.first { entry in
            !entry.media.uri.hasPrefix("fd:") && !prepared.contains { $0.queue.currentID == entry.id }
        }
        if let next { prepare(next, at: moment, effects: &effects) }
    }

    package var preloadedItems: [PreloadedItem] {
        prepared.compactMap { load in
            load.queue.currentID.map {
                PreloadedItem(id: $0, isReady: load.status == .ready && !load.seeks.isBusy, error: load.error)
            }
        }
    }

    /// The estimated memory of a prepared item.
    ///
    /// Measured with H.264 in MP4: 7 MB at 640 × 360, 19 MB at 1920 × 1080. Network media buffers more.
    private var estimatedBytes: Int {
        guard hasPipeline else { return 0 }
        let picture = videoSize.map { $0.width * $0.height * 3 / 2 } ?? 0
        return 5_000_000 + picture * 6 + traffic.bytes
    }

    private mutating func prepare(_ entry: QueueItem, at moment: Moment, effects: inout [Effect]) {
        var load = PlayerMachine()
        load.item = entry.media
        load.isPrepared = true
        load.allowsGaps = allowsGaps
        (load.catchUp.speed, load.catchUp.offset) = (catchUp.speed, catchUp.offset)
        load.queue.currentID = entry.id
        (load.volume, load.isMuted, load.aspectMode) = (volume, isMuted, aspectMode)
        (load.audioEffects, load.audioDelay) = (audioEffects, audioDelay)
        (load.speed, load.subtitleDelay) = (speed, subtitleDelay)
        load.trackWishes.preferences = trackWishes.preferences
        load.wish(for: entry.media)
        load.lastStamp = lastStamp
        let resume = queue.isToResume(entry.id) ? entry.media.resumePosition : nil
        var opening: [Effect] = []
        load.open(at: resume ?? load.beginning, isPrepared: true, at: moment, effects: &opening)
        opening += load.demands.effects(since: DesiredState(), stamp: load.stamp)
        lastStamp = load.lastStamp
        prepared.append(load)
        effects += opening
    }

    private mutating func give(up load: PlayerMachine, effects: inout [Effect]) {
        prepared.removeAll { $0.stamp == load.stamp }
        effects += load.demands.deadlines.sorted().map { .disarm($0) }
        if load.hasPipeline { effects.append(.discard(load.stamp)) }
    }

    mutating func dropPrepared(effects: inout [Effect]) {
        for load in prepared { give(up: load, effects: &effects) }
    }

    /// The load that was prepared for an item, if it can still succeed.
    mutating func takePrepared(_ id: QueueItem.ID) -> PlayerMachine? {
        guard let index = prepared.firstIndex(where: { $0.queue.currentID == id && $0.hasPipeline }) else {
            return nil
        }
        return prepared.remove(at: index)
    }

    /// Continues with a prepared load. Settings across items stay.
    mutating func adopt(_ load: PlayerMachine, at moment: Moment, effects: inout [Effect]) {
        effects += load.demands.deadlines.sorted().map { .disarm($0) }
        effects.append(.send(.present, load.stamp))
        let old = self
        self = load
        (queue, queueEdition, queueReason) = (old.queue, old.queueEdition, old.queueReason)
        (prepared, lastStamp) = (old.prepared, old.lastStamp)
        (preparationLimit, preloadBudget) = (old.preparationLimit, old.preloadBudget)
        (failures, retries, itemReason) = (old.failures, old.retries, old.itemReason)
        untoldWarnings = old.untoldWarnings + load.untoldWarnings
        (lastWarnings, warningCount) = (old.lastWarnings, old.warningCount)
        (wantsToPlay, isWatched, watchedTimes) = (old.wantsToPlay, old.isWatched, old.watchedTimes)
        (audioDevice, activeAudioDevice) = (old.audioDevice, old.activeAudioDevice)
        (lostAudioDevice, audioFormat) = (old.lostAudioDevice, old.audioFormat)
        isPrepared = false
        itemNumber = old.itemNumber + 1
        jumps = old.jumps + 1
        passage = old.passage
        (buffer.resumes, buffer.lastStall) = (old.buffer.resumes, old.buffer.lastStall)
    }

    /// Applies a report about an item in preparation. A failure is reported before its turn.
    mutating func hearOfPrepared(_ input: PlayerInput, _ index: Int, at moment: Moment) -> [Effect] {
        let effects = prepared[index].apply(input, at: moment)
        if let error = prepared[index].error, prepared[index].status == .failed, !prepared[index].isToldFailed
        {
            prepared[index].isToldFailed = true
            warn(
                PlayerWarning(
                    "The item that comes next cannot be played: \(error.message)", hint: error.hint))
        }
        return effects
    }
}

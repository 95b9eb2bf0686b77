extension PlayerMachine {
    /// Applies a command: its state changes take place immediately, the rest are effects.
    mutating func applyCommand(_ command: Command, at moment: Moment, effects: inout [Effect]) {
        switch command {
        case .load(let newItem, let autoplay):
            dueItem = nil
            (failures, retries) = (0, 0)
            // Identities of callers' items increase; this one decreases.
            let entry = QueueItem(id: QueueItem.ID(number: -itemNumber - 1), newItem)
            if queue.apply(.replace([entry])) { (queueEdition, queueReason) = (queueEdition + 1, .load) }
            wantsToPlay = autoplay
            begin(entry, because: .load, at: moment, effects: &effects)
        case .edit(let edit): self.edit(edit)
        case .go(let target): go(to: target, at: moment, effects: &effects)
        case .proceed: proceed(at: moment, effects: &effects)
        case .end(let reason):
            endEarly(reason)
        case .play: play(at: moment, effects: &effects)
        case .pause: pause(at: moment)
        case .toggle: wantsToPlay ? pause(at: moment) : play(at: moment, effects: &effects)
        case .interrupt: if status == .started || status == .draining { endEarly(.stopped) }
        case .stop: stop(at: moment, effects: &effects)
        case .reset:
            if queue.apply(.replace([])) { (queueEdition, queueReason) = (queueEdition + 1, .reset) }
            clear(at: moment, effects: &effects)
        case .close:
            clear(at: moment, effects: &effects)
            status = .closed
        case .retry:
            if error != nil { reopen(playing: wantsToPlay, at: moment, effects: &effects) }
        case .seek(let request): seek(request, at: moment, effects: &effects)
        case .seekToLive(let id): seekToLive(id: id, at: moment, effects: &effects)
        case .skip(let id, let distance):
            let from = seeks.all.last?.target ?? timeline.position(at: moment)
            let bounded = min(max(distance, .zero - .farthest), .farthest)
            seek(SeekRequest(id: id, target: from + bounded), at: moment, effects: &effects)
        case .step(let id, let frames): step(id, by: frames, at: moment, effects: &effects)
        case .setMuted(let muted): isMuted = muted
        case .refresh(let id): refresh(id, effects: &effects)
        case .setSpeed(let value): setSpeed(value, at: moment, effects: &effects)
        case .setVolume(let value, let length):
            if !value.isNaN {
                volume = min(max(value, 0), .maximumVolume)
                volumeFade = min(max(length, .zero), .farthest)
            }
        case .setAudioEffects(let effects): audioEffects = effects
        case .setAspectMode(let mode): aspectMode = mode
        case .setAudioDevice(let device):
            if device != audioDevice { effects.append(.useAudioDevice(device)) }
            audioDevice = device
        case .noteAudioDevice(let active, let lost, let format):
            (activeAudioDevice, lostAudioDevice, audioFormat) = (active, lost, format)
        case .select(let kind, let choice): select(choice, of: kind, at: moment, effects: &effects)
        case .setTrackPreferences(let preferences):
            trackWishes.preferences = preferences
            chooseTracks(at: moment, effects: &effects)
        case .setSubtitleDelay(let delay): subtitleDelay = min(max(delay, .zero - .farthest), .farthest)
        case .setAudioDelay(let delay):
            audioDelay = min(max(delay, .zero - .longestAudioDelay), .longestAudioDelay)
        case .warn(let warning): warn(warning)
        case .watch(let watched): isWatched = watched
        case .watchTimes(let times): watch(times, at: moment)
        }
    }

    private mutating func play(at moment: Moment, effects: inout [Effect]) {
        guard item != nil else {
            if let first = queue.firstItem {
                wantsToPlay = true
                (failures, retries) = (0, 0)
                dueItem = DueItem(id: first.id, reason: .load)
            }
            return
        }
        if !hasPipeline {
            reopen(playing: true, at: moment, effects: &effects)
            return
        }
        wantsToPlay = true
        let start = speed < 0 ? duration ?? .zero : beginning
        if status == .ended, !seeks.isBusy, !steps.isBusy {
            rewind(to: start, at: moment, effects: &effects)
        }
    }

    /// Returns to the start: by a seek, or on a new pipeline if the content is not seekable.
    mutating func rewind(to start: Duration, at moment: Moment, effects: inout [Effect]) {
        if isPrerolled, !isSeekable {
            if status == .ready { return }
            dropPipeline(answering: .stopped, effects: &effects)
            reopen(playing: wantsToPlay, at: moment, effects: &effects)
        } else {
            move(SeekRequest(target: clamped(start)), at: moment, effects: &effects)
        }
    }

    /// Opens a new pipeline for the current item: at the last position after an error, at the start after an
    /// end. Live content has no last position.
    mutating func reopen(playing: Bool, at moment: Moment, effects: inout [Effect]) {
        let resumes = endReason == .error || error?.isRecoverable == true
        let start = resumes && !isLive ? timeline.position(at: moment) : beginning
        error = nil
        endReason = nil
        wantsToPlay = playing
        open(at: start, at: moment, effects: &effects)
    }

    mutating func pause(at moment: Moment) {
        guard wantsToPlay else { return }
        wantsToPlay = false
        isRunning = false
        isStarved = false
        timeline.setAdvancing(false, at: moment)
        reportedPosition = clamped(timeline.position(at: moment))
    }

    private mutating func stop(at moment: Moment, effects: inout [Effect]) {
        guard item != nil else { return }
        let mayHaveMoved =
            wantsToPlay || steps.isBusy || status == .ended || timeline.position(at: moment) != beginning
        pause(at: moment)
        guard hasPipeline else { return jump(to: beginning, at: moment) }
        let isOnItsWay = seeks.all.last?.target == beginning
        answerSeeks(.stopped, effects: &effects)
        answerSteps(.stopped, effects: &effects)
        if seeks.isBusy ? !isOnItsWay : isPrerolled && mayHaveMoved {
            rewind(to: beginning, at: moment, effects: &effects)
        }
    }

    /// Ends an item that is about to be removed.
    mutating func endEarly(_ reason: EndReason) {
        switch status {
        case .opening, .ready, .started, .draining:
            endReason = reason
            status = .stopped
        case .ended, .failed: status = .stopped
        case .idle, .stopped, .closed: break
        }
    }

    /// Opens a new pipeline for the current item.
    mutating func open(
        at start: Duration, isPrepared: Bool = false, at moment: Moment, effects: inout [Effect]
    ) {
        guard let item else { return }
        lastStamp = max(lastStamp, stamp).next
        stamp = lastStamp
        endsAt = nil
        hasPipeline = true
        forgetGaps()
        isOpened = false
        isPrerolled = false
        isBufferLow = false
        isStarved = false
        buffer = BufferPhase(resumes: buffer.resumes, lastStall: buffer.lastStall)
        isRunning = false
        status = .opening
        jump(to: start, at: moment)
        take(speed: 1, at: moment)
        refusesSpeed = false
        isAtLiveEdge = false
        outlastsLength = false
        isScrubbable = false
        awaitsChapter = item.startChapter != nil && startChapter == nil
        knowsTracks = false
        transcribed = []
        traffic = TransferTotals()
        window = nil
        catchUp.forget()
        variant = nil
        bandwidth = nil
        let seeksFirst = start > .zero || item.endPosition != nil || speed != 1
        steps = StepPhase(serial: steps.serial)
        seeks = SeekPhase(
            waiting: seeksFirst ? SeekRequest(target: clamped(start)) : nil, serial: seeks.serial)
        effects.append(
            .open(
                OpenRequest(
                    stamp: stamp, item: item, output: outputSettings,
                    hidesFirstFrame: seeksFirst || awaitsChapter,
                    tracks: trackWishes,
                    subtitleDelay: subtitleDelay, isPrepared: isPrepared)))
    }

    /// Removes the pipeline and answers callers that wait for a seek.
    mutating func dropPipeline(answering result: SeekResult, effects: inout [Effect]) {
        answerSeeks(result, effects: &effects)
        answerSteps(result, effects: &effects)
        answerRefreshes(effects: &effects)
        seeks = SeekPhase(serial: seeks.serial)
        steps = StepPhase(serial: steps.serial)
        if hasPipeline { effects.append(.discard(stamp)) }
        hasPipeline = false
        isRunning = false
    }

    /// Resets all values of an item.
    mutating func forgetItem(at moment: Moment) {
        error = nil
        endReason = nil
        duration = nil
        bufferedPosition = nil
        subtitleCues = []
        forgetGaps()
        forgetTracks()
        isLive = false
        window = nil
        catchUp.forget()
        variant = nil
        bandwidth = nil
        isSeekable = false
        hasVideo = false
        hasAudio = false
        jump(to: .zero, at: moment)
    }

    mutating func jump(to position: Duration, at moment: Moment) {
        if timeline.position(at: moment) != clamped(position) { jumps += 1 }
        arrive(at: position, moment: moment)
    }

    /// Sets a position without a jump: the end of the played media.
    mutating func arrive(at position: Duration, moment: Moment) {
        timeline.jump(to: clamped(position), at: moment)
        reportedPosition = clamped(position)
    }
}

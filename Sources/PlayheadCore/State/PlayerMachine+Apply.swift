extension PlayerMachine {
    /// The reducer: applies an input to the state and returns the effects.
    ///
    /// It is pure and total: it has no clock, pipeline or lock, and every input is valid in every state.
    package mutating func apply(_ input: PlayerInput, at moment: Moment) -> [Effect] {
        let demandsBefore = demands
        let (course, jumpsBefore) = (course(at: moment), jumps)
        var effects: [Effect] = []
        switch input {
        case .command(let command):
            if status == .closed {
                refuse(command, effects: &effects)
            } else {
                applyCommand(command, at: moment, effects: &effects)
                if command.isSetting {
                    for index in prepared.indices { effects += prepared[index].apply(input, at: moment) }
                }
            }
        case .pipeline(let event, let stamp):
            if hasPipeline, stamp == self.stamp {
                applyReport(event, at: moment, effects: &effects)
            } else if let index = prepared.firstIndex(where: { $0.hasPipeline && $0.stamp == stamp }) {
                effects += hearOfPrepared(input, index, at: moment)
            }
        case .expired(let deadline):
            if demands.deadlines.contains(deadline) {
                expire(deadline, at: moment, effects: &effects)
            } else if let index = prepared.firstIndex(where: { $0.demands.deadlines.contains(deadline) }) {
                effects += hearOfPrepared(input, index, at: moment)
            }
        }
        goOnAfterSteps(at: moment, effects: &effects)
        timeline.setAdvancing(state.isPlaying && isRunning, at: moment)
        followPace(at: moment)
        followStall(at: moment)
        let standsAnew = followStandstill(hasJumped: jumps != jumpsBefore, at: moment)
        follow(course, hasJumped: jumps != jumpsBefore, at: moment)
        followChapters(at: moment)
        // A transition that this end started is not stopped by it.
        if dueItem?.isSeamless != true, !isRunning || seeks.isBusy { endsAt = nil }
        keepPrepared(at: moment, effects: &effects)
        if standsAnew { effects += [.disarm(.stall(stamp)), .arm(.stall(stamp))] }
        let changes = demands.effects(since: demandsBefore, stamp: stamp)
        // A stop precedes its seek back; a restart follows its seek. A seek applies the tracks that are
        // chosen when it is sent.
        return changes.filter(\.comesFirst) + effects + changes.filter { !$0.comesFirst }
    }

    /// The desired state, derived from this state alone, so that no step of the reducer can miss it.
    package var demands: DesiredState {
        var demands = DesiredState()
        guard hasPipeline else { return demands }
        demands.stamp = stamp
        demands.plays = wantsToPlay && isPrerolled && !isBufferLow && !steps.isBusy && !seeks.isScrubbing
        demands.output = outputSettings
        demands.pace = pace
        demands.ticks = (isWatched || catchUp.isActive) && state.isPlaying
        if state.isPlaying {
            demands.watchedTimes = watchedTimes
            demands.watchedTimes.formUnion(chapterTimes)
        }
        demands.subtitleDelay = subtitleDelay
        demands.follower = follower
        demands.isSeamless = itemReason == .natural || itemReason == .repeat
        if knowsTracks, !tracks.all.isEmpty {
            (demands.tracks, demands.appliedTracks) = (tracks.chosen, tracks.applied)
        }
        if status == .opening { demands.deadlines.insert(.load(stamp)) }
        if isPrerolled, seeks.inFlight != nil { demands.deadlines.insert(.seek(stamp, serial: seeks.serial)) }
        if steps.inFlight != nil { demands.deadlines.insert(.step(stamp, serial: steps.serial)) }
        if case .shown(let pause) = seeks.preview {
            demands.deadlines.insert(.settle(stamp, serial: seeks.serial, after: pause))
        }
        if buffer.standsAt != nil { demands.deadlines.insert(.stall(stamp)) }
        if buffer.standsSince != nil, !buffer.isStalled { demands.deadlines.insert(.moment(stamp)) }
        return demands
    }

    /// A closed player ignores commands, but answers waiting callers (contract 2.8).
    private func refuse(_ command: Command, effects: inout [Effect]) {
        let id: Int? =
            switch command {
            case .seek(let request): request.id
            case .skip(let id, _), .step(let id, _), .seekToLive(let id): id
            default: nil
            }
        if case .refresh(let id) = command { effects.append(.refreshed(id: id)) }
        if let id { effects.append(.answer(seek: id, .failed(PlayerError(.closed, "The player is closed")))) }
    }

    private mutating func expire(_ deadline: Deadline, at moment: Moment, effects: inout [Effect]) {
        switch deadline {
        case .load:
            let error = PlayerError(
                .timedOut, "Opening took too long", hint: "check that the source answers", uri: item?.uri)
            fail(error, at: moment, effects: &effects)
        // Playback may have resumed without a report.
        case .stall where hasGoneOn(at: moment): break
        case .stall:
            let error = PlayerError(
                .timedOut, "Playback stood still for too long", hint: "check the network", uri: item?.uri)
            fail(error, at: moment, effects: &effects)
        case .seek:
            finishSeek(.timedOut, at: moment, effects: &effects)
        case .step: finishStep(.timedOut, effects: &effects)
        case .settle: settle(effects: &effects)
        case .moment: buffer.isStalled = true
        }
    }
}

/// The desired state of the surroundings.
package struct DesiredState: Equatable {
    package var stamp: LoadID?
    package var plays = false
    package var output = OutputSettings()
    package var ticks = false
    /// The speed of the pipeline's clock.
    package var pace = 1.0
    package var watchedTimes = TimeSubscriptions()
    package var subtitleDelay: Duration = .zero
    /// The load that starts when the current one ends, if both are known.
    package var follower: Follower?
    /// Whether the current load continues at the end of the previous one.
    package var isSeamless = false
    /// The tracks to present once they are known; the pipeline chooses by the same rule.
    package var tracks: TrackSelection?
    package var appliedTracks = TrackSelection()
    package var deadlines: Set<Deadline> = []

    /// The effects between two desired states. The order of a set varies between runs and must not affect the
    /// effects.
    func effects(since old: DesiredState, stamp current: LoadID) -> [Effect] {
        var effects: [Effect] = []
        effects += old.deadlines.subtracting(deadlines).sorted().map { .disarm($0) }
        let oldPace = old.stamp == stamp ? old.pace : 1
        if let gone = old.stamp, gone != stamp, old.pace != 1 { effects.append(.send(.setPace(1), gone)) }
        if let stamp, pace != oldPace { effects.append(.send(.setPace(pace), stamp)) }
        // A successor whose turn comes early starts immediately.
        if let gone = old.follower, gone.stamp != follower?.stamp, gone.stamp != stamp || !isSeamless {
            effects.append(.send(.setPlaying(false), gone.stamp))
        }
        if let follower, follower != old.follower {
            effects.append(.send(.start(at: follower.time), follower.stamp))
        }
        if let stamp {
            let isNew = old.stamp != stamp
            if !isNew, output != old.output { effects.append(.send(.setOutput(output), stamp)) }
            if !isNew, subtitleDelay != old.subtitleDelay {
                effects.append(.send(.delaySubtitles(subtitleDelay), stamp))
            }
            if let tracks, tracks != (isNew ? nil : old.tracks) ?? appliedTracks {
                effects.append(.send(.selectTracks(tracks), stamp))
            }
            // A load that was started for its turn is reported in any case.
            let hasBegun = isNew && old.follower?.stamp == stamp
            if hasBegun || plays != (isNew ? false : old.plays) {
                effects.append(.send(.setPlaying(plays), stamp))
            }
            if ticks != (isNew ? false : old.ticks) { effects.append(.send(.setTicking(ticks), stamp)) }
            if watchedTimes != (isNew ? TimeSubscriptions() : old.watchedTimes) {
                effects.append(.send(.watchTimes(watchedTimes), stamp))
            }
        }
        effects += deadlines.subtracting(old.deadlines).sorted().map { .arm($0) }
        return effects
    }
}

extension Effect {
    fileprivate var comesFirst: Bool {
        switch self {
        case .send(.setPlaying(false), _), .send(.selectTracks, _), .send(.setPace(1), _): true
        default: false
        }
    }
}

/// A load that starts at a clock time.
package struct Follower: Sendable, Equatable {
    var stamp: LoadID
    var time: Duration
}

extension PlayerMachine {
    /// The prepared item that continues at the end of this one, if the end time is known.
    private var follower: Follower? {
        guard let endsAt, wantsToPlay || dueItem?.isSeamless == true, queue.endAction == .advance,
            let next = queue.upcomingItem,
            let load = prepared.first(where: { $0.queue.currentID == next.id }), load.status == .ready,
            !load.seeks.isBusy, !load.isBufferLow
        else { return nil }
        return Follower(stamp: load.stamp, time: endsAt)
    }
}

extension Command {
    /// Whether the setting is kept across items.
    fileprivate var isSetting: Bool {
        switch self {
        case .setMuted, .setVolume, .setAudioEffects, .setSpeed, .setAspectMode, .setTrackPreferences,
            .setSubtitleDelay, .setAudioDelay:
            true
        default: false
        }
    }
}

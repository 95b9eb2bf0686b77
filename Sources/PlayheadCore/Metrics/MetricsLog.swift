/// The metrics of a player: a pure function of its steps, so that a replay gives the same metrics.
struct MetricsLog {
    /// The metrics of the current item at the last step; nil without one.
    private(set) var current: PlaybackMetrics?
    /// The metrics of the latest former items, and the number of all former ones.
    private(set) var ended: [PlaybackMetrics] = []
    private(set) var endedCount = 0
    private var askedAt: Duration = .zero
    private var lastTime: Duration = .zero
    private var soughtAt: Duration?
    private var stoodSince: Duration?
    /// The counts of the earlier loads of the current item.
    private var earlier = Counts()

    /// Applies a step, with the media presented by then.
    mutating func take(
        from old: PlayerMachine, to new: PlayerMachine, at now: Duration, meter: PresentationMeter
    ) {
        if current != nil { advance(old, to: now) }
        if new.itemNumber != old.itemNumber {
            close(old, at: now, meter: meter)
            begin(new, at: now)
        } else if new.stamp != old.stamp {
            earlier = earlier + Counts(meter)
        }
        guard current != nil else { return }
        follow(from: old, to: new, at: now)
    }

    /// The metrics of the current item at an instant.
    func current(_ snapshot: PlayerMachine, at now: Duration, meter: PresentationMeter) -> PlaybackMetrics? {
        var copy = self
        copy.advance(snapshot, to: now)
        copy.measure(meter)
        return copy.current
    }

    private mutating func begin(_ new: PlayerMachine, at now: Duration) {
        current = new.item.map { PlaybackMetrics(uri: $0.uri, itemNumber: new.itemNumber) }
        (askedAt, lastTime, soughtAt, stoodSince, earlier) = (now, now, nil, nil, Counts())
    }

    private mutating func close(_ old: PlayerMachine, at now: Duration, meter: PresentationMeter) {
        measure(meter)
        guard var last = current else { return }
        last.isFinal = true
        ended.append(last)
        endedCount += 1
        if ended.count > Self.most { ended.removeFirst() }
        current = nil
    }

    /// Adds the time since the last step.
    private mutating func advance(_ state: PlayerMachine, to now: Duration) {
        let passed = now - lastTime
        lastTime = now
        guard passed > .zero else { return }
        if state.timeline.isAdvancing { current?.watched += passed }
        if current?.outcome == nil { current?.wallTime = now - askedAt }
        if let stoodSince, let index = current?.stalls.indices.last {
            current?.stallTime += passed
            current?.stalls[index].length = now - stoodSince
        }
    }

    private mutating func measure(_ meter: PresentationMeter) {
        current?.played = meter.played
        let counts = earlier + Counts(meter)
        current?.decodedVideoFrames = counts.pictures
        current?.presentedVideoFrames = counts.pictures - counts.tally.latePictures
        current?.droppedVideoFrames = counts.tally.latePictures + counts.tally.skippedPictures
        current?.presentedAudioBuffers = counts.sounds
        current?.audioUnderruns = counts.tally.audioUnderruns
        current?.audioResyncs = counts.tally.audioResyncs
    }

    /// The counts of a load.
    private struct Counts {
        var pictures = 0
        var sounds = 0
        var tally = PresentationMeter.Tally()

        init() {}

        init(_ meter: PresentationMeter) {
            pictures = meter.passed(on: .video)
            sounds = meter.passed(on: .audio)
            tally = meter.tally
        }

        static func + (one: Counts, other: Counts) -> Counts {
            var sum = one
            sum.pictures += other.pictures
            sum.sounds += other.sounds
            sum.tally.latePictures += other.tally.latePictures
            sum.tally.skippedPictures += other.tally.skippedPictures
            sum.tally.audioUnderruns += other.tally.audioUnderruns
            sum.tally.audioResyncs += other.tally.audioResyncs
            return sum
        }
    }

    private mutating func follow(from old: PlayerMachine, to new: PlayerMachine, at now: Duration) {
        let isNew = new.itemNumber != old.itemNumber
        if new.endReason != nil || new.status != .stopped { current?.outcome = new.endReason }
        if new.warningCount != old.warningCount {
            current?.warnings += new.warningCount - old.warningCount
        }
        let isKnown = new.duration != nil || !new.tracks.isEmpty || new.hasVideo || new.hasAudio
        if current?.startup.untilMetadata == nil, isKnown {
            current?.startup.untilMetadata = now - askedAt
        }
        if current?.startup.untilReady == nil, new.isPrerolled { current?.startup.untilReady = now - askedAt }
        if current?.startup.untilStarted == nil, new.timeline.isAdvancing {
            current?.startup.untilStarted = now - askedAt
        }
        if !isNew, let variant = old.variant, let next = new.variant, next != variant {
            current?.variantSwitches += 1
        }
        // Another load of the same item starts from zero.
        let known = isNew || new.stamp != old.stamp ? TransferTotals() : old.traffic
        current?.fetchedBytes += new.traffic.bytes - known.bytes
        current?.fetchTime += new.traffic.time - known.time
        followSeeks(from: old, to: new, isNew: isNew, at: now)
        followStall(from: old, to: new, isNew: isNew, at: now)
    }

    private mutating func followSeeks(
        from old: PlayerMachine, to new: PlayerMachine, isNew: Bool, at now: Duration
    ) {
        if new.seeks.isBusy, new.isPrerolled {
            soughtAt = soughtAt ?? now
        } else if let began = soughtAt {
            soughtAt = nil
            guard new.hasPipeline, !isNew, new.seeks.overdue == nil else { return }
            current?.seekCount += 1
            current?.seeks.append(
                PlaybackMetrics.Seek(position: new.timeline.anchor, latency: now - began))
            if current?.seeks.count ?? 0 > Self.most { current?.seeks.removeFirst() }
        }
    }

    private mutating func followStall(
        from old: PlayerMachine, to new: PlayerMachine, isNew: Bool, at now: Duration
    ) {
        if new.buffer.isStalled, stoodSince == nil, let since = new.buffer.standsSince {
            stoodSince = since
            current?.stallCount += 1
            current?.stallTime += now - since
            current?.stalls.append(
                PlaybackMetrics.Stall(position: new.timeline.anchor, length: now - since))
            if current?.stalls.count ?? 0 > Self.most { current?.stalls.removeFirst() }
        } else if !new.buffer.isStalled, stoodSince != nil {
            stoodSince = nil
            if new.buffer.resumes != old.buffer.resumes, let index = current?.stalls.indices.last {
                current?.stalls[index].hasEnded = true
            }
        }
    }

    private static let most = 100
}

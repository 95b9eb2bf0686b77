internal import Dispatch
internal import GStreamer
internal import PlayheadCore

extension AudioDevice {
    /// Takes the next audio of a feed.
    func take(_ sound: AudioRun, of feed: AudioFeed) {
        queue.async { [self] in
            if isBroken, !isClosed, !feed.isToldOfFault {
                // The audio was created before the fault.
                feed.isToldOfFault = true
                feed.onFault(nil)
            }
            guard !isClosed, !isBroken else { return }
            if !feeds.contains(where: { $0 === feed }) { feeds.append(feed) }
            if feeds.first === feed {
                play(sound, of: feed)
            } else {
                feed.pending.append(sound)
            }
        }
    }

    /// A feed has no more audio for now. `action` is called when all of its audio has been heard.
    func end(_ feed: AudioFeed, _ action: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            guard !isClosed, !isBroken else { return action() }
            if feeds.first === feed, feed.pending.isEmpty {
                finish(feed, action)
            } else if feeds.contains(where: { $0 === feed }) {
                feed.pendingEnd = action
            } else {
                action()
            }
        }
    }

    /// Drops the audio of a feed that was not heard yet.
    func flush(_ feed: AudioFeed, fadesIn: Bool) {
        queue.async { [self] in
            if fadesIn { effects.fadeIn() }
            feed.pending = []
            feed.pendingEnd = nil
            let isNext = feeds.first === feed
            let isOver = !isNext && !ends.contains { $0.feed === feed }
            ends.removeAll { $0.feed === feed }
            feeds.removeAll { $0 === feed }
            dropHeard()
            guard let first = kept.firstIndex(where: { $0.feed === feed }) else {
                // A load that waits for its format lets the audio before it play to its end.
                if isNext, !isHeldForFormat { dryOut() }
                return letNextPlay(afresh: isNext)
            }
            // The flush of a feed that has ended must not disturb the audio of the next feed.
            if isOver, kept[first...].contains(where: { $0.feed !== feed }) { return }
            giveBack(from: first, butOf: feed)
            drop(from: first)
            letNextPlay(afresh: true)
        }
    }

    /// Returns audio that other feeds have handed over to their queues, until it is due again.
    private func giveBack(from index: Int, butOf feed: AudioFeed) {
        for entry in kept[index...].reversed() where entry.feed !== feed {
            let other = entry.feed
            other.pending.insert(entry.sound, at: 0)
            if let end = ends.firstIndex(where: { $0.feed === other }) {
                other.pendingEnd = ends.remove(at: end).action
            }
            feeds.removeAll { $0 === other }
            feeds.insert(other, at: 0)
        }
    }

    /// Drops the audio that was not heard, from an index on.
    private func drop(from index: Int) {
        let others = kept[..<index].map(\.feed)
        rest()
        kept.removeAll { entry in !others.contains { $0 === entry.feed } }
        guard let last = kept.last else {
            dryOut()
            return settle(until: taken)
        }
        taken = last.end
        tellWaiting()
        if !isPaused { start() }
    }

    func finish(_ feed: AudioFeed, _ action: @escaping @Sendable () -> Void) {
        feeds.removeFirst()
        ends.append(End(at: taken, feed: feed, action: action))
        letNextPlay()
        lookForEnds()
    }

    /// Plays audio that waits for its turn. `afresh` is set if the feed that it waited for may be gone.
    func letNextPlay(afresh: Bool = false) {
        if afresh { isHeldForFormat = false }
        while !isHeldForFormat, let feed = feeds.first {
            let pending = feed.pending
            feed.pending = []
            for sound in pending { play(sound, of: feed) }
            guard !isHeldForFormat, let end = feed.pendingEnd else { return }
            feed.pendingEnd = nil
            feeds.removeFirst()
            ends.append(End(at: taken, feed: feed, action: end))
        }
    }

    func play(_ sound: AudioRun, of feed: AudioFeed) {
        if isHeldForFormat || !goesOn(with: sound, of: feed) { return hold(sound, of: feed) }
        if isEnded { interrupt() }
        guard var sound = shifted(sound, of: feed) else { return }
        let due = sound.due.map { $0 + feed.delay + shift }
        if let due, !isPaused {
            let wasDry = isDry
            if wasDry { rest() }
            let gap = due - turn - (run == nil ? Self.startDelay : .zero)
            let goesOn = dueNext.map { abs(($0 - due).inNanoseconds) < Self.tolerance.inNanoseconds } ?? false
            let joint = SoundJoint(gap: gap, goesOn: goesOn, isInTime: due >= timeline.clock.now)
            feed.count(joint, afterSilence: wasDry)
            switch joint {
            case .gap:
                if sound.encoding != nil {
                    if run != nil { return hold(sound, of: feed) }
                    start(after: gap)
                } else if let silence = sound.silence(gap) {
                    append(silence, of: feed)
                }
                lateness = nil
            case .tooLate:
                stopHolding()
                guard let rest = sound.dropping(.zero - gap) else { return }
                sound = rest
                lateness = nil
            case .seam: keepTogether(late: .zero - gap)
            }
        }
        append(sound, of: feed)
        dueNext = sound.due.map { $0 + feed.delay + shift + sound.duration }
        if run == nil, !isPaused { start() }
    }

    /// The time at which the next audio would be heard. The clock and the remaining audio are read again if
    /// the thread was interrupted between the two.
    var turn: Duration {
        var (before, left, after) = (timeline.clock.now, pacedRemaining, timeline.clock.now)
        for _ in 0..<8 where after - before > .milliseconds(1) {
            (before, left, after) = (timeline.clock.now, pacedRemaining, timeline.clock.now)
        }
        return before + left
    }

    func append(_ sound: AudioRun, of feed: AudioFeed) {
        let entry = Kept(feed: feed, start: taken, sound: sound, pace: pace)
        taken += entry.length
        kept.append(entry)
        if run != nil { push(entry) }
        dropHeard()
        tellWaiting()
    }
}

internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension AudioDevice {
    /// Sees to it that those who wait are told when it is time, and that an output which has nothing to say does not run for ever.
    func lookForEnds() {
        guard let next = nextLook, run != nil || next <= heardBefore else {
            if ends.isEmpty, feeds.isEmpty { restLater() }
            return
        }
        looks += 1
        let wait = max(next - heard, .zero)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.inNanoseconds))) { [weak self, looks] in
            self?.look(looks, since: wait)
        }
    }

    func look(_ number: Int, since waited: Duration) {
        guard number == looks, run != nil || nextLook.map({ $0 <= heardBefore }) ?? false else { return }
        if let next = nextLook, next - heard > .milliseconds(1), !isStuck {
            // What is too short to fill the output is not begun; and a resampler keeps the last samples until more come.
            pad()
            return lookForEnds()
        }
        // An output that stands still keeps nobody.
        let heard = isStuck ? taken : heard + .milliseconds(1)
        settle(until: heard)
        if isHeldForFormat, taken <= heard { openAnew() }
        lookForEnds()
    }

    /// What is waited for next: that so much has been heard.
    private var nextLook: Duration? { ends.first?.at ?? (isHeldForFormat ? taken : nil) }

    /// Whether the output does not go on.
    var isStuck: Bool {
        guard let run else { return false }
        return timeline.clock.even - run.began > (taken - heardBefore) + .seconds(2)
    }

    /// Silence behind everything, without which the output might not come to its end.
    func pad() {
        guard Workaround.scaletempoTail.isNeeded, feeds.isEmpty || isHeldForFormat, let run,
            let last = kept.last,
            isStretched || sink.soundTime == run.soundTime,
            let silence = last.sound.silence(Self.buffer * 2)
        else { return }
        push(Kept(feed: last.feed, start: taken, sound: silence, pace: pace))
    }

    func settle(until heard: Duration) {
        let due = ends.prefix { $0.at <= heard }
        ends.removeFirst(due.count)
        for end in due { end.action() }
    }

    /// An output that has nothing to say does not run.
    func restLater() {
        looks += 1
        queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self, looks] in
            guard let self, looks == self.looks, feeds.isEmpty, ends.isEmpty, run != nil else { return }
            dryOut()
        }
    }

    /// Has the clock wait for a device that is much too late, and steers it otherwise.
    func keepTogether(late: Duration) {
        if late > (isHolding ? Self.tolerance : Self.most) {
            hold(for: late)
        } else {
            stopHolding()
            steer(late: late)
        }
    }

    /// Runs the clock at half its speed until the device has caught up. A sound server may have seconds of silence to play first: all that
    /// it is given is heard late then, and nothing has come too late.
    private func hold(for late: Duration) {
        isHolding = true
        holds += 1
        lateness = nil
        timeline.clock.gain(-Self.holdingGain)
        let length = late / Self.holdingGain
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(length.inNanoseconds))) { [weak self, holds] in
            if let self, holds == self.holds { stopHolding() }
        }
    }

    func stopHolding() {
        guard isHolding else { return }
        isHolding = false
        timeline.clock.gain(0)
    }

    /// Makes the clock slower by as much as the device is late, and faster where it is early: so they do not drift apart, and no sample is
    /// left out or doubled for that.
    func steer(late: Duration) {
        guard let run, timeline.clock.even - run.began > .milliseconds(500) else { return }
        let average = lateness.map { $0 + (late - $0) * 0.1 } ?? late
        lateness = average
        guard timeline.clock.even - steeredAt > .milliseconds(500) else { return }
        steeredAt = timeline.clock.even
        let gain = -(average / .seconds(10))
        timeline.clock.gain(min(max(gain, -Self.mostGain), Self.mostGain))
    }
}

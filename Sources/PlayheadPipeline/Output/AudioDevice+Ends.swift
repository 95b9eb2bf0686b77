internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension AudioDevice {
    /// Schedules the next check for audio that has been heard, or for an output that has nothing left to
    /// play.
    func lookForEnds() {
        guard let next = nextLook, run != nil || next <= heardBefore else {
            if ends.isEmpty, feeds.isEmpty { restLater() }
            return
        }
        looks += 1
        let wait = max(next - heard - (needsEmptying(at: next) ? Self.emptyingLead : .zero), .zero)
        queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait.inNanoseconds))) { [weak self, looks] in
            self?.look(looks, since: wait)
        }
    }

    func look(_ number: Int, since waited: Duration) {
        guard number == looks, run != nil || nextLook.map({ $0 <= heardBefore }) ?? false else { return }
        if let next = nextLook, needsEmptying(at: next) {
            emptied = taken
            pad()
            return lookForEnds()
        }
        if let next = nextLook, next - heard > .milliseconds(1), !isStuck {
            // The output does not start with less than one buffer. A resampler also holds the last samples
            // until more arrive.
            pad()
            return lookForEnds()
        }
        // An output that is stuck must not delay its callers.
        let heard = isStuck ? taken : heard + .milliseconds(1)
        settle(until: heard)
        if isHeldForFormat, taken <= heard { openAnew() }
        lookForEnds()
    }

    /// The amount of heard audio at which the next check is due.
    private var nextLook: Duration? { ends.first?.at ?? (isHeldForFormat ? taken : nil) }

    /// Whether the output has made no progress for 2 s beyond the audio that it holds.
    var isStuck: Bool {
        guard let run else { return false }
        return timeline.clock.even - run.began > (taken - heardBefore) + .seconds(2)
    }

    /// Appends silence behind all audio. Without it the output might not reach its end.
    func pad() {
        if kept.last?.sound.encoding != nil { return endStream() }
        guard Workaround.scaletempoTail.isNeeded || shifter != nil, feeds.isEmpty || isHeldForFormat,
            let run, let last = kept.last,
            isStretched || shifter != nil || sink.soundTime == run.soundTime,
            let silence = last.sound.silence(Self.buffer * 2)
        else { return }
        push(Kept(feed: last.feed, start: taken, sound: silence, pace: pace))
    }

    func settle(until heard: Duration) {
        let due = ends.prefix { $0.at <= heard }
        ends.removeFirst(due.count)
        for end in due { end.action() }
    }

    /// Stops an output that has had nothing to play for 500 ms.
    func restLater() {
        looks += 1
        queue.asyncAfter(deadline: .now() + .milliseconds(500)) { [weak self, looks] in
            guard let self, looks == self.looks, feeds.isEmpty, ends.isEmpty, run != nil else { return }
            dryOut()
        }
    }

    /// Makes the clock wait for a device that is more than 150 ms late, and steers the clock otherwise.
    func keepTogether(late: Duration) {
        if late > (isHolding ? Self.tolerance : Self.most) {
            hold(for: late)
        } else {
            stopHolding()
            steer(late: late)
        }
    }

    /// Runs the clock at half its speed until the device has caught up. A sound server may have seconds of
    /// silence to play first. It presents all audio late then, and no audio was handed over too late.
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

    /// Slows the clock in proportion to the delay of the device, or speeds it up if the device is early. So
    /// the two do not drift apart, and no sample is dropped or doubled.
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

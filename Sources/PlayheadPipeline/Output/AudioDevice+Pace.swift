internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension AudioDevice {
    /// Sets the pace at which subsequent audio plays, with its pitch kept. Audio that was handed over plays
    /// at its old pace, and the clock changes its pace behind it. Without an element that keeps the pitch
    /// only the clock changes, and audio is dropped.
    func setPace(_ newPace: Double) {
        queue.async { [self] in
            guard !isClosed, !isBroken, tempo != nil else { return timeline.clock.pace = newPace }
            guard newPace != pace else { return }
            pace = newPace
            reviewPath()
            guard run != nil, remaining > .zero else { return turnPace() }
            let turn = taken
            paceTurn = turn
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(remaining.inNanoseconds))) { [weak self] in
                guard let self, paceTurn == turn else { return }
                turnPace()
                dropHeard()
                reviewPath()
            }
        }
    }

    /// Sets the clock to the pace of the audio that is heard from now on.
    func turnPace() {
        paceTurn = nil
        if tempo != nil { timeline.clock.pace = pace }
    }

    /// The time on the clock until all audio that was taken has been heard.
    var pacedRemaining: Duration {
        let remaining = remaining
        if pace == 1, paceTurn == nil { return remaining }
        let slow = min(max((paceTurn ?? .zero) - (taken - remaining), .zero), remaining)
        let clock = timeline.clock.pace
        return slow * clock + (remaining - slow) * pace
    }

    /// Passes an entry to the output.
    func push(_ entry: Kept) {
        var speed = entry.pace
        if speed == 1, isStretched, keepsStretching { speed = Self.nearlyOne }
        if speed != 1 { isStretched = true }
        let sound = path == .direct ? entry.sound : mixed(entry.sound, of: entry.feed)
        let level = entry.feed.level(isMixed: sound.channelMask != entry.sound.channelMask)
        effects.schedule(level, of: entry.feed, at: entry.start - heardBefore)
        source.push(sound, at: entry.start - heardBefore, speed: speed)
    }

    /// The element that shortens audio, and its neighbours.
    struct Tempo {
        private(set) var element: Element
        private let previous: Element
        private let next: Element

        /// Nil if `scaletempo` is not installed.
        init?(from previous: Element, to next: Element) {
            guard let element = Element.make("scaletempo") else { return nil }
            (self.element, self.previous, self.next) = (element, previous, next)
        }

        /// Replaces the element: one that was used produces noise after a restart (1.22.0).
        mutating func renew(in pipeline: Element) {
            guard Workaround.scaletempoReuse.isNeeded, let fresh = Element.make("scaletempo") else { return }
            pipeline.remove(element)
            pipeline.add(fresh)
            previous.link(to: fresh)
            fresh.link(to: next)
            fresh.syncStateWithParent()
            element = fresh
        }
    }

    /// At normal speed `scaletempo` drops the samples that it holds (1.22.0).
    private static let nearlyOne = 1.000001
    /// The duration of audio that `scaletempo` holds.
    static let stretchDelay: Duration = .milliseconds(45)
}

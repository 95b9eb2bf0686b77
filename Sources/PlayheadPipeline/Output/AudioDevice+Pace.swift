internal import Dispatch
internal import GStreamer
internal import PlayheadCore
internal import PlayheadSystem

extension AudioDevice {
    /// Has what comes next be heard in less time, with its own pitch, and the clock run as fast as soon as it is heard: what has been handed over is
    /// heard as it is. Without what keeps the pitch the clock alone is made faster, and sound is left out for that.
    func setPace(_ newPace: Double) {
        queue.async { [self] in
            guard !isClosed, !isBroken, tempo != nil else { return timeline.clock.pace = newPace }
            guard newPace != pace else { return }
            pace = newPace
            guard run != nil, remaining > .zero else { return turnPace() }
            let turn = taken
            paceTurn = turn
            queue.asyncAfter(deadline: .now() + .nanoseconds(Int(remaining.inNanoseconds))) { [weak self] in
                if let self, paceTurn == turn { turnPace() }
            }
        }
    }

    /// The clock runs as fast as what is heard from now on.
    func turnPace() {
        paceTurn = nil
        if tempo != nil { timeline.clock.pace = pace }
    }

    /// How far the clock goes until everything has been heard that was taken.
    var pacedRemaining: Duration {
        let remaining = remaining
        if pace == 1, paceTurn == nil { return remaining }
        let slow = min(max((paceTurn ?? .zero) - (taken - remaining), .zero), remaining)
        let clock = timeline.clock.pace
        return slow * clock + (remaining - slow) * pace
    }

    /// Gives it to the output.
    func push(_ entry: Kept) {
        var speed = entry.pace
        if speed == 1, isStretched, keepsStretching { speed = Self.nearlyOne }
        if speed != 1 { isStretched = true }
        source.push(entry.sound, at: entry.start - heardBefore, speed: speed)
    }

    /// What makes sound shorter, and its place.
    struct Tempo {
        private(set) var element: Element
        private let previous: Element
        private let next: Element

        /// Nil where it is not installed.
        init?(from previous: Element, to next: Element) {
            guard let element = Element.make("scaletempo") else { return nil }
            (self.element, self.previous, self.next) = (element, previous, next)
        }

        /// Another one in its place: one that has been used gives noise when it begins anew (1.22.0).
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

    /// At normal speed `scaletempo` lets go of what it holds (1.22.0).
    private static let nearlyOne = 1.000001
    /// How much it holds.
    static let stretchDelay: Duration = .milliseconds(45)
}

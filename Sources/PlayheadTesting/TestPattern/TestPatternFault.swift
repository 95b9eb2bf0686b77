internal import Playhead

/// Something that is wrong with sample media, on purpose.
public enum TestPatternFault: Sendable, Hashable {
    /// This frame is not there; the one before stands until the next.
    case dropFrame(Int)
    /// This frame comes twice, each time for half as long.
    case doubleFrame(Int)
    /// Each of two frames comes where the other one belongs.
    case swapFrames(Int, Int)
    /// No sound is to be heard from one media time to another, on any track.
    case silence(from: Duration, to: Duration)
    /// The sound comes so much later than the pictures that it belongs to; earlier if negative.
    case skew(Duration)
}

extension TestPattern {
    /// A frame as it is written.
    struct Slot: Sendable, Equatable {
        /// Which frame is shown.
        var picture: Int
        var start: Duration
        var duration: Duration
    }

    /// The frames in the order in which they are written.
    var slots: [Slot] {
        guard let rate = video?.rate else { return [] }
        var slots = (0..<frameCount).map { number in
            let start = rate.time(ofFrame: number)
            return Slot(picture: number, start: start, duration: rate.time(ofFrame: number + 1) - start)
        }
        for fault in faults {
            switch fault {
            case .dropFrame(let number): slots.removeAll { $0.picture == number }
            case .doubleFrame(let number):
                guard let index = slots.firstIndex(where: { $0.picture == number }) else { continue }
                slots[index].duration = .nanoseconds(slots[index].duration.inNanoseconds / 2)
                var second = slots[index]
                second.start += second.duration
                slots.insert(second, at: index + 1)
            case .swapFrames(let one, let other):
                guard let first = slots.firstIndex(where: { $0.picture == one }),
                    let second = slots.firstIndex(where: { $0.picture == other })
                else { continue }
                (slots[first].picture, slots[second].picture) = (other, one)
            case .silence, .skew: break
            }
        }
        return slots
    }

    /// How much later the sound comes.
    var skew: Duration {
        faults.reduce(.zero) { if case .skew(let skew) = $1 { $0 + skew } else { $0 } }
    }

    var silences: [Range<Duration>] {
        faults.compactMap {
            if case .silence(let start, let end) = $0, start < end { start..<end } else { nil }
        }
    }
}

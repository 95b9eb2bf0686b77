internal import Playhead

/// A deliberate fault in a test pattern.
public enum TestPatternFault: Sendable, Hashable {
    /// The frame is missing. The previous one lasts until the next.
    case dropFrame(Int)
    /// The frame occurs twice, each time for half its duration.
    case doubleFrame(Int)
    /// Two frames are exchanged.
    case swapFrames(Int, Int)
    /// All audio tracks are silent for a range of media time.
    case silence(from: Duration, to: Duration)
    /// The audio is delayed relative to the video; a negative value makes it early.
    case skew(Duration)
}

extension TestPattern {
    /// A frame as it is written.
    struct Slot: Sendable, Equatable {
        /// The number of the frame that is shown.
        var picture: Int
        var start: Duration
        var duration: Duration
    }

    /// The frames in the order of the file.
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

    /// The delay of the audio.
    var skew: Duration {
        faults.reduce(.zero) { if case .skew(let skew) = $1 { $0 + skew } else { $0 } }
    }

    var silences: [Range<Duration>] {
        faults.compactMap {
            if case .silence(let start, let end) = $0, start < end { start..<end } else { nil }
        }
    }
}

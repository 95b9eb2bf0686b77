/// A walk from frame to frame while paused, as the moves that an output makes and the frames at which it arrives.
///
/// Forwards, the output takes the next frames. Backwards, a seek leads to where an earlier frame begins, or just before the
/// earliest one that is known. Where no such seek lands on an earlier frame, because the demuxer begins to decode too late for
/// it, the walk goes back further, counts the frames up to where it came from, and stops short of it the next time.
struct FrameStepper: Sendable, Equatable {
    /// What is shown, on the media timeline.
    struct Frame: Sendable, Equatable {
        var start: Duration
        /// Nil when the frame does not say how long it lasts.
        var end: Duration?
        /// Counts what came to the output: some frames have the same times.
        var number: Int
    }

    enum Move: Sendable, Equatable {
        case forward(Int)
        case seek(to: Duration)
        case done
    }

    /// So many frames back, to the last one that begins before the bound.
    private struct Leap: Sendable, Equatable {
        var frames: Int
        var bound: Duration
        var target: Duration
        /// Whether the frame begins with the target; otherwise the next one begins with the bound.
        var isExact: Bool

        /// Whether a frame is the one, as far as can be told. Frames may claim to last longer than until the next one, and a seek
        /// may show one of these that is over.
        func fits(_ frame: Frame) -> Bool {
            if isExact { return frame.start + FrameStepper.rounding >= target }
            guard let end = frame.end else { return false }
            return end >= bound - FrameStepper.rounding && end <= bound + FrameStepper.rounding
        }
    }

    private struct Base: Sendable, Equatable {
        var bound: Duration
        var frames: Int
    }

    private enum Stage: Sendable, Equatable {
        case standing
        case forward
        case leap(Leap)
        /// After a leap to an earlier frame than was wanted, so many on. The last one had this number.
        case approach(Leap, ahead: Int, last: Int)
        /// So far back that frames can be counted from there.
        case reach(Duration)
        /// So many were counted from that target on. The last one had this number.
        case count(Int, from: Duration, last: Int)
        case comeBack(to: Duration, thenForward: Int)
        case catchUp(Int)
    }

    private(set) var frame: Frame
    private(set) var hasMoved = false
    /// How many frames are left to go; negative is backwards.
    private var remaining: Int
    private var stage = Stage.standing
    /// Up to where all frames are known that the decoder was given, and how many frames back that is.
    private var base: Base
    /// How often the frame before it has been looked for in vain.
    private var misses = 0

    init(frames: Int, from frame: Frame) {
        remaining = frames
        self.frame = frame
        base = Base(bound: frame.start, frames: 0)
    }

    /// The next move; `earlier` are the beginnings of frames before this one that are known, the latest first.
    mutating func next(earlier: [Duration]) -> Move {
        if stage == .standing, !setOut(earlier) { return .done }
        return switch stage {
        case .standing: .done
        case .forward: .forward(remaining)
        case .leap(let leap): .seek(to: leap.target)
        case .approach, .count: .forward(1)
        case .reach(let distance): .seek(to: max(frame.start - distance, .zero))
        case .comeBack(let target, _): .seek(to: target)
        case .catchUp(let count): .forward(count)
        }
    }

    /// Chooses the way from here on; false when there is none to go.
    private mutating func setOut(_ earlier: [Duration]) -> Bool {
        if remaining > 0 {
            stage = .forward
            return true
        }
        let known = earlier.filter { $0 >= .zero && $0 < base.bound }
        let bound = known.last ?? base.bound
        // Before zero there is nothing.
        if bound <= .zero { remaining = max(remaining, -base.frames - known.count) }
        guard remaining < 0 else { return false }
        let wanted = -remaining - base.frames
        if misses == distances.count {
            stage = .reach(.seconds(1))
        } else if known.count >= wanted {
            let target = known[wanted - 1]
            stage = .leap(
                Leap(frames: -remaining, bound: target + Self.rounding, target: target, isExact: true))
        } else {
            let target = max(bound - distances[misses], .zero)
            stage = .leap(
                Leap(frames: base.frames + known.count + 1, bound: bound, target: target, isExact: false))
        }
        return true
    }

    /// How far before the beginning of a frame the one before it is looked for. A demuxer may round a target up to its own unit of
    /// time, and does not decode what lies before a keyframe at it; some count whole frames.
    private var distances: [Duration] {
        let length = frame.end.map { max($0 - frame.start, .nanoseconds(1)) } ?? .milliseconds(40)
        return [min(.milliseconds(2), length / 2), length]
    }

    /// Within which two times are of one frame.
    fileprivate static let rounding: Duration = .microseconds(500)
}

extension FrameStepper {
    /// A move has led to a frame.
    mutating func arrive(at arrival: Frame) {
        switch stage {
        case .standing: break
        case .forward:
            take(arrival, isOther: arrival.number != frame.number)
            remaining = 0
        case .leap(let leap):
            if arrival.start < leap.bound { return land(arrival, leap, ahead: 0) }
            misses += 1
            base = Base(bound: leap.bound, frames: leap.frames - 1)
            stage = .standing
        case .approach(let leap, let ahead, let last):
            if arrival.start < leap.bound, arrival.number != last {
                return land(arrival, leap, ahead: ahead + 1)
            }
            // Nothing comes between, or what is decoded there is never shown.
            remaining += leap.frames
            stage = .comeBack(to: leap.target, thenForward: ahead)
        case .reach(let distance): reach(arrival, distance)
        case .count(let count, let target, let last):
            if arrival.start < frame.start, arrival.number != last {
                stage = .count(count + 1, from: target, last: arrival.number)
            } else {
                stage = .comeBack(to: target, thenForward: max(count + remaining, 0))
                remaining = min(count + remaining, 0)
            }
        case .comeBack(_, let count) where count > 0: stage = .catchUp(count)
        case .comeBack, .catchUp: take(arrival, isOther: true)
        }
    }

    /// A leap led to an earlier frame.
    private mutating func land(_ arrival: Frame, _ leap: Leap, ahead: Int) {
        if leap.fits(arrival) {
            remaining += leap.frames
            take(arrival, isOther: true)
        } else {
            stage = .approach(leap, ahead: ahead, last: arrival.number)
        }
    }

    private mutating func reach(_ arrival: Frame, _ distance: Duration) {
        if arrival.start < frame.start {
            stage = .count(1, from: max(frame.start - distance, .zero), last: arrival.number)
        } else if distance < frame.start {
            stage = .reach(distance * 4)
        } else {
            // There is nothing before it.
            remaining = 0
            stage = .standing
        }
    }

    private mutating func take(_ arrival: Frame, isOther: Bool) {
        frame = arrival
        base = Base(bound: arrival.start, frames: 0)
        hasMoved = hasMoved || isOther
        misses = 0
        stage = .standing
    }
}

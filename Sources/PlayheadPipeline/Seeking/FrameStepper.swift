/// A walk from frame to frame while paused: the moves of an output, and the frames that it arrives at.
///
/// - Forwards, the output takes the next frames.
/// - Backwards, a seek leads to the start of an earlier frame, or just before the earliest known one.
/// - No such seek may land on an earlier frame, because the demuxer starts to decode too late. The walk then
///   seeks further back, counts the frames up to its origin, and stops before it the next time.
struct FrameStepper: Sendable, Equatable {
    /// The frame that is shown, on the media timeline.
    struct Frame: Sendable, Equatable {
        var start: Duration
        /// Nil if the frame has no duration.
        var end: Duration?
        /// Counts the frames that entered the output, because some frames have the same times.
        var number: Int
    }

    enum Move: Sendable, Equatable {
        case forward(Int)
        case seek(to: Duration)
        case done
    }

    /// A seek back by a number of frames, to the last frame that begins before the bound.
    private struct Leap: Sendable, Equatable {
        var frames: Int
        var bound: Duration
        var target: Duration
        /// Whether the frame begins at the target. Otherwise the next frame begins at the bound.
        var isExact: Bool

        /// Whether a frame is the wanted one, as far as its times tell. Frames may claim to last beyond the
        /// start of the next one, and a seek may show such a frame that is over. `known` are the start times
        /// of frames that have entered the decoder.
        func fits(_ frame: Frame, known: [Duration]) -> Bool {
            if isExact { return frame.start + FrameStepper.rounding >= target }
            guard let end = frame.end else { return false }
            let last = bound - FrameStepper.rounding
            return end >= last && end <= bound + FrameStepper.rounding
                && !known.contains { $0 > frame.start + FrameStepper.rounding && $0 < last }
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
        /// Forward steps after a leap to an earlier frame than wanted. `last` is the number of the last
        /// frame.
        case approach(Leap, ahead: Int, last: Int)
        /// A seek far enough back that frames can be counted from there.
        case reach(Duration)
        /// A count of frames from that target on. `last` is the number of the last frame.
        case count(Int, from: Duration, last: Int)
        case comeBack(to: Duration, thenForward: Int)
        case catchUp(Int)
    }

    private(set) var frame: Frame
    private(set) var hasMoved = false
    /// The number of frames left to go. Negative is backwards.
    private var remaining: Int
    private var stage = Stage.standing
    /// The time before which not all frames are known, and its distance in frames.
    private var base: Base
    /// The number of failed searches for the frame before the base.
    private var misses = 0

    init(frames: Int, from frame: Frame) {
        remaining = frames
        self.frame = frame
        base = Base(bound: frame.start, frames: 0)
    }

    /// The next move. `earlier` are the known start times of frames before this one, the latest first.
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

    /// Chooses the way from here. Returns false if there is no frame to go to.
    private mutating func setOut(_ earlier: [Duration]) -> Bool {
        if remaining > 0 {
            stage = .forward
            return true
        }
        let known = earlier.filter { $0 >= .zero && $0 < base.bound }
        let bound = known.last ?? base.bound
        // There are no frames before zero.
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

    /// The distances before the start of a frame at which the frame before it is searched. A demuxer may
    /// round a target up to its time unit, and then skips the frames before a keyframe there. Some demuxers
    /// count whole frames.
    private var distances: [Duration] {
        let length = frame.end.map { max($0 - frame.start, .nanoseconds(1)) } ?? .milliseconds(40)
        return [min(.milliseconds(2), length / 2), length]
    }

    /// Two times within this distance belong to one frame.
    fileprivate static let rounding: Duration = .microseconds(500)
}

extension FrameStepper {
    /// A move has led to a frame. `known` are the known start times of frames, also later ones.
    mutating func arrive(at arrival: Frame, known: [Duration] = []) {
        switch stage {
        case .standing: break
        case .forward:
            take(arrival, isOther: arrival.number != frame.number)
            remaining = 0
        case .leap(let leap):
            if arrival.start < leap.bound { return land(arrival, leap, ahead: 0, known: known) }
            misses += 1
            base = Base(bound: leap.bound, frames: leap.frames - 1)
            stage = .standing
        case .approach(let leap, let ahead, let last):
            if arrival.start < leap.bound, arrival.number != last {
                return land(arrival, leap, ahead: ahead + 1, known: known)
            }
            // There is no frame in between, or the decoder never outputs it.
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

    /// A leap has led to an earlier frame.
    private mutating func land(_ arrival: Frame, _ leap: Leap, ahead: Int, known: [Duration]) {
        if leap.fits(arrival, known: known) {
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
            // There is no frame before it.
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

import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadPipeline

/// The way from frame to frame over media that are only described, however a demuxer seeks in them.
struct FrameWalkTests {
    /// Where a demuxer lands that is asked for a time.
    enum Demuxer: String, CaseIterable, CustomTestStringConvertible {
        /// On the frame that contains it.
        case exact
        /// On a keyframe, if that begins less than a frame after it.
        case hasty
        /// It rounds times up to whole milliseconds.
        case coarse

        var testDescription: String { rawValue }
    }

    /// Frames with their beginnings in microseconds, each lasting until the next one begins, some of them keyframes.
    struct Film: CustomTestStringConvertible {
        var testDescription: String
        var beginnings: [Int]
        var keyframes: Int
        /// The lengths that the frames claim, if they are not the real ones.
        var lengths: [Int]?

        static let all = [
            Film(testDescription: "even", beginnings: (0..<30).map { $0 * 40_000 }, keyframes: 10),
            Film(
                testDescription: "even, 29.97 a second", beginnings: (0..<30).map { $0 * 33_367 },
                keyframes: 8),
            Film(testDescription: "keyframes only", beginnings: (0..<20).map { $0 * 41_708 }, keyframes: 1),
            Film(
                testDescription: "uneven", beginnings: (0..<30).map { $0 * 40_000 + ($0 * 7919) % 23_000 },
                keyframes: 7),
            Film(testDescription: "one frame", beginnings: [0], keyframes: 1),
        ]

        /// Frames of 10 and 70 ms. Some claim the length of another one, as in mp4 with frames out of order.
        static let misleading = Film(
            testDescription: "lengths of other frames",
            beginnings: (0..<30).map { $0 / 2 * 80_000 + $0 % 2 * 10_000 }, keyframes: 5,
            lengths: (0..<30).map { $0 % 4 == 0 || $0 % 4 == 3 ? 80_000 : 20_000 })

        func frame(_ index: Int, number: Int) -> FrameStepper.Frame {
            let length = lengths?[index] ?? 40_000
            let isReal = lengths == nil && index + 1 < beginnings.count
            let next = isReal ? beginnings[index + 1] : beginnings[index] + length
            return FrameStepper.Frame(
                start: .microseconds(beginnings[index]), end: .microseconds(next), number: number)
        }

        func landing(at target: Duration, by demuxer: Demuxer) -> Int {
            var time = Int(target / .microseconds(1))
            if demuxer == .coarse { time = (time + 999) / 1000 * 1000 }
            var index = beginnings.lastIndex { $0 <= time } ?? 0
            if let lengths {
                let keyframe = index / keyframes * keyframes
                index = (keyframe..<index).first { beginnings[$0] + lengths[$0] > time } ?? index
            }
            let isBeforeKeyframe = (index + 1) % keyframes == 0 && index + 1 < beginnings.count
            if demuxer == .hasty, isBeforeKeyframe, beginnings[index + 1] - time < 10_000 { return index + 1 }
            return index
        }
    }

    /// An output that follows a walk, with or without a ledger of what its decoder was given.
    private struct Output {
        let film: Film
        let demuxer: Demuxer
        let hasLedger: Bool
        var index: Int
        var number = 0
        var decodedFrom: Int

        init(_ film: Film, _ demuxer: Demuxer, hasLedger: Bool, at index: Int) {
            (self.film, self.demuxer, self.hasLedger, self.index) = (film, demuxer, hasLedger, index)
            decodedFrom = index / film.keyframes * film.keyframes
        }

        var frame: FrameStepper.Frame { film.frame(index, number: number) }
        var earlier: [Duration] {
            guard hasLedger else { return [] }
            return film.beginnings[decodedFrom..<index].reversed().map { .microseconds($0) }
        }
        /// The decoder is two frames ahead.
        private var known: [Duration] {
            let end = min(index + 3, film.beginnings.count)
            return hasLedger ? film.beginnings[decodedFrom..<end].reversed().map { .microseconds($0) } : []
        }

        /// Answers the number of moves; nil when there is no end to them.
        mutating func walk(by frames: Int) -> Int? {
            var walk = FrameStepper(frames: frames, from: frame)
            for count in 0..<200 {
                switch walk.next(earlier: earlier) {
                case .done: return count
                case .forward(let count):
                    let goal = min(index + count, film.beginnings.count - 1)
                    if goal != index { number += 1 }
                    index = goal
                case .seek(let target):
                    index = film.landing(at: target, by: demuxer)
                    decodedFrom = index / film.keyframes * film.keyframes
                    number += 1
                }
                walk.arrive(at: frame, known: known)
            }
            return nil
        }
    }

    @Test(arguments: Film.all, Demuxer.allCases)
    func `4.3: steps lead to the requested frame, or to the first or last one`(
        _ film: Film, _ demuxer: Demuxer
    ) throws {
        for hasLedger in [true, false] {
            for start in film.beginnings.indices {
                for step in -6...6 where step != 0 {
                    var output = Output(film, demuxer, hasLedger: hasLedger, at: start)
                    let moves = output.walk(by: step)
                    let goal = min(max(start + step, 0), film.beginnings.count - 1)
                    #expect(moves != nil, "from \(start) by \(step)")
                    #expect(output.index == goal, "from \(start) by \(step), ledger: \(hasLedger)")
                }
            }
        }
    }

    @Test(arguments: Film.misleading.beginnings.indices)
    func `4.3: steps lead to the requested frame if frames claim other lengths`(_ start: Int) {
        for step in -6...6 where step != 0 {
            var output = Output(.misleading, .exact, hasLedger: true, at: start)
            #expect(output.walk(by: step) != nil, "from \(start) by \(step)")
            let goal = min(max(start + step, 0), Film.misleading.beginnings.count - 1)
            #expect(output.index == goal, "from \(start) by \(step)")
        }
    }

    @Test func `a step back to a decoded frame takes one seek`() {
        var output = Output(Film.all[0], .exact, hasLedger: true, at: 15)
        #expect(output.walk(by: -4) == 1)
        #expect(output.index == 11)
    }
}

import Playhead

@testable import TestBasics

extension Step {
    /// A random list of things that happen, by a seed.
    static func list(seed: UInt64) -> [Step] {
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 4...50, using: &random)
        return (0..<count).flatMap { _ in
            Int.random(in: 0..<25, using: &random) == 0 ? playback(&random) : [anything(&random)]
        }
    }

    /// What chance alone rarely gets as far as: an item is opened and played for a while, or to its end.
    private static func playback(_ random: inout SeededGenerator) -> [Step] {
        let item = Int.random(in: 0..<items.count, using: &random)
        let time = [300, 2500, 11_000].randomElement(using: &random) ?? 0
        return [.load(item, autoplay: true), .pump, .advance(time), .pump]
    }

    private static func anything(_ random: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<32: command(&random)
        case 32..<40: .during(foreign(&random))
        case 40..<44: .react(foreign(&random))
        case 44..<48: .hear
        case 48..<55: listening(&random)
        case 55..<65: whim(&random)
        case 65..<75: .advance(pause(&random))
        case 75..<83: .work(which(&random))
        case 83..<91: .report(which(&random))
        default: .pump
        }
    }

    /// What comes from another thread, or from inside a callback.
    static func foreign(_ random: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<7: command(&random)
        case 7: listening(&random)
        default: whim(&random)
        }
    }

    static func command(_ random: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<70, using: &random) {
        case 0..<10: .load(Int.random(in: 0..<items.count, using: &random), autoplay: .random(using: &random))
        case 10..<20: .play
        case 20..<25: .pause
        case 25..<28: .toggle
        case 28..<31: .stop
        case 31: .reset
        case 32..<34: .retry
        case 34..<37: .seek(time(&random))
        case 37..<45: .askSeek(time(&random), aim: Int.random(in: 0..<aims.count, using: &random))
        case 45..<47: .skip(time(&random) - 5000)
        case 47..<49: .askSkip(time(&random) - 5000)
        case 49..<53: .askRefresh
        case 53..<55: .mute(.random(using: &random))
        case 55..<57: .volume(Int.random(in: -20...220, using: &random))
        case 57..<61:
            .speed([100, 100, 50, 200, 400, -100, -200, 0, 5000].randomElement(using: &random) ?? 100)
        case 61..<64: .frames(Int.random(in: -4...4, using: &random))
        case 64..<67: .askFrames(Int.random(in: -4...4, using: &random))
        case 67..<69: .aspect(Int.random(in: 0..<AspectMode.allCases.count, using: &random))
        default: .random(in: 0..<4, using: &random) == 0 ? .close(force: .random(using: &random)) : .pause
        }
    }

    static func listening(_ random: inout SeededGenerator) -> Step {
        let number = Int.random(in: 0..<3, using: &random)
        return switch Int.random(in: 0..<6, using: &random) {
        case 0: .addObserver(number)
        case 1: .removeObserver(number)
        case 2: .observe(number)
        case 3: .unobserve(number)
        case 4: .listen(number)
        default: .leave(number)
        }
    }

    static func whim(_ random: inout SeededGenerator) -> Step {
        switch Int.random(in: 0..<26, using: &random) {
        case 0..<5: .medium(Int.random(in: 0..<media.count, using: &random))
        case 5..<8: .preroll
        case 8..<11: .finishSeek
        case 11: .failSeek
        case 12: .fail
        case 13: .buffer(Int.random(in: 0...100, using: &random))
        case 14: .buffer(100)
        case 15: .bufferedTo(time(&random))
        case 16, 17: .starve(.random(using: &random))
        case 18: .length(.random(using: &random) ? nil : Int.random(in: 1...12000, using: &random))
        case 19, 20: .text(.random(using: &random) ? nil : Int.random(in: 0...2, using: &random))
        case 21: .warn
        case 22: .end(Int.random(in: 0...10000, using: &random), broken: .random(using: &random))
        case 23: .end(nil, broken: .random(using: &random))
        default: .advance(pause(&random))
        }
    }

    /// Where somebody may want to be: mostly in the medium, sometimes beside it, at its ends, or far beyond reason.
    private static func time(_ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<40, using: &random) {
        case 0: .max
        case 1: .min / 2
        case 2..<5: 0
        case 5..<8: 10000
        default: Int.random(in: -500...11000, using: &random)
        }
    }

    private static func pause(_ random: inout SeededGenerator) -> Int {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: 0
        case 1: 11_000
        case 2: 40_000
        default: Int.random(in: 1...900, using: &random)
        }
    }

    private static func which(_ random: inout SeededGenerator) -> Int {
        Int.random(in: 0..<6, using: &random) == 0 ? 1 : 0
    }
}

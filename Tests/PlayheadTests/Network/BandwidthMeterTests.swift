import Playhead
import Testing

@testable import PlayheadCore
@testable import PlayheadNetwork

/// How fast transfers come, and what is told of that.
struct BandwidthMeterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [Step]
        /// In bits per second.
        var told: [Double]

        init(_ description: String, _ steps: [Step], tells told: Double...) {
            (testDescription, self.steps, self.told) = (description, steps, told)
        }
    }

    enum Step: Sendable {
        case piece(Int, of: Int, at: Int)
        case handedOn(Int)
        case taken(Int, at: Int)
        case heldUp(Int, until: Int)
        case end(Int)
    }

    /// Pieces of 10 kB, so many milliseconds apart.
    private static func transfer(
        _ number: Int = 0, from start: Int, every interval: Int, pieces: Int
    ) -> [Step] {
        (0..<pieces).map { .piece(10_000, of: number, at: start + $0 * interval) } + [.end(number)]
    }

    static let cases = [
        Case("nothing", []),
        Case("a transfer at its end", transfer(from: 500, every: 100, pieces: 5), tells: 800_000),
        Case(
            "the pauses between transfers do not count",
            transfer(from: 0, every: 100, pieces: 5) + transfer(1, from: 90_000, every: 100, pieces: 5),
            tells: 800_000),
        Case("a piece alone has no rate", transfer(from: 0, every: 100, pieces: 1)),
        Case("nor have pieces that come at once", transfer(from: 0, every: 0, pieces: 50)),
        Case("a small transfer tells nothing", transfer(from: 0, every: 100, pieces: 2)),
        Case(
            "several small ones do",
            transfer(from: 0, every: 100, pieces: 2) + transfer(1, from: 1000, every: 100, pieces: 2),
            tells: 800_000),
        Case(
            "a long one after a second, and no more while it stays",
            transfer(from: 0, every: 100, pieces: 100), tells: 800_000),
        Case(
            "a tenth more is told, less is not",
            transfer(from: 0, every: 100, pieces: 11) + transfer(1, from: 5000, every: 95, pieces: 11)
                + transfer(2, from: 9000, every: 50, pieces: 21),
            tells: 800_000, 1_084_746),
        Case(
            "what is long ago is forgotten",
            transfer(from: 0, every: 100, pieces: 11)
                + (0..<9).flatMap { transfer($0, from: 5000 + 2000 * $0, every: 500, pieces: 3) },
            tells: 800_000, 480_000, 373_333, 320_000, 288_000, 160_000),
        Case(
            "two at once have their rates together",
            [
                .piece(10_000, of: 0, at: 0), .piece(10_000, of: 1, at: 0), .piece(20_000, of: 0, at: 100),
                .piece(20_000, of: 1, at: 200), .end(0), .end(1),
            ], tells: 1_600_000),
        Case(
            "silence counts when it is over",
            [.piece(10_000, of: 0, at: 0), .piece(50_000, of: 0, at: 8000), .end(0)], tells: 50_000),
        Case(
            "a transfer that is held up tells what was before",
            [
                .piece(10_000, of: 0, at: 0), .piece(20_000, of: 0, at: 100), .heldUp(0, until: 9000),
                .piece(900_000, of: 0, at: 9001), .piece(900_000, of: 0, at: 9050), .end(0),
            ], tells: 1_600_000),
        Case(
            "and is measured again when what lay ready has come",
            [
                .piece(10_000, of: 0, at: 0), .piece(20_000, of: 0, at: 100), .heldUp(0, until: 9000),
                .piece(900_000, of: 0, at: 9001), .piece(900_000, of: 0, at: 10_100),
                .piece(80_000, of: 0, at: 10_200), .end(0),
            ], tells: 1_600_000, 4_000_000),
        Case(
            "while one is held up, another one that begins counts only by itself",
            [
                .piece(10_000, of: 0, at: 0), .piece(20_000, of: 0, at: 100), .handedOn(0),
                .piece(10_000, of: 1, at: 8000), .piece(20_000, of: 1, at: 8100), .end(1),
                .heldUp(0, until: 9000), .end(0),
            ], tells: 1_600_000),
        Case(
            "what is taken at once has not been held up",
            [
                .piece(10_000, of: 0, at: 0), .handedOn(0), .taken(0, at: 40),
                .piece(20_000, of: 0, at: 100), .handedOn(0), .taken(0, at: 140), .end(0),
            ], tells: 1_142_857),
    ]

    @Test(arguments: cases) func `the bandwidth meter reports the rates of transfers`(_ example: Case) {
        var meter = BandwidthMeter()
        let told = example.steps.compactMap { step -> Double? in
            switch step {
            case .piece(let bytes, let transfer, let time):
                return meter.arrived(bytes, of: transfer, at: .milliseconds(time))
            case .handedOn(let transfer):
                meter.handedOn(transfer)
                return nil
            case .taken(let transfer, let time):
                meter.taken(transfer, at: .milliseconds(time))
                return nil
            case .heldUp(let transfer, let time): return meter.heldUp(transfer, until: .milliseconds(time))
            case .end(let transfer): return meter.ended(transfer)
            }
        }
        #expect(told == example.told)
        #expect(meter.told == told.last)
    }
}

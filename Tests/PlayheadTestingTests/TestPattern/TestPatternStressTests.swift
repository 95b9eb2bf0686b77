import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Test patterns that are written, played and read again and again; `PLAYHEAD_SAMPLE_RUNS` is the number of runs of each test.
@Suite(.stress, .timeLimit(.minutes(30)))
struct TestPatternStressTests {
    private typealias Case = TestPatternTests.Case

    private static let runs =
        ProcessInfo.processInfo.environment["PLAYHEAD_SAMPLE_RUNS"].flatMap(Int.init) ?? 30

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a fault planted at a random place is found, and nothing else`() async throws {
        var random = RandomSource(17)
        for run in 0..<Self.runs {
            var medium = TestPatternTests.complete[run % TestPatternTests.complete.count]
            let frame = Int.random(in: 0..<medium.frameCount - 1, using: &random)
            let start = Duration.milliseconds(Int.random(in: 60...1900, using: &random))
            let skew = Duration.milliseconds(Int.random(in: 40...200, using: &random))
            let planted =
                switch run / 3 % 6 {
                case 0: Case(.dropFrame(frame), is: .dropped(item: 1, frame: frame))
                case 1: Case(.doubleFrame(frame), is: .doubled(item: 1, frame: frame))
                case 2: Case(.swapFrames(frame, frame + 1), is: .outOfOrder(item: 1, frame: frame))
                case 3: Case(silence: start, start + .milliseconds(20))
                case 4: Case(skew: skew)
                default: Case(skew: .zero - skew)
                }
            medium.faults = [planted.fault]
            let verdict = try await SamplePlayback.verdict(medium, at: medium.write(in: folder))
            #expect(
                planted.isFound(verdict.findings),
                "run \(run), \(medium.container): \(planted) \(verdict.findings)")
        }
    }

    @Test func `repeated playback of clean test patterns gives no false alarm`() async throws {
        let media = TestPattern.kinds.values.sorted { $0.item < $1.item }
        var paths: [String] = []
        for medium in media { paths.append(try await medium.write(in: folder)) }
        for run in 0..<Self.runs {
            let (medium, path) = (media[run % media.count], paths[run % media.count])
            let verdict = try await SamplePlayback.verdict(medium, at: path)
            #expect(verdict.isClean, "run \(run), item \(medium.item): \(verdict.findings)")
        }
    }
}

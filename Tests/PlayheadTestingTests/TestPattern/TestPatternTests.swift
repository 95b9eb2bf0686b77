import Foundation
import GStreamer
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Sample media that are written, played by the real pipeline in virtual time, and read.
@Suite(.timeLimit(.minutes(5)))
struct TestPatternTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: TestPattern.kinds.keys.sorted())
    func `a test pattern without faults has a clean verdict`(kind: String)
        async throws
    {
        let medium = try #require(TestPattern.kinds[kind])
        let path = try await medium.write(in: folder)
        for _ in 0..<3 {
            let verdict = try await SamplePlayback.verdict(medium, at: path)
            #expect(verdict.isClean, "\(verdict.findings)")
            if medium.video != nil, !medium.audio.isEmpty {
                let skew = try #require(verdict.skew)
                let worst = max(skew.upperBound, .zero - skew.lowerBound)
                #expect(worst < .milliseconds(4), "\(skew)")
            }
        }
    }

    @Test(arguments: ["mp4", "webm", "mkv", "wav"])
    func `a test pattern without faults is clean in real time`(kind: String)
        async throws
    {
        let medium = try #require(TestPattern.kinds[kind])
        let playback = SamplePlayback(medium, clock: .system)
        try await playback.plays(medium.write(in: folder))
        await playback.player.close()
        let verdict = playback.reader.verdict(isComplete: true)
        #expect(verdict.isClean, "\(verdict.findings)")
    }

    @Test(arguments: TestPattern.kinds.keys.sorted()) func `a test pattern has the requested length`(
        kind: String
    )
        async throws
    {
        let medium = try #require(TestPattern.kinds[kind])
        let playback = SamplePlayback(medium)
        try await playback.plays(medium.write(in: folder))
        let duration = try #require(playback.player.snapshot.duration)
        #expect(duration > medium.trueLength - .milliseconds(2))
        #expect(duration < medium.trueLength + .milliseconds(60))
        let shown = playback.reader.frames.filter { !$0.isHeld }
        #expect(shown.map(\.number) == Array(0..<medium.frameCount))
        for frame in shown {
            let rate = try #require(medium.video).rate
            // Matroska counts in milliseconds.
            let distance = frame.mediaTime - rate.time(ofFrame: frame.number)
            #expect(abs(distance / .milliseconds(1)) < 1.1)
        }
        await playback.player.close()
    }

    /// A fault and what is said of it.
    struct Case: Sendable, CustomTestStringConvertible {
        var fault: TestPatternFault
        var isFound: @Sendable ([TestPatternFinding]) -> Bool
        var testDescription: String { "\(fault)" }

        init(_ fault: TestPatternFault, is finding: TestPatternFinding) {
            self.fault = fault
            isFound = { $0 == [finding] }
        }

        init(silence start: Duration, _ end: Duration) {
            fault = .silence(from: start, to: end)
            isFound = {
                guard $0.count == 1, case .silence(let from, let to) = $0[0] else { return false }
                return abs((from - start) / .milliseconds(1)) < 6 && abs((to - end) / .milliseconds(1)) < 6
            }
        }

        init(skew: Duration) {
            fault = .skew(skew)
            isFound = {
                guard $0.count == 1, case .skew(let found, _, _) = $0[0] else { return false }
                return abs((found - skew) / .milliseconds(1)) < 4
            }
        }
    }

    static let cases = [
        Case(.dropFrame(40), is: .dropped(item: 1, frame: 40)),
        Case(.dropFrame(25), is: .dropped(item: 1, frame: 25)),
        Case(.doubleFrame(12), is: .doubled(item: 1, frame: 12)),
        Case(.swapFrames(7, 8), is: .outOfOrder(item: 1, frame: 7)),
        Case(silence: .milliseconds(700), .milliseconds(720)),
        Case(silence: .milliseconds(1243), .milliseconds(1263)),
        Case(silence: .milliseconds(1000), .milliseconds(1400)),
        Case(skew: .milliseconds(40)), Case(skew: .milliseconds(-40)), Case(skew: .milliseconds(120)),
    ]

    static let complete = [
        TestPattern(.mp4, item: 1, length: .seconds(2)), TestPattern(.matroska, item: 1, length: .seconds(2)),
        TestPattern(.webm, item: 1, length: .seconds(2)),
    ]

    @Test(arguments: complete, cases)
    func `a planted fault is found, and nothing else`(medium: TestPattern, planted: Case) async throws {
        var faulty = medium
        faulty.faults = [planted.fault]
        let verdict = try await SamplePlayback.verdict(medium, at: faulty.write(in: folder))
        #expect(planted.isFound(verdict.findings), "\(medium.container): \(verdict.findings)")
    }

    @Test(arguments: TestPattern.AudioCodec.allCases)
    func `a silence of 20 ms is found in every codec`(codec: TestPattern.AudioCodec)
        async throws
    {
        var medium = TestPattern(codec == .pcm ? .wav : .matroska, length: .seconds(2))
        medium.audio = [TestPattern.Audio(codec)]
        medium.faults = [.silence(from: .milliseconds(815), to: .milliseconds(835))]
        let verdict = try await SamplePlayback.verdict(medium, at: medium.write(in: folder))
        #expect(Case(silence: .milliseconds(815), .milliseconds(835)).isFound(verdict.findings))
    }

    @Test func `several faults in one test pattern are all found`() async throws {
        var medium = TestPattern(.matroska, item: 1, length: .seconds(4))
        medium.faults = [
            .dropFrame(40), .doubleFrame(12), .swapFrames(77, 78),
            .silence(from: .milliseconds(3010), to: .milliseconds(3030)),
        ]
        let verdict = try await SamplePlayback.verdict(medium, at: medium.write(in: folder))
        #expect(verdict.findings.count == 4)
        for finding: TestPatternFinding in [
            .dropped(item: 1, frame: 40), .doubled(item: 1, frame: 12), .outOfOrder(item: 1, frame: 77),
        ] {
            #expect(verdict.findings.contains(finding))
        }
    }

    @Test func `a test pattern is the same file each time`() async throws {
        let medium = TestPattern(.wav, length: .seconds(1))
        let paths = try await [medium.write(in: folder, "one"), medium.write(in: folder, "two")]
        let files = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
        #expect(files[0] == files[1] && !files[0].isEmpty)
    }

    static let unsuitable = [
        TestPattern(item: 256), TestPattern(length: .zero), TestPattern().withoutAudio.withoutVideo,
        TestPattern(.wav, video: .init(.h264)), TestPattern(.webm, video: .init(.h264)),
        TestPattern(.mp4, audio: [.init(.vorbis)]), TestPattern(.wav, audio: [.init(.pcm), .init(.pcm)]),
        TestPattern(video: .init(.h264, width: 100)), TestPattern(video: .init(.h264, rate: 0)),
        TestPattern(cues: [.init("a", start: .zero, end: .seconds(1))]),
        TestPattern(.webm, audio: [.init(.opus, sampleRate: 44_100)]),
    ]

    @Test(arguments: unsuitable) func `unsuitable combinations of settings are refused`(medium: TestPattern)
        async
    {
        await #expect {
            try await medium.write(to: folder.path + "/none")
        } throws: {
            if case .unsuitable? = $0 as? TestPatternError { true } else { false }
        }
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/none"))
    }

    @Test func `a file that cannot be written is an error`() async {
        await #expect {
            try await TestPattern(.wav).write(to: folder.path + "/no/such/folder.wav")
        } throws: {
            if case .failed? = $0 as? TestPatternError { true } else { false }
        }
    }
}

import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// Which frame is shown after a seek, a step and a pause, read from the frame itself.
@Suite(.timeLimit(.minutes(5)))
struct SampleSeekTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    static let media = [
        TestPattern(.mp4, item: 1, length: .seconds(4)),
        TestPattern(.mp4, item: 2, length: .seconds(4), video: .init(.h265)),
        TestPattern(.matroska, item: 3, length: .seconds(4), video: .init(.vp8)),
        TestPattern(.webm, item: 4, length: .seconds(4), video: .init(.vp9)),
    ]

    @Test(arguments: media) func `an exact seek shows the frame of its target`(medium: TestPattern)
        async throws
    {
        let playback = SamplePlayback(medium)
        let rate = try #require(medium.video).rate
        playback.player.load(MediaItem(path: try await medium.write(in: folder)))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        var random = RandomSource(3)
        for _ in 0..<12 {
            // Away from where a frame ends, because some containers count in milliseconds.
            let frame = Int.random(in: 0..<medium.frameCount, using: &random)
            let target = rate.time(ofFrame: frame) + .milliseconds(Int.random(in: 2...36, using: &random))
            await playback.seeks(to: target)
            #expect(playback.reader.frames.last?.number == frame, "\(target)")
            #expect(playback.reader.frames.last?.isHeld == true)
        }
        await playback.player.close()
        #expect(playback.reader.verdict().isClean)
    }

    @Test(arguments: media) func `playback after a seek is clean to the end`(medium: TestPattern) async throws
    {
        let playback = SamplePlayback(medium)
        playback.player.load(MediaItem(path: try await medium.write(in: folder)))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        await playback.seeks(to: .milliseconds(2310))
        playback.player.play()
        try await playback.player.waitForEnd(within: .seconds(60))
        await playback.player.close()
        let verdict = playback.reader.verdict()
        #expect(verdict.isClean, "\(verdict.findings)")
        #expect(playback.reader.landings.last?.number == 57)
        let shown = playback.reader.frames.filter { !$0.isHeld }.map(\.number)
        #expect(shown == Array(57..<100))
    }

    @Test func `a pause neither drops nor repeats a frame`() async throws {
        let medium = Self.media[0]
        let clock = VirtualClock()
        let playback = SamplePlayback(medium, clock: .virtual(clock))
        clock.hold()
        playback.player.load(MediaItem(path: try await medium.write(in: folder)), autoplay: true)
        for _ in 0..<5 {
            await clock.advance(by: .milliseconds(430))
            playback.player.pause()
            await clock.advance(by: .milliseconds(1000))
            playback.player.play()
        }
        clock.release()
        try await playback.player.waitForEnd(within: .seconds(60))
        await playback.player.close()
        #expect(playback.reader.frames.filter { !$0.isHeld }.map(\.number) == Array(0..<100))
        let findings = playback.reader.verdict(isComplete: true).findings
        #expect(findings.isEmpty, "\(findings)")
    }

    @Test func `a step shows the next frame and the one before`() async throws {
        let medium = Self.media[0]
        let playback = SamplePlayback(medium)
        playback.player.load(MediaItem(path: try await medium.write(in: folder)))
        try await playback.player.waitUntil(.ready, within: .seconds(60))
        await playback.seeks(to: .milliseconds(1010))
        var frame = 25
        for step in [1, 1, 3, -1, -2, 1] {
            frame += step
            let result = await playback.player.step(by: step)
            #expect(result == .completed(at: .milliseconds(40 * frame)))
            #expect(playback.reader.frames.last?.number == frame)
        }
        await playback.player.close()
    }

    @Test func `consecutive items are told apart by their codes`() async throws {
        let one = TestPattern(.mp4, item: 20, length: .seconds(1))
        let other = TestPattern(.mp4, item: 21, length: .seconds(1))
        let playback = SamplePlayback(one, other)
        try await playback.plays(one.write(in: folder))
        try await playback.plays(other.write(in: folder))
        await playback.player.close()
        let verdict = playback.reader.verdict(isComplete: true)
        #expect(verdict.isClean, "\(verdict.findings)")
        #expect(playback.reader.landings.map(\.item) == [20, 21])
        #expect(playback.reader.landings.map(\.load) == [1, 2])
        #expect(verdict.transitions.count == 1 && verdict.transitions.first?.pictureGap != nil)
    }
}

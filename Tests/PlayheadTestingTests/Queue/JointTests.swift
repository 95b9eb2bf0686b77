import Foundation
import Playhead
import PlayheadTesting
import Synchronization
import TestSupport
import Testing

@testable import TestBasics

/// What is seen and heard between two items: nothing.
@Suite(.timeLimit(.minutes(2))) struct JointTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Plays media as a list, each of them as often as it is given.
    private func verdict(
        _ media: [TestPattern], repeating mode: RepeatMode = .off,
        _ prepare: (Player) -> Void = { _ in }
    ) async throws -> (verdict: TestPatternVerdict, frames: [PresentedFrame]) {
        let reader = TestPatternReader(Array(Set(media)), timing: .clock)
        var configuration = PlayerConfiguration()
        configuration.video = .none
        configuration.audio = .none
        configuration.clock = .virtual
        configuration.presentationTap = reader
        let player = Player(configuration: configuration)
        prepare(player)
        var paths: [TestPattern: String] = [:]
        for medium in Set(media) { paths[medium] = try await medium.write(in: folder) }
        let items = media.compactMap { paths[$0] }.map { QueueItem(MediaItem(path: $0)) }
        player.queue.repeatMode = mode
        player.queue.replace(with: items, autoplay: true)
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        return (reader.verdict(isComplete: true), reader.frames)
    }

    @Test(arguments: [TestPattern.Container.mp4, .matroska, .webm])
    func `a transition between video items is shorter than one frame`(_ container: TestPattern.Container)
        async throws
    {
        let media = (1...3).map { TestPattern(container, item: $0, length: .seconds(1)) }
        let (verdict, frames) = try await verdict(media)
        #expect(verdict.isClean, "\(verdict.findings)")
        #expect(verdict.transitions.count == 2)
        for joint in verdict.transitions {
            let gap = try #require(joint.pictureGap)
            #expect(gap > .milliseconds(-1) && gap < .milliseconds(40), "\(joint)")
        }
        let shown = frames.filter { !$0.isHeld }
        #expect(shown.map(\.item) == [1, 2, 3].flatMap { Array(repeating: $0, count: 25) })
    }

    @Test(arguments: [TestPattern.Container.wav, .flac])
    func `a transition between audio items loses no sample`(_ container: TestPattern.Container) async throws {
        let recorder = AudioRecorder()
        var configuration = PlayerConfiguration()
        configuration.audio = .none
        configuration.clock = .virtual
        configuration.presentationTap = recorder
        let player = Player(configuration: configuration)
        for number in 1...4 {
            let medium = TestPattern(container, item: number, length: .milliseconds(740))
            player.queue.append(MediaItem(path: try await medium.write(in: folder)))
        }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        let heard = recorder.passages
        #expect(Set(heard.map(\.load)).count == 4)
        #expect(heard.reduce(0) { $0 + $1.frames } == 4 * 35_520)
        for (one, next) in zip(heard, heard.dropFirst()) {
            let gap = next.clockTime - (one.clockTime + one.duration)
            #expect(abs(gap / .microseconds(1)) < 1, "\(gap) before \(next.mediaTime) of load \(next.load)")
        }
    }

    @Test(arguments: CutRecording.all)
    func `two halves of a recording join to the sample`(_ recording: CutRecording) async throws {
        let recorder = AudioRecorder()
        var configuration = PlayerConfiguration()
        configuration.audio = .none
        configuration.clock = .virtual
        configuration.presentationTap = recorder
        let player = Player(configuration: configuration)
        for part in [CutRecording.Part.a, .b] {
            player.queue.append(MediaItem(path: try recording.path(part, in: folder)))
        }
        player.play()
        try await player.wait(within: .seconds(60)) { $0.status == .ended && !$0.wantsToPlay }
        await player.close()
        let whole = try recording.original(.a) + recording.original(.b)
        let heard = recorder.passages
        #expect(heard.reduce(0) { $0 + $1.frames } == whole.count)
        // On the clock each sample follows the one before it, also across the joint.
        let first = try #require(heard.first)
        let last = try #require(heard.last)
        let length = last.clockTime + last.duration - first.clockTime
        #expect(abs((length - .seconds(whole.count) / recording.rate) / .microseconds(1)) < 5)
        for (one, next) in zip(heard, heard.dropFirst()) {
            let gap = next.clockTime - (one.clockTime + one.duration)
            #expect(abs(gap / .microseconds(1)) < 5, "\(gap) before \(next.mediaTime) of load \(next.load)")
        }
    }

    @Test func `a repeated item has no gap`() async throws {
        let film = TestPattern(.mp4, item: 1, length: .seconds(1))
        let (verdict, frames) = try await verdict([film], repeating: .times(3))
        #expect(verdict.transitions.count == 2)
        for joint in verdict.transitions {
            #expect(try #require(joint.pictureGap) < .milliseconds(40), "\(joint)")
        }
        #expect(frames.count { !$0.isHeld } == 75)
    }

    @Test func `40 items of 8 kinds follow each other, and no video frame is lost`() async throws {
        let kinds = [
            "mp4", "mkv with FLAC", "webm", "ogg with Opus", "wav", "flac", "pictures alone", "sound alone",
        ]
        var media: [TestPattern] = []
        for (number, kind) in kinds.enumerated() {
            var medium = try #require(TestPattern.kinds[kind])
            medium.item = number + 1
            medium.length = .milliseconds(400)
            media.append(medium)
        }
        let list = (0..<40).map { media[$0 % media.count] }
        let (_, frames) = try await verdict(list)
        let withPictures = list.count { $0.video != nil }
        #expect(frames.count { !$0.isHeld } == withPictures * 10)
    }
}

/// Keeps what is heard.
private final class AudioRecorder: PresentationTap {
    private let heard = Mutex<[PresentedAudioBuffer]>([])

    func didPresent(_ sound: PresentedAudioBuffer) {
        if !sound.isHeld { heard.withLock { $0.append(sound) } }
    }

    var passages: [PresentedAudioBuffer] { heard.withLock { $0 } }
}

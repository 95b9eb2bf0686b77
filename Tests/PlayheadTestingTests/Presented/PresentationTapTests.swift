import Foundation
import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

/// What a tap is told of a real pipeline: a film of 4 s, 100 frames and two channels at 48 kHz.
@Suite(.timeLimit(.minutes(5)))
struct PresentationTapTests {
    private let witness = Witness()
    private let film = Repository.media + "/av-h264-aac.mp4"

    private func distance(_ one: Duration, _ other: Duration) -> Duration { max(one - other, other - one) }

    @Test(arguments: [PlaybackClock.virtual, .system])
    func `a tap receives every video frame and every audio sample once`(clock: PlaybackClock) async throws {
        let player = Player(configuration: .watched(by: witness, clock))
        player.load(MediaItem(path: film), autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        let shown = witness.shown
        #expect(shown.count == 100)
        for (index, picture) in shown.enumerated() {
            #expect(distance(picture.mediaTime, .milliseconds(40 * index)) < .milliseconds(1))
            #expect(picture.width == 320 && picture.height == 180 && picture.luma.count == 320 * 180)
            #expect(picture.load == 1 && picture.duration == .milliseconds(40))
        }
        // The picture has parts of all kinds.
        #expect(Set(shown[50].luma).count > 20)
        let played = witness.played
        #expect(played.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 && $0.load == 1 })
        for (one, next) in zip(played, played.dropFirst()) {
            #expect(distance(one.mediaTime + one.duration, next.mediaTime) < .milliseconds(1))
        }
        let end = try #require(played.last.map { $0.mediaTime + $0.duration })
        #expect(distance(end, .seconds(4)) < .milliseconds(50))
        #expect(played.contains { $0.samples.contains { abs($0) > 0.05 } })
        #expect(played.allSatisfy { $0.samples.allSatisfy { abs($0) <= 1 } })
    }

    @Test func `clock times on a virtual clock are exact`() async throws {
        let clock = VirtualClock()
        let player = Player(configuration: .watched(by: witness, .virtual(clock)))
        player.load(MediaItem(path: film), autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        let end = clock.now.offset
        await player.close()
        let start = try #require(witness.shown.first).clockTime
        for picture in witness.shown { #expect(picture.clockTime == start + picture.mediaTime) }
        for sound in witness.played { #expect(sound.clockTime == start + sound.mediaTime) }
        #expect(witness.shown.last.map { $0.clockTime <= end } == true)
    }

    @Test func `clock times of video frames increase in real time`() async throws {
        let player = Player(configuration: .watched(by: witness, .system))
        player.load(MediaItem(path: film), autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        #expect(witness.shown.count == 100)
        #expect(zip(witness.shown, witness.shown.dropFirst()).allSatisfy { $0.clockTime < $1.clockTime })
    }

    @Test func `video frames and audio buffers outside playback are held`() async throws {
        let player = Player(configuration: .watched(by: witness))
        player.load(MediaItem(path: film))
        try await player.waitUntil(.ready, within: .seconds(60))
        #expect(witness.pictures.map(\.mediaTime) == [.zero] && witness.pictures[0].isHeld)
        #expect(witness.played.isEmpty)
        #expect(await player.seek(to: .seconds(2)) == .completed(at: .seconds(2)))
        #expect(witness.pictures.last?.mediaTime == .seconds(2) && witness.pictures.last?.isHeld == true)
        #expect(witness.shown.isEmpty)
        player.play()
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        #expect(witness.shown.first?.mediaTime == .seconds(2) && witness.shown.count == 50)
        #expect(witness.sounds.contains { $0.isHeld })
    }

    @Test func `a start position shows no earlier video frame`() async throws {
        let player = Player(configuration: .watched(by: witness))
        player.load(MediaItem(path: film, startPosition: .seconds(3)))
        try await player.waitUntil(.ready, within: .seconds(60))
        await player.close()
        #expect(!witness.pictures.isEmpty)
        #expect(witness.pictures.allSatisfy { $0.mediaTime == .seconds(3) && $0.isHeld })
    }

    @Test func `double speed keeps the media times`() async throws {
        let player = Player(configuration: .watched(by: witness))
        player.load(MediaItem(path: film))
        try await player.waitUntil(.ready, within: .seconds(60))
        player.speed = 2
        player.play()
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        #expect(witness.shown.count >= 98)
        let played = witness.played
        let end = try #require(played.last.map { $0.mediaTime + $0.duration * 2 })
        #expect(distance(end, .seconds(4)) < .milliseconds(150))
        let (first, last) = (try #require(witness.shown.first), try #require(witness.shown.last))
        let lasted = last.clockTime - first.clockTime
        #expect(distance(lasted, (last.mediaTime - first.mediaTime) / 2) < .milliseconds(1))
    }

    @Test func `each load has the next number`() async throws {
        let player = Player(configuration: .watched(by: witness))
        for _ in 0..<2 {
            player.load(MediaItem(path: film))
            try await player.waitUntil(.ready, within: .seconds(60))
        }
        await player.close()
        #expect(Set(witness.pictures.map(\.load)) == [1, 2])
    }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "needs a display"))
    func `video frames for a window have the time at which they are due`() async throws {
        var configuration = PlayerConfiguration.watched(by: witness, .system)
        configuration.video = .window
        let player = Player(configuration: configuration)
        player.load(MediaItem(path: film))
        try await player.waitUntil(.ready, within: .seconds(60))
        #expect(witness.pictures.map(\.isHeld) == [true])
        player.play()
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        let shown = witness.shown
        // A machine that is too slow leaves some out on their way to the window.
        #expect(shown.count > 10 && shown.first?.mediaTime == .zero)
        #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.mediaTime < $1.mediaTime })
        #expect(shown.allSatisfy { $0.width == 320 && $0.luma.count == 320 * 180 })
        let start = try #require(shown.first).clockTime
        for picture in shown {
            #expect(distance(picture.clockTime - start, picture.mediaTime) < .milliseconds(1))
        }
    }

    @Test func `a closed player releases its tap`() async throws {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        do {
            let player = Player(configuration: .watched(by: Divergence(end)))
            player.load(MediaItem(path: film), autoplay: true)
            try await player.waitUntil(position: .seconds(1), within: .seconds(60))
            await player.close()
        }
        for await _ in ends {}
    }

    @Test func `an inspector receives all 100 video frames of a player`() async throws {
        let inspector = PresentationInspector([])
        let player = Player(configuration: .watched(by: inspector))
        player.load(MediaItem(path: film), autoplay: true)
        try await player.waitForEnd(within: .seconds(60))
        await player.close()
        #expect(inspector.pictures == 100 && inspector.finish().isEmpty)
    }
}

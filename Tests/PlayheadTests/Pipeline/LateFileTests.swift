import Foundation
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// Files whose first sample is late, as those that were cut from a longer recording.
@Suite(.timeLimit(.minutes(1)))
struct LateFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `3.9: the position of the first video frame is 0, also if all tracks begin later`()
        async throws
    {
        let whole = Player(configuration: .silent)
        whole.load(MediaItem(path: Repository.path("media/av-h264-aac-moov-last.mp4")))
        try await whole.waitUntil(.ready)
        let length = try #require(whole.snapshot.duration)
        await whole.close()

        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        let player = Player(configuration: configuration)
        let item = MediaItem(
            path: try folder.write(
                Data(MP4Surgery.delayed("av-h264-aac-moov-last.mp4", by: 7000)), to: "late.mp4"))
        player.load(item)
        try await player.waitUntil(.ready)
        let duration = try #require(player.snapshot.duration)
        #expect(abs((duration - length).inSeconds) < 0.1)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [40, 3, 70, 0] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            #expect(tap.arrivals.last?.frameNumber(width: 320, height: 180) == number)
        }
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect(abs(player.snapshot.played.inSeconds - length.inSeconds) < 0.1)
        await player.close()

        let inspection = await MediaInspector().inspect(item)
        #expect(abs((try #require(inspection.duration) - duration).inSeconds) < 0.05)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ShortTrackTests {
    @Test func `a track that is much shorter than the file is presented`() async throws {
        let folder = try TemporaryFolder()
        let movie = try MP4Surgery.changed("av-h264-aac-moov-last.mp4") { type, content in
            // The length of the movie, in its units.
            if type == "mvhd" {
                MP4Surgery.put(MP4Surgery.number(content, at: 16) * 10, in: &content, at: 16)
            }
        }
        let player = Player(configuration: .silent)
        player.load(MediaItem(path: try folder.write(Data(movie), to: "short.mp4")))
        try await player.waitUntil(.ready)
        #expect(player.snapshot.tracks.all.map(\.kind) == [.video, .audio])
        try await player.wait(for: "pictures") { $0.hasVideo }
        await player.close()
    }
}

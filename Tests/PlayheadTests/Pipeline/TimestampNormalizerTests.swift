import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Transport streams, whose times begin elsewhere than at 0, have the timeline that is promised: their first picture is at 0, and
/// each place of it is where it would be in any other file.
@Suite(.timeLimit(.minutes(3)))
struct TimelineOriginTests {
    /// How a transport stream was made, and how it comes.
    enum Origin: String, CaseIterable {
        /// Of pictures in their order, from 1.4 s.
        case playlistInFolder, playlistOverHTTP, file, fileOverHTTP
        /// Of pictures that are decoded in another order than they are shown, from an hour.
        case reorderedPlaylistInFolder, reorderedPlaylistOverHTTP, reorderedFile, reorderedFileOverHTTP

        var pictures: Int { isReordered ? 100 : 200 }
        var isReordered: Bool { rawValue.hasPrefix("reordered") }
        var isRemote: Bool { rawValue.hasSuffix("HTTP") }
        var isFile: Bool { rawValue.lowercased().contains("file") }
        /// In seconds. A file that says nothing of its length has one that is guessed.
        var tolerance: Double { isFile ? 0.25 : 0.05 }
    }

    private let folder: TemporaryFolder
    private let server: MediaServer

    init() async throws {
        folder = try TemporaryFolder()
        server = try await MediaServer(folder: folder.url.path)
    }

    private func item(_ origin: Origin) async throws -> MediaItem {
        let path: String
        if origin.isReordered {
            let source = Samples.directory.appending(path: "av-h264-aac.mp4").path
            path = origin.isFile ? "file.ts" : "list.m3u8"
            try Remuxer.run(source, to: folder.url, isFile: origin.isFile)
        } else {
            let source = Samples.directory.appending(path: "hls-ts")
            let parts = try (0..<4).map { try Data(contentsOf: source.appending(path: "high-\($0).ts")) }
            path = origin.isFile ? "file.ts" : "high.m3u8"
            try Data(parts.joined()).write(to: folder.url.appending(path: "file.ts"))
            for name in ["high.m3u8"] + (0..<4).map({ "high-\($0).ts" }) {
                try FileManager.default.copyItem(
                    at: source.appending(path: name), to: folder.url.appending(path: name))
            }
        }
        return origin.isRemote
            ? MediaItem(uri: server.address(of: path))
            : MediaItem(path: folder.url.appending(path: path).path)
    }

    @Test(arguments: Origin.allCases)
    func `4.2: an exact seek shows the frame of its target, whatever the first timestamp`(_ origin: Origin)
        async throws
    {
        let player = Player(configuration: .silent)
        player.load(try await item(origin))
        try await player.waitUntil(.ready)
        try await player.wait(for: "pictures") { $0.hasVideo }
        let tap = try OutputTap(.video, of: player)
        for number in [50, 90, 95, 49, 0, 25, 74, 1, origin.pictures - 4, 60] {
            tap.forget()
            let target = Duration.milliseconds(40 * number + 2)
            #expect(await player.seek(to: target) == .completed(at: target), "\(number)")
            let shown = tap.arrivals.last?.frameNumber(width: 320, height: 180)
            #expect(shown == number, "\(number)")
            #expect(await player.refreshed().position == target)
        }
        await player.close()
        await server.close()
    }

    @Test(arguments: Origin.allCases)
    func `3.9: the position of the first video frame is 0, whatever the first timestamp`(_ origin: Origin)
        async throws
    {
        let diary = PictureDiary()
        let player = diary.player
        player.load(try await item(origin), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let length = Double(origin.pictures) / 25
        #expect(abs(player.snapshot.played.inSeconds - length) < 0.05)
        #expect(abs((player.snapshot.duration?.inSeconds ?? 0) - length) < origin.tolerance)
        await player.close()
        let expected = (0..<origin.pictures).map { $0 * 40 }
        #expect(diary.times == expected)
        await server.close()
    }

    @Test(arguments: Origin.allCases)
    func `2.5: start and end position select the same range, whatever the first timestamp`(_ origin: Origin)
        async throws
    {
        let diary = PictureDiary()
        let player = diary.player
        var item = try await item(origin)
        item.startPosition = .milliseconds(1480)
        item.endPosition = .milliseconds(2800)
        player.load(item, autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        #expect(player.snapshot.position == .milliseconds(2800))
        #expect(abs(player.snapshot.played.inSeconds - 1.32) < 0.05)
        await player.close()
        #expect(diary.times.first { $0 > 0 } == 1480)
        #expect(diary.times.last.map { (2760...2800).contains($0) } == true)
        await server.close()
    }
}

/// Plays in virtual time, and notes when each picture was shown.
private final class PictureDiary: PresentationTap {
    private let noted = Mutex<[Int]>([])

    func didPresent(_ picture: PresentedVideoFrame) {
        let time = Int((picture.mediaTime.inSeconds * 1000).rounded())
        if !picture.isHeld { noted.withLock { $0.append(time) } }
    }

    /// In milliseconds.
    var times: [Int] { noted.withLock { $0 } }

    var player: Player {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.presentationTap = self
        return Player(configuration: configuration)
    }
}

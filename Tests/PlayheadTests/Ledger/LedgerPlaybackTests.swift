import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// What the ledger says of real media (docs/presentation-report.md).
@Suite(.timeLimit(.minutes(4)))
struct LedgerPlaybackTests {
    private static let playable = Samples.all.filter { $0.playable && $0.name != "no-video-decoder" }

    private func player(allowingGaps: Bool = false) -> (Player, EventLog) {
        var configuration = PlayerConfiguration.silent
        configuration.clock = .virtual
        configuration.allowsGaps = allowingGaps
        let (player, log) = (Player(configuration: configuration), EventLog())
        player.addObserver(log)
        return (player, log)
    }

    private func gaps(_ log: EventLog) -> [MediaGap] {
        log.events.compactMap { if case .gap(let gap) = $0 { gap } else { nil } }
    }

    @Test(arguments: playable, [1, 0.5, 2])
    func `a whole medium has no gaps, at any speed`(_ sample: Samples.Sample, _ speed: Double) async throws {
        let (player, log) = player()
        player.speed = speed
        player.load(sample.item, autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        let ledger = player.presentationReport
        await player.close()
        #expect(gaps(log).isEmpty && ledger.gaps.isEmpty)
        #expect(ledger.video.duplicates.isEmpty && ledger.audio.duplicates.isEmpty)
        #expect(abs(ledger.played.inSeconds - sample.duration) <= sample.durationTolerance + 0.1)
    }

    @Test(arguments: playable.filter { $0.duration >= 4 })
    func `seeks and track changes make no gaps`(_ sample: Samples.Sample) async throws {
        let (player, log) = player()
        player.load(sample.item, autoplay: true)
        try await player.waitUntil(.started)
        await player.seek(to: .milliseconds(1530))
        if let track = player.tracks.all.last(where: { $0.kind == .audio }) { player.select(track) }
        await player.seek(to: .milliseconds(310))
        await player.seek(to: .seconds(2))
        // On a busy machine it may have come to its end before a seek was asked for.
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        await player.close()
        #expect(gaps(log).isEmpty)
    }

    /// A copy of a stream of which one part is an empty file.
    private func lossy(_ folder: String, emptying part: String) throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        let source = Samples.directory.appending(path: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) {
            try FileManager.default.copyItem(
                at: source.appending(path: name), to: copy.url.appending(path: name))
        }
        try Data().write(to: copy.url.appending(path: part))
        return copy
    }

    @Test(arguments: [("hls-ts", "low-1.ts", "low.m3u8"), ("hls-fmp4", "main-1.m4s", "main.m3u8")])
    func `4.7: an empty segment is a gap, and the end is truncated`(
        _ folder: String, _ part: String, _ list: String
    ) async throws {
        let copy = try lossy(folder, emptying: part)
        let server = try await MediaServer(folder: copy.url.path)
        let (player, log) = player()
        player.load(MediaItem(uri: server.address(of: list)), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .truncated)
        let (found, ledger) = (gaps(log), player.presentationReport)
        await player.close()
        await server.close()
        let gap = try #require(found.first)
        #expect(found.count == 1 && ledger.gaps == found && gap.kind == nil)
        #expect(abs(gap.start.inSeconds - 2) < 0.1 && abs(gap.end.inSeconds - 4) < 0.1, "\(gap)")
        #expect(abs(ledger.played.inSeconds - 6) < 0.15)
    }

    @Test func `4.7: allowed gaps are reported`() async throws {
        let copy = try lossy("hls-ts", emptying: "low-1.ts")
        let server = try await MediaServer(folder: copy.url.path)
        let (player, log) = player(allowingGaps: true)
        player.load(MediaItem(uri: server.address(of: "low.m3u8")), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .natural)
        await player.close()
        await server.close()
        #expect(gaps(log).count == 1)
    }

    @Test func `4.7: a cut file has a gap from the cut to its declared end`() async throws {
        let data = try Data(contentsOf: Samples.directory.appending(path: "av-h264-aac.mp4"))
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "cut.mp4")
        try data.prefix(data.count * 6 / 10).write(to: file)
        let (player, log) = player()
        player.load(MediaItem(path: file.path), autoplay: true)
        #expect(try await player.waitForEnd(within: .seconds(60)) == .truncated)
        await player.close()
        let gap = try #require(gaps(log).last)
        #expect(gap.cause == .cutOff && gap.end == .seconds(4) && gap.start < .seconds(3))
    }
}

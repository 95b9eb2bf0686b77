import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadStreaming
@testable import TestBasics
@testable import TestSupport

/// Up to where media is held, from the real pipeline.
@Suite(.timeLimit(.minutes(1)))
struct BufferedPositionTests {
    let player = Player(configuration: .silent)

    @Test func `3.1: the buffered position of a file is its end`() async throws {
        player.load(try Samples.named("av-h264-aac").item)
        try await player.waitUntil(.ready)
        try await player.wait(for: "the buffered position") { $0.bufferedPosition != nil }
        #expect(player.bufferedPosition == player.duration)
        await player.seek(to: .seconds(2))
        #expect(await player.refreshed().bufferedPosition == player.duration)
        player.reset()
        #expect(player.bufferedPosition == nil)
        await player.close()
    }

    @Test(arguments: ["hls-ts/low.m3u8", "hls-fmp4/main.m3u8", "av-h264-aac.mp4"])
    func `3.1: the buffered position over HTTP grows to the end`(_ path: String)
        async throws
    {
        let server = try await MediaServer(folder: Samples.directory.path)
        player.load(MediaItem(uri: server.address(of: path)), autoplay: true)
        let snapshots = player.snapshots
        async let behind = snapshots.first { snapshot in
            snapshot.bufferedPosition.map { $0 < snapshot.position } ?? false
        }
        try await player.wait(for: "everything") { snapshot in
            guard let held = snapshot.bufferedPosition, let duration = snapshot.duration else { return false }
            return held + .milliseconds(250) > duration
        }
        await player.close()
        #expect(await behind == nil)
        await server.close()
    }

    @Test func `3.1: the buffered position of a stalled download is where it has stalled`() async throws {
        let plan = FaultPlan(rules: [FaultRule("**", .stall(at: .share(0.6)), .ignoresRanges)])
        let server = try await MediaServer(folder: Samples.directory.path, plan: plan)
        player.load(MediaItem(uri: server.address(of: "av-h264-aac.mp4")), autoplay: true)
        try await player.waitUntil(.ready)
        var position = player.position
        var held = await player.refreshed().bufferedPosition
        while held ?? .zero == .zero {
            position = player.position
            held = await player.refreshed().bufferedPosition
        }
        #expect(held ?? .zero < .seconds(3))
        // More may come meanwhile, and be played.
        #expect(position <= held ?? .zero)
        await player.close()
        await server.close()
    }

    @Test func `a file over HTTP has the same forward buffer as a stream`() async throws {
        // Ten seconds of it are more than what is loaded before the length is known.
        let sound = try #require(LongSound(rate: 192_000))
        let server = try await MediaServer(folder: sound.folderPath)
        player.load(MediaItem(uri: server.address(of: LongSound.name)))
        try await player.wait(for: "half a minute") { snapshot in
            snapshot.bufferedPosition.map { $0 > .seconds(25) } ?? false
        }
        #expect(await player.refreshed().bufferedPosition ?? .farthest < .seconds(50))
        await player.close()
        await server.close()
    }

    @Test(arguments: ["av-h264-aac.mp4", "hls-ts/low.m3u8"])
    func `a seek within the buffered range over HTTP makes no request`(
        _ path: String
    ) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        player.load(MediaItem(uri: server.address(of: path)))
        try await player.waitUntil(.ready)
        try await player.wait(for: "everything") { snapshot in
            guard let held = snapshot.bufferedPosition, let end = snapshot.duration else { return false }
            return held + .milliseconds(250) > end
        }
        let before = server.log.requests.count
        for target in [Duration.seconds(6), .seconds(1)] {
            await player.seek(to: target)
            let snapshot = await player.refreshed()
            #expect(snapshot.bufferedRanges.count <= 1)
            #expect(snapshot.bufferedRanges.allSatisfy { $0.lowerBound == snapshot.position })
        }
        #expect(server.log.requests.count == before)
        await player.close()
        await server.close()
    }
}

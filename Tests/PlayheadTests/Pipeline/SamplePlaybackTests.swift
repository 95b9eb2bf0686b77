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

/// Every sample plays to its end, with the facts that the manifest tells of it.
@Suite(.timeLimit(.minutes(2)))
struct SamplePlaybackTests {
    private static let playable = Samples.all.filter(\.playable)

    @Test(arguments: playable.filter(\.isFile))
    func `a file plays to its natural end`(_ sample: Samples.Sample) async throws {
        try await play(sample, as: sample.item)
    }

    @Test(arguments: playable.filter { !$0.isFile })
    func `HLS plays to its natural end over HTTP`(_ sample: Samples.Sample) async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        try await play(sample, as: MediaItem(uri: server.address(of: sample.path)))
        await server.close()
    }

    @Test(arguments: playable.filter { !$0.isFile })
    func `HLS plays to its natural end from a folder`(_ sample: Samples.Sample) async throws {
        try await play(sample, as: sample.item)
    }

    private func play(_ sample: Samples.Sample, as item: MediaItem) async throws {
        let harness = Harness(.real)
        harness.player.load(item, autoplay: true)
        let reason = try await harness.player.waitForEnd(within: .seconds(30))
        let snapshot = harness.player.snapshot
        // A stream without a decoder is a part of what was promised that cannot be presented (contract 4.7).
        let isWhole = sample.name != "no-video-decoder"
        #expect(reason == (isWhole ? .natural : .truncated))
        #expect(snapshot.hasVideo == (sample.video != nil && isWhole))
        #expect(snapshot.hasAudio == (sample.audio != nil))
        let duration = try #require(snapshot.duration)
        #expect(abs(duration.inSeconds - sample.duration) <= sample.durationTolerance)
        #expect(abs(snapshot.played.inSeconds - sample.duration) <= sample.durationTolerance + 0.1)
        if isWhole { #expect(snapshot.position == duration) }
        await harness.closes()
        let statuses = harness.log.statuses.filter { $0 != .draining && $0 != .started }
        #expect(statuses == [.opening, .ready, isWhole ? .ended : .failed, .stopped, .closed])
    }
}

import Playhead
import PlayheadTesting
import Testing

/// What observers hear of the fake is what they hear of real media: the reason to believe tests on the fake.
@Suite(.timeLimit(.minutes(1)))
struct FakeFidelityTests {
    /// What was told, without what differs from clock to clock.
    private func story(_ backend: Backend, _ play: (Harness) async throws -> Void) async throws -> [String] {
        let harness = Harness(backend)
        try await play(harness)
        return await harness.closes().compactMap { event in
            switch event {
            case .positionChanged: nil
            case .durationChanged(let duration): "duration \(duration == nil ? "unknown" : "known")"
            case .statusChanged(_, .draining), .statusChanged(.draining, _): nil
            case .statusChanged(_, let status): "status \(status)"
            case .stateChanged(let change): "\(change.to.name) by \(change.reason)"
            case .error(let error): "error \(error.code)"
            case .tracksChanged(let tracks): "tracks \(tracks.isEmpty ? "unknown" : "known")"
            case .metadataChanged(let metadata):
                "metadata \(metadata == MediaMetadata() ? "unknown" : "known")"
            case .queueChanged(let change): "queue \(change.reason)"
            case .itemChanged(let change): "item \(change.item == nil ? "none" : "new")"
            default: "\(event)"
            }
        }
    }

    private func expectSame(_ play: (Harness) async throws -> Void) async throws {
        let (fake, real) = (try await story(.fake, play), try await story(.real, play))
        #expect(fake == real)
    }

    @Test func `fake and real media give the same events from load to end`() async throws {
        try await expectSame { harness in
            harness.player.load(try harness.film(from: .seconds(3)), autoplay: true)
            try await harness.playsToEnd()
        }
    }

    @Test func `fake and real media give the same events for pause and seek`() async throws {
        try await expectSame { harness in
            harness.player.load(try harness.long())
            try await harness.player.waitUntil(.ready)
            harness.player.play()
            try await harness.player.waitUntil(.started)
            harness.player.pause()
            await harness.player.seek(to: .seconds(2))
            harness.player.play()
            try await harness.plays(for: .milliseconds(100))
            await harness.player.seek(to: .milliseconds(59_800))
            try await harness.playsToEnd()
            harness.player.play()
            try await harness.player.wait(for: "playback") { $0.state.isPlaying }
            harness.player.stop()
            try await harness.player.wait(for: "the stop") { !$0.state.isBuffering }
        }
    }

    @Test func `fake and real media give the same events for several items and an open error`() async throws {
        try await expectSame { harness in
            try await harness.inTheMiddle()
            try await harness.inTheMiddle()
            harness.loadMissing()
            try await harness.player.waitUntil(.failed)
            harness.player.reset()
        }
    }
}

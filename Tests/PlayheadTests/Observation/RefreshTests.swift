import Playhead
import PlayheadTesting
import Testing

@testable import GStreamer
@testable import PlayheadCore
@testable import PlayheadPipeline

/// The asynchronous twin of the snapshot (contract 3.1), over the fake and over real media.
@Suite(.timeLimit(.minutes(1)))
struct RefreshTests {
    @Test(arguments: Backend.allCases)
    func `3.1: at rest, the snapshot and the answer of the pipeline are equal`(_ backend: Backend)
        async throws
    {
        let harness = Harness(backend)
        let player = harness.player
        #expect(await player.refreshed() == player.snapshot)
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        #expect(await player.refreshed() == player.snapshot)
        await player.seek(to: .milliseconds(1320))
        #expect(await player.refreshed() == player.snapshot)
        #expect(player.position == .milliseconds(1320))
        player.play()
        try await harness.plays(for: .milliseconds(300))
        player.pause()
        // The outputs take one more buffer each after a pause; then they rest.
        _ = await player.refreshed()
        if backend == .real { try await player.pipeline.seen { $0.pipeline?.isSettled == true ? () : nil } }
        let refreshed = await player.refreshed()
        #expect(refreshed == player.snapshot)
        #expect(await player.refreshed() == refreshed)
        await player.close()
        #expect(await player.refreshed() == player.snapshot)
    }

    @Test(arguments: Backend.allCases)
    func `2.3: a refresh is answered when the item fails or is removed`(_ backend: Backend) async throws {
        let harness = Harness(backend)
        let player = harness.player
        harness.loadMissing()
        #expect(await player.refreshed().item != nil)
        async let late = player.refreshed()
        player.reset()
        #expect(await late.status == player.status || player.status == .idle)
        await harness.closes()
    }
}

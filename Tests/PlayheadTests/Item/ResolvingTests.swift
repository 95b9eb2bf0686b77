import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `Resolved items` {
    private func player(
        _ resolve: @escaping @Sendable (MediaItem) async throws(PlayerError) -> MediaItem
    ) -> Player {
        var configuration = PlayerConfiguration.virtual(VirtualClock())
        configuration.resolveItem = resolve
        return Player(configuration: configuration)
    }

    @Test func `are loaded in place of the original, with the commands that came before`() async throws {
        let player = player { item throws(PlayerError) in
            var resolved = item.at(uri: MediaItem(path: Repository.path("media/tone.wav")).uri)
            resolved.title = "Name"
            return resolved
        }
        player.load(MediaItem(uri: "page:1"), autoplay: true)
        await player.seek(to: .seconds(1))
        player.pause()
        try await player.waitUntil(.ready)
        try await player.waitUntil(position: .seconds(1))
        #expect(player.snapshot.item?.uri == "page:1" && player.snapshot.metadata.title == "Name")
        player.play()
        #expect(try await player.waitForEnd() == .natural)
        #expect(player.snapshot.duration == .seconds(4))
        await player.close()
    }

    @Test func `fail with the error that is thrown`() async throws {
        let player = player { _ throws(PlayerError) in
            throw PlayerError(.resolverFailed, "No such page", isRecoverable: false)
        }
        player.load(MediaItem(uri: "page:1"), autoplay: true)
        let error = await #expect(throws: PlayerError.self) { try await player.waitForEnd() }
        #expect(error?.code == .resolverFailed && error?.uri == "page:1")
        await player.close()
    }

    @Test func `are given up when another item is loaded`() async throws {
        let (cancellations, feed) = AsyncStream<Void>.makeStream()
        let player = player { item throws(PlayerError) in
            guard item.uri == "page:1" else { return item }
            await withTaskCancellationHandler {
                for await _ in AsyncStream<Void>(unfolding: { try? await Task.sleep(for: .seconds(60)) }) {
                    if Task.isCancelled { return }
                }
            } onCancel: {
                feed.yield()
            }
            throw PlayerError(.resolverFailed, "Cancelled", isRecoverable: false)
        }
        player.load(MediaItem(uri: "page:1"), autoplay: true)
        player.load(MediaItem(uri: MediaItem(path: Repository.path("media/tone.wav")).uri), autoplay: true)
        for await _ in cancellations { break }
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
    }
}

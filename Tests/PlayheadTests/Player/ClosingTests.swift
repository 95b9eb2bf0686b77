import Dispatch
import Playhead
import PlayheadTesting
import Synchronization
import Testing

@testable import TestBasics
@testable import TestSupport

/// Contract 2.7: how a player goes down, proved with what hangs on purpose.
@Suite(.timeLimit(.minutes(1)), .serialized)
struct ClosingTests {
    /// A pipeline that cannot be taken down until it is told.
    private final class Stuck: MediaPipeline {
        private struct State {
            var isReleased = false
            var completions: [@Sendable () -> Void] = []
        }

        private let state = Mutex(State())

        func perform(_ command: PipelineCommand) {}

        func discard(completion: @escaping @Sendable () -> Void) {
            let isReleased = state.withLock { state in
                if !state.isReleased { state.completions.append(completion) }
                return state.isReleased
            }
            if isReleased { completion() }
        }

        func release() {
            let completions = state.withLock { state in
                state.isReleased = true
                defer { state.completions = [] }
                return state.completions
            }
            for completion in completions { completion() }
        }
    }

    private final class Flag: Sendable {
        private let value = Mutex(false)
        func raise() { value.withLock { $0 = true } }
        var isRaised: Bool { value.withLock { $0 } }
    }

    private static func player(on pipeline: Stuck) -> Player {
        var configuration = PlayerConfiguration.silent
        configuration.killTimeout = .milliseconds(50)
        let player = Player(configuration: configuration, time: SystemTime()) { _, _, _, _ in pipeline }
        player.load(MediaItem(uri: "file:///stuck"))
        return player
    }

    @Test(.inTurn) func `2.7: kill returns within its timeout with a hanging pipeline, and counts it`() async
    {
        // By itself: others may leave something behind for a moment too.
        await #expect(processExitsWith: .success) {
            let stuck = Stuck()
            let player = ClosingTests.player(on: stuck)
            #expect(await player.close(kill: true) == 1)
            #expect(Player.abandonedPipelines == 1)
            stuck.release()
            #expect(Player.abandonedPipelines == 0)
        }
    }

    @Test func `2.7: a graceful close waits for a slow teardown`() async throws {
        let stuck = Stuck()
        let player = Self.player(on: stuck)
        let isClosed = Flag()
        let closing = Task {
            let abandoned = await player.close()
            isClosed.raise()
            return abandoned
        }
        try await player.wait(for: "closed") { $0.status == .closed }
        #expect(!isClosed.isRaised)
        stuck.release()
        #expect(await closing.value == 0)
        #expect(isClosed.isRaised)
    }

    @Test(arguments: Backend.allCases, [false, true])
    func `2.7: a graceful close delivers pending events, and a forced close drops them`(
        _ backend: Backend, _ force: Bool
    )
        async throws
    {
        let player = Harness(backend).player
        let (entered, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let heard = Mutex<[PlayerEvent]>([])
        let observation = player.observe { event in
            let isFirst = heard.withLock { heard in
                heard.append(event)
                return heard.count == 1
            }
            if isFirst {
                entered.signal()
                go.wait()
            }
        }
        player.volume = 0.5
        player.isMuted = true
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                entered.wait()
                Self.close(player, force: force)
                go.signal()
                continuation.resume()
            }
        }
        await player.close(force: force)
        withExtendedLifetime(observation) {}
        let last: PlayerEvent = .statusChanged(from: .idle, to: .closed)
        #expect(
            heard.withLock { $0 }
                == (force ? [.volumeChanged(0.5)] : [.volumeChanged(0.5), .mutedChanged(true), last]))
    }

    private static func close(_ player: Player, force: Bool) { player.close(force: force) }
}

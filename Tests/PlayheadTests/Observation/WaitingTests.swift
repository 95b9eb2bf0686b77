import Dispatch
import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics

/// The waits of the test kit.
@Suite(.timeLimit(.minutes(1)))
struct WaitingTests {
    private let media = FakeMedia()
    private let item = MediaItem(uri: "fake://film")
    private let fault = PlayerError(.connectionLost, "Gone")

    /// Starts a wait, does something once it listens, and answers how the wait ended.
    private func outcome(
        on player: Player, of wait: @escaping @Sendable (Player) async throws -> Void,
        after change: (Player) -> Void
    ) async throws -> Result<Void, any Error> {
        let waiting = Task { try await wait(player) }
        try await waitUntil { media.current?.commands.contains(.setTicking(true)) == true }
        change(player)
        let result = await waiting.result
        await player.close()
        return result
    }

    @Test func `a wait for a condition that holds already ends at once`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        try await player.waitUntil(.started)
        try await player.waitUntil(state: .playing(buffering: false))
        try await player.waitUntil(position: .zero)
        try await player.wait { $0.item != nil }
        media.advance(by: .seconds(20))
        #expect(try await player.waitForEnd() == .natural)
        await player.close()
    }

    /// The one who waits may be late on a busy machine.
    @Test func `a wait for a status that has passed ends at once`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        try await player.waitUntil(state: .playing(buffering: false))
        try await player.waitUntil(.ready, within: .seconds(5))
        media.advance(by: .seconds(20))
        try await player.waitForEnd()
        try await player.waitUntil(.ready, within: .seconds(5))
        try await player.waitUntil(.started, within: .seconds(5))
        await #expect(throws: WaitingError.self) {
            try await player.waitUntil(.opening, within: .milliseconds(10))
        }
        await player.close()
    }

    /// What has happened can be read before it is told.
    @Test func `the awaited event is in the recorder after the wait`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        try await player.waitUntil(.started)
        let gate = Gate()
        let slow = player.chronicle(positions: false) { _, snapshot in
            if snapshot.status == .ended { gate.pass() }
        }
        let story = player.recordEvents()
        Gate.detach { [media] in media.advance(by: .seconds(20)) }
        await gate.waitForArrival()
        // On a thread that no task can keep busy.
        let opener = DispatchQueue(label: "opener")
        opener.asyncAfter(deadline: .now() + .milliseconds(10)) { gate.open() }
        try await player.waitForEnd()
        try story.check(inOrder: .finished(.natural))
        slow.cancel()
        await player.close()
    }

    @Test func `a wait ends when its condition holds, also for an instant`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        let result = try await outcome(on: player) {
            try await $0.waitUntil(.ended)
        } after: { player in
            media.advance(by: .seconds(20))
            player.play()
        }
        try result.get()
    }

    @Test func `a wait fails at once with the player's error`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        let result = try await outcome(on: player) {
            try await $0.waitUntil(.ended)
        } after: { _ in
            media.fail(fault)
        }
        #expect(throws: fault) { try result.get() }
    }

    @Test func `a wait fails with an earlier error`() async {
        let player = media.makePlayer()
        player.load(item)
        media.fail(fault)
        await #expect(throws: fault) { try await player.waitUntil(.ready) }
        await #expect(throws: fault) { try await player.waitForEnd() }
        await #expect(throws: Never.self) { try await player.waitUntil(.failed) }
        await player.close()
    }

    @Test func `a wait for an error ends with the error`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        let result = try await outcome(on: player) { player in
            let error = try await player.waitForError()
            #expect(error == PlayerError(.connectionLost, "Gone"))
        } after: { _ in
            media.fail(fault)
        }
        try result.get()
    }

    @Test func `a truncated end is the result of a wait for the end`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        media.end(presented: .seconds(3))
        #expect(try await player.waitForEnd() == .truncated)
        await player.close()
    }

    @Test func `a wait ends when the player is closed`() async throws {
        let player = media.makePlayer()
        player.load(item, autoplay: true)
        let result = try await outcome(on: player) {
            try await $0.waitUntil(.ended)
        } after: {
            $0.close()
        }
        guard case .failure(WaitingError.closed(let goal)) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(goal == "status ended")
    }

    @Test func `a wait ends at its limit, and its error describes the player`() async {
        let player = media.makePlayer()
        player.load(item)
        let error = await #expect(throws: WaitingError.self) {
            try await player.waitUntil(.started, within: .milliseconds(10))
        }
        #expect(error?.description.contains("status started") == true)
        #expect(error?.description.contains("paused") == true)
        await player.close()
    }
}

import Foundation
import Playhead
import PlayheadServer
import PlayheadTesting
import Testing

@testable import TestBasics

/// What a player goes through can be recorded, and comes out the same when it is replayed.
@Suite(.timeLimit(.minutes(2)))
struct RecordingTests {
    /// Records what a body does with a player until it is closed, and expects the replay to tell the very events that an
    /// observer heard.
    @discardableResult
    private func record(
        _ backend: Backend, _ body: (Harness) async throws -> Void
    ) async throws -> [TraceReplay.Step] {
        let harness = Harness(backend)
        let box = RecordingBox()
        let recording = try harness.player.record(limit: .max, into: box.write)
        try await body(harness)
        await harness.closes()
        try await recording.stop()
        let steps = try box.replaysTheSame()
        let (replayed, heard) = (
            steps.flatMap(\.events).withoutPositions, harness.log.events.withoutPositions
        )
        // How much was played is measured, not computed.
        #expect(replayed.map(\.unmeasured) == heard.map(\.unmeasured))
        #expect(steps.last?.snapshot.status == .closed)
        return steps
    }

    @Test(arguments: Backend.allCases)
    func `the session trace of a playback to the end replays without divergence`(_ backend: Backend)
        async throws
    {
        let steps = try await record(backend) { harness in
            harness.player.load(try harness.film(), autoplay: true)
            try await harness.playsToEnd()
        }
        #expect(steps.contains { $0.snapshot.status == .ended })
    }

    @Test func `the session trace of HLS over HTTP replays without divergence`() async throws {
        let server = try await MediaServer(folder: Samples.directory.path)
        let sample = try #require(Samples.all.first { !$0.isFile && $0.playable })
        try await record(.real) { harness in
            harness.player.load(MediaItem(uri: server.address(of: sample.path)), autoplay: true)
            try await harness.player.waitForEnd(within: .seconds(30))
        }
        await server.close()
    }

    @Test(arguments: Backend.allCases)
    func `the session trace of many seeks replays without divergence`(_ backend: Backend) async throws {
        let steps = try await record(backend) { harness in
            try await harness.inTheMiddle()
            let player = harness.player
            await withTaskGroup { group in
                for number in 1...60 {
                    group.addTask { _ = await player.seek(to: .milliseconds(number * 40)) }
                    if number % 10 == 0 { player.speed = number % 20 == 0 ? 1 : 1.5 }
                    if number % 15 == 0 { player.toggle() }
                }
            }
            await player.skip(by: .seconds(-1))
            _ = await player.refreshed()
        }
        #expect(steps.count { $0.input.hasPrefix("command seek") } == 60)
    }

    @Test(arguments: Backend.allCases)
    func `the session trace of an error and a retry replays without divergence`(_ backend: Backend)
        async throws
    {
        let steps = try await record(backend) { harness in
            harness.loadMissing(autoplay: true)
            try await harness.player.waitForError()
            harness.player.retry()
            harness.media?.fail(PlayerError(.notFound, "Still no such file", hint: "look elsewhere"))
            try await harness.player.wait(for: "an end") { $0.endReason == .error }
            harness.player.load(try harness.film())
            try await harness.player.waitUntil(.ready)
        }
        #expect(steps.contains { $0.snapshot.error?.code == .notFound })
    }

    @Test(arguments: Backend.allCases)
    func `the session trace of a close during playback replays without divergence`(_ backend: Backend)
        async throws
    {
        try await record(backend) { harness in
            try await harness.inTheMiddle()
            Harness.seek(harness.player)
            harness.closeAtOnce()
            harness.player.play()
        }
    }

    @Test(arguments: Backend.allCases)
    func `2.1: commands from 8 threads are traced in the order of their effects`(
        _ backend: Backend
    ) async throws {
        try await record(backend) { harness in
            try await harness.inTheMiddle()
            let player = harness.player
            let item = try harness.long()
            await withTaskGroup { group in
                for number in 1...8 {
                    group.addTask {
                        for step in 1...40 {
                            switch (number * 7 + step) % 9 {
                            case 0: player.play()
                            case 1: player.pause()
                            case 2: player.toggle()
                            case 3: player.volume = Double(step) / 40
                            case 4: player.isMuted.toggle()
                            case 5: _ = await player.seek(to: .milliseconds(100 * step))
                            case 6: player.speed = 1 + Double(step % 3) / 2
                            case 7: _ = await player.refreshed()
                            default: if step > 36 { player.load(item, autoplay: true) }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension PlayerEvent {
    fileprivate var unmeasured: PlayerEvent {
        guard case .itemChanged(var change) = self else { return self }
        change.previous?.played = .zero
        change.previous?.position = .zero
        return .itemChanged(change)
    }
}

import Playhead
import PlayheadTesting
import Testing

@testable import PlayheadRemote
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `A–B loop` {
    @Test func `repeats until its points are removed`() async throws {
        let stage = try IPCStage()
        let (fake, client) = (stage.fake, stage.client)
        try await stage.play()
        #expect(try await client.property("ab-loop-a") == "no")
        _ = try await client.ask(#"{"command":["set_property","ab-loop-a",2]}"#)
        _ = try await client.ask(#"{"command":["set_property","ab-loop-b",4]}"#)
        #expect(stage.control.state.loop == LoopPoints(start: .seconds(2), end: .seconds(4)))
        #expect(try await client.property("ab-loop-b") == .number(4))
        fake.advance(by: .seconds(1))
        for _ in 0..<3 {
            fake.advance(by: .seconds(2))
            // The seek has ended, too: before that, the time does not advance the position.
            try await waitUntil {
                let snapshot = fake.player.snapshot
                return snapshot.position == .seconds(2) && snapshot.state == .playing(buffering: false)
            }
        }
        _ = try await client.ask(#"{"command":["set_property","ab-loop-b","no"]}"#)
        fake.advance(by: .seconds(3))
        #expect(fake.player.position == .seconds(5))
    }

    @Test func `begins at once when the key sets its end, and another item has none`() async throws {
        let stage = try IPCStage()
        let (fake, control) = (stage.fake, stage.control)
        #expect(throws: RemoteFault.noContent) { try control.perform(.markLoop) }
        try await stage.play()
        try control.perform(.markLoop)
        fake.advance(by: .seconds(2))
        try control.perform(.markLoop)
        #expect(control.state.loop == LoopPoints(start: .seconds(1), end: .seconds(3)))
        #expect(fake.player.position == .seconds(1))
        try control.perform(.next)
        #expect(control.state.loop == LoopPoints())
        try control.perform(.previous)
        #expect(control.state.loop == LoopPoints())
    }

    @Test func `observers hear of it`() async throws {
        let stage = try IPCStage()
        try await stage.play()
        _ = try await stage.client.ask(#"{"command":["observe_property",1,"ab-loop-a"]}"#)
        #expect(try await stage.client.event("property-change")["data"] == "no")
        try stage.control.perform(.markLoop)
        #expect(try await stage.client.event("property-change")["data"] == .number(1))
    }
}

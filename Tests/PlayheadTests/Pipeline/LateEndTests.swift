import Playhead
import PlayheadTesting
import Testing

/// An output is done at the moment at which a seek leads away from there. What races here are threads, in real time.
struct LateEndTests {
    @Test func `4.6: an end before a seek away from it is not reported`() async throws {
        let harness = Harness(.real, inRealTime: true)
        let player = harness.player
        player.load(try harness.film(), autoplay: true)
        try await player.waitUntil(.started)
        for round in 0..<60 {
            await player.seek(to: .seconds(4))
            try await Task.sleep(for: .microseconds(25) * (round % 20))
            await player.seek(to: .seconds(1))
            // It may have ended before it was led away.
            player.play()
            try await player.waitUntil(position: .milliseconds(1020))
            #expect(player.error == nil, "round \(round)")
        }
        await harness.closes()
    }

    @Test func `4.7: a seek to the end gives a natural end`() async throws {
        let harness = Harness(.real, inRealTime: true)
        let player = harness.player
        player.load(try harness.film())
        try await player.waitUntil(.ready)
        for round in 0..<60 {
            await player.seek(to: .milliseconds(700))
            player.play()
            try await player.waitUntil(.started)
            try await Task.sleep(for: .microseconds(400) * (round % 20))
            await player.seek(to: .seconds(4))
            // A busy machine may have let it end before it was led there.
            if player.status == .ready { player.play() }
            #expect(try await player.waitForEnd() == .natural, "round \(round)")
        }
        await harness.closes()
    }
}

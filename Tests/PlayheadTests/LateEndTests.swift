import Playhead
import PlayheadTesting
import Testing

/// An output is done at the moment at which a seek leads away from there.
struct LateEndTests {
    @Test func `4.6: an end that a seek has led away from is not told`() async throws {
        let harness = Harness(.real)
        let player = harness.player
        player.load(try harness.film(), autoplay: true)
        try await player.reaches(.active)
        for round in 0..<60 {
            await player.seek(to: .seconds(4))
            try await Task.sleep(for: .microseconds(25) * (round % 20))
            await player.seek(to: .seconds(1))
            // It may have ended before it was led away.
            player.play()
            try await Task.sleep(for: .milliseconds(20))
            #expect(player.error == nil)
            #expect(player.status == .active)
        }
        await harness.closes()
    }
}

import Playhead
import PlayheadTesting
import Testing

@testable import TestBasics
@testable import TestSupport

/// The first seek of a load, by the number that each picture bears.
@Suite(.timeLimit(.minutes(2)))
struct FirstSeekTests {
    /// Whether the pause has led to a frame before the seek does is different in every run.
    @Test(arguments: ["av-h264-aac", "av-vp9-opus"], [true, false])
    func `2.3: a seek right after a pause is answered after its landing`(
        _ name: String, isPlaying: Bool
    ) async throws {
        let target = Duration.milliseconds(40 * 60 + 2)
        for _ in 0..<15 {
            let player = Player(configuration: .silent)
            player.load(try Samples.named(name).item)
            try await player.waitUntil(.ready)
            let tap = try OutputTap(.video, of: player)
            player.play()
            if isPlaying { try await player.waitUntil(position: .milliseconds(100)) }
            tap.forget()
            player.pause()
            let result = await player.seek(to: target)
            #expect(result == .completed(at: target))
            #expect(tap.arrivals.last?.frameNumber(width: 320, height: 180) == 60)
            await player.close()
        }
    }
}

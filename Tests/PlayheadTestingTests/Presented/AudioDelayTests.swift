import Playhead
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCore
@testable import TestBasics

/// The time between a picture and its sound, in virtual time.
@Suite(.timeLimit(.minutes(1))) struct AudioDelayTests {
    /// The time by which sound is presented later than a picture with the same media time.
    private func skew(_ witness: Witness, from start: Duration) throws -> Duration {
        let picture = try #require(witness.shown.first { $0.mediaTime >= start })
        let sound = try #require(witness.played.first { $0.mediaTime >= start })
        return (sound.clockTime - sound.mediaTime) - (picture.clockTime - picture.mediaTime)
    }

    @Test(arguments: [-0.4, -0.1, 0, 0.1, 0.4])
    func `sound is presented later than its picture by the audio delay`(seconds: Double) async throws {
        let witness = Witness()
        let player = Player(configuration: .watched(by: witness))
        player.audioDelay = .seconds(seconds)
        player.audioEffects.equalizer = Equalizer.presets["rock"] ?? Equalizer()
        player.load(try Samples.named("av-h264-aac").item)
        player.play()
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        let skew = try skew(witness, from: .seconds(1))
        #expect((skew - .seconds(seconds)).magnitude < .milliseconds(5), "\(skew)")
        await player.close()
    }

    @Test func `a change takes effect while it plays`() async throws {
        let witness = Witness()
        let clock = VirtualClock()
        // Held, the clock stops where a wait ends, so that the change comes at the start.
        clock.hold()
        let player = Player(configuration: .watched(by: witness, .virtual(clock)))
        player.load(try Samples.named("av-h264-aac").item)
        player.play()
        try await player.waitUntil(.started)
        player.audioDelay = .milliseconds(250)
        #expect(try await player.waitForEnd(within: .seconds(30)) == .natural)
        #expect((try skew(witness, from: .seconds(3)) - .milliseconds(250)).magnitude < .milliseconds(5))
        await player.close()
    }
}

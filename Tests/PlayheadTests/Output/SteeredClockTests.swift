import GStreamer
import Testing

/// The clock that keeps pace with a sound device.
struct SteeredClockTests {
    @Test func `a clock that is steered does not jump`() {
        let clock = SteeredClock()
        for gain in [0.01, -0.01, 0.005, 0] {
            let before = clock.now
            clock.gain(gain)
            let after = clock.now
            #expect(after >= before && after - before < .milliseconds(500))
        }
    }

    @Test func `a clock gains as it is told`() {
        let (clock, other) = (SteeredClock(), SteeredClock())
        clock.gain(1)
        let (start, otherStart) = (clock.now, other.now)
        while other.now - otherStart < .milliseconds(20) {}
        #expect(clock.now - start > .milliseconds(30))
    }
}

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

    @Test func `a clock of another pace knows what it would show without`() {
        let clock = SteeredClock()
        let (start, even) = (clock.now, clock.even)
        clock.pace = 3
        clock.gain(0.01)
        while clock.now - start < .milliseconds(60) {}
        #expect(clock.even - even < .milliseconds(35) && clock.speed > 3)
        clock.pace = 1
        let (later, evenLater) = (clock.now, clock.even)
        while clock.now - later < .milliseconds(10) {}
        #expect(clock.even - evenLater >= .milliseconds(10) && clock.pace == 1)
    }
}

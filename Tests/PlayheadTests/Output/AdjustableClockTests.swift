import GStreamer
import Testing

/// The clock that keeps pace with a sound device.
struct SteeredClockTests {
    @Test func `a steered clock does not jump`() {
        let clock = AdjustableClock()
        for gain in [0.01, -0.01, 0.005, 0] {
            let began = ContinuousClock.now
            let before = clock.now
            clock.gain(gain)
            let after = clock.now
            let passed = began.duration(to: .now)
            #expect(after >= before && after - before < passed * 1.1 + .milliseconds(1))
        }
    }

    @Test func `a steered clock gains by its rate`() {
        let (clock, other) = (AdjustableClock(), AdjustableClock())
        clock.gain(1)
        let (start, otherStart) = (clock.now, other.now)
        while other.now - otherStart < .milliseconds(20) {}
        #expect(clock.now - start > .milliseconds(30))
    }

    @Test func `a clock at another pace also has the time at pace 1`() {
        let clock = AdjustableClock()
        clock.pace = 3
        clock.gain(0.01)
        // What is read first, and last, bounds the other from the side that is looked at.
        let start = clock.now
        let even = clock.even
        while clock.now - start < .milliseconds(60) {}
        let evenPassed = clock.even - even
        #expect(evenPassed <= (clock.now - start) / 3 + .milliseconds(1) && clock.speed > 3)
        clock.pace = 1
        let evenLater = clock.even
        let later = clock.now
        while clock.now - later < .milliseconds(10) {}
        #expect(clock.even - evenLater >= .milliseconds(10) && clock.pace == 1)
    }
}

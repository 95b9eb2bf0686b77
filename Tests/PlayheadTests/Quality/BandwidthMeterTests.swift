import Testing

@testable import Playhead

/// How fast a network is, by what comes over it.
struct BandwidthMeterTests {
    private struct Network {
        var meter = BandwidthMeter()
        var now: Duration = .zero

        /// A part comes at so many kbit/s, in pieces.
        mutating func bring(_ kilobits: Double, at rate: Double, after delay: Duration = .milliseconds(20)) {
            now += delay
            meter.begin(at: now, after: delay)
            for piece in 0...50 {
                meter.take(Int(kilobits * 1000 / 8 / 50), at: now)
                if piece < 50 { now += .seconds(kilobits / rate / 50) }
            }
            meter.end(at: now)
        }

        var rate: Double { (meter.rate ?? 0) / 1000 }
    }

    @Test func `is what came in the time that it took, without what began it`() {
        var network = Network()
        #expect(network.meter.rate == nil && network.meter.wait == .zero)
        network.bring(600, at: 480, after: .milliseconds(300))
        #expect(abs(network.rate - 480) < 1 && network.meter.wait == .milliseconds(300))
    }

    @Test func `a burst changes nothing, and what lasts does`() {
        var network = Network()
        for _ in 0..<8 { network.bring(600, at: 480) }
        network.bring(600, at: 100_000)
        #expect(abs(network.rate - 480) < 1)
        for _ in 0..<8 { network.bring(600, at: 100_000) }
        #expect(network.rate > 20_000)
    }

    @Test func `less is believed as soon as it has come`() {
        var network = Network()
        for _ in 0..<8 { network.bring(4000, at: 8000) }
        network.bring(1000, at: 200)
        #expect(abs(network.rate - 200) < 1)
    }

    @Test func `what comes at the same time counts together`() {
        var meter = BandwidthMeter()
        meter.begin(at: .zero, after: .zero)
        meter.begin(at: .zero, after: .zero)
        for step in 1...10 {
            meter.take(10_000, at: .milliseconds(step * 100))
            meter.take(10_000, at: .milliseconds(step * 100))
        }
        meter.end(at: .seconds(1))
        meter.end(at: .seconds(1))
        #expect(meter.rate == 1_600_000)
    }

    @Test func `what comes at a blow is fast, and not without end`() {
        var meter = BandwidthMeter()
        meter.begin(at: .zero, after: .seconds(1))
        meter.take(25_000, at: .zero)
        meter.end(at: .zero)
        #expect(meter.rate == 10_000_000)
        // Of what never came nothing is known.
        var other = BandwidthMeter()
        other.begin(at: .zero, after: .zero)
        other.end(at: .seconds(3))
        #expect(other.rate == nil)
    }
}

import Testing

@testable import PlayheadCore

/// Where playback stands between two measurements (contract 3.9).
struct TimelineTests {
    private func at(_ seconds: Double, limit: Double? = nil) -> Moment {
        Moment(now: .seconds(seconds), limit: limit.map { .seconds($0) })
    }

    @Test func `a stopped timeline keeps its position`() {
        var timeline = Timeline()
        timeline.jump(to: .seconds(3), at: at(1))
        #expect(timeline.position(at: at(9)) == .seconds(3))
    }

    @Test func `an advancing timeline follows the clock up to the outputs`() {
        var timeline = Timeline()
        timeline.setAdvancing(true, at: at(10))
        #expect(timeline.position(at: at(12)) == .seconds(2))
        #expect(timeline.position(at: at(12, limit: 1.5)) == .seconds(1.5))
        #expect(timeline.position(at: at(9)) == .zero)
    }

    @Test func `a measurement moves the timeline forward only`() {
        var timeline = Timeline()
        timeline.setAdvancing(true, at: at(0))
        timeline.measure(.seconds(3), at: at(2))
        #expect(timeline.position(at: at(2)) == .seconds(3))
        timeline.measure(.seconds(1), at: at(4))
        #expect(timeline.position(at: at(4)) == .seconds(5))
        #expect(timeline.position(at: at(4, limit: 2)) == .seconds(5))
    }

    @Test func `a jump moves the timeline in either direction`() {
        var timeline = Timeline()
        timeline.setAdvancing(true, at: at(0))
        timeline.jump(to: .seconds(8), at: at(1))
        #expect(timeline.position(at: at(1)) == .seconds(8))
        timeline.jump(to: .seconds(2), at: at(2))
        #expect(timeline.position(at: at(3)) == .seconds(3))
    }

    @Test func `a standstill keeps the position of the timeline`() {
        var timeline = Timeline()
        timeline.setAdvancing(true, at: at(0))
        timeline.setAdvancing(false, at: at(2))
        timeline.setAdvancing(true, at: at(50))
        #expect(timeline.position(at: at(51)) == .seconds(3))
        timeline.setAdvancing(true, at: at(52))
        #expect(timeline.position(at: at(52)) == .seconds(4))
    }

    @Test func `a duration beyond the range of GStreamer is clamped`() {
        #expect(Duration.seconds(2).inNanoseconds == 2_000_000_000)
        #expect(Duration.seconds(Int64.max).inNanoseconds == .max)
        #expect(Duration.seconds(Int64.min).inNanoseconds == .min)
        #expect((Duration.farthest + .nanoseconds(1)).inNanoseconds == .max)
        #expect((Duration.nanoseconds(Int64.min) - .nanoseconds(1)).inNanoseconds == .min)
    }
}

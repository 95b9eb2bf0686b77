import Testing

@testable import StreamWatch

struct ChannelHistoryTests {
    /// Drives a monitor with a segment every four seconds, as a probe does.
    private func history(
        _ count: Int, maximumIncidents: Int = 800,
        _ change: (Int, inout ChannelMonitor.Segment) -> Void
    ) -> ChannelHistory {
        var history = ChannelHistory(maximumIncidents: maximumIncidents)
        var monitor = ChannelMonitor(at: .zero)
        for index in 0..<count {
            var segment = ChannelMonitor.Segment(duration: .seconds(4))
            (segment.isBlack, segment.level, segment.loadTime) = (false, -20, .milliseconds(index % 10 * 100))
            change(index, &segment)
            let now = Duration.seconds(index * 4)
            for alarm in monitor.take(segment, at: now) {
                history.take(.init(time: now, alarm: alarm, state: monitor.state), monitor)
            }
            history.take(.init(time: now, alarm: nil, state: monitor.state), monitor)
        }
        return history
    }

    @Test func `An incident lasts from its beginning to its last observation`() {
        let history = history(30) { index, segment in segment.isBlack = (5..<10).contains(index) }
        #expect(
            history.incidents == [
                .init(
                    condition: .black, start: .seconds(16), end: .seconds(36), message: "the picture is black"
                )
            ])
        #expect(history.bands.map(\.state) == [.starting, .up, .degraded, .up])
        #expect(history.bands[2].start == .seconds(28) && history.bands[2].end == .seconds(68))
        #expect(history.time(in: .degraded, until: .seconds(116)) == .seconds(40))
        #expect(history.availability(until: .seconds(116)) == 1)
    }

    @Test func `An incident that lasts has no end, and a channel that is down is not available`() {
        var history = ChannelHistory()
        var monitor = ChannelMonitor(at: .zero)
        for second in stride(from: 0, through: 100, by: 5) {
            let now = Duration.seconds(second)
            for alarm in monitor.fail("refused", at: now) {
                history.take(.init(time: now, alarm: alarm, state: monitor.state), monitor)
            }
        }
        #expect(history.incidents.map(\.condition) == [.unavailable] && history.incidents[0].end == nil)
        #expect(history.bands.last?.state == .down)
        #expect((history.availability(until: .seconds(100)) * 100).rounded() == 10)
    }

    @Test func `A day of segments is kept in few samples`() {
        let history = history(21_600) { index, segment in if index == 9000 { segment.level = -80 } }
        #expect(history.samples.count <= 288 && history.samples.count > 144)
        #expect(history.sampleLength == .seconds(512))
        #expect(history.samples.compactMap(\.level).min() == -80)
        #expect(history.samples.compactMap(\.loadTime).max() == .milliseconds(900))
    }

    @Test func `The oldest incidents are dropped, and counted`() {
        let history = history(600, maximumIncidents: 5) { index, segment in
            segment.isBlack = index % 30 < 5
        }
        #expect(history.incidents.count == 5 && history.droppedIncidents == 15)
        #expect(history.bands.count == 10)
        #expect(history.time(in: .degraded, until: .seconds(2400)) > .seconds(600))
    }
}

import Testing

@testable import StreamWatch

struct ChannelMonitorTests {
    private typealias Alarm = ChannelMonitor.Alarm

    private func segment(_ change: (inout ChannelMonitor.Segment) -> Void = { _ in })
        -> ChannelMonitor.Segment
    {
        var segment = ChannelMonitor.Segment(duration: .seconds(4))
        (segment.isBlack, segment.isFrozen, segment.level) = (false, false, -20)
        change(&segment)
        return segment
    }

    /// Takes a segment every four seconds, and returns the alarms as words.
    private func alarms(
        _ count: Int, _ monitor: inout ChannelMonitor, from start: Int = 0,
        _ change: (Int, inout ChannelMonitor.Segment) -> Void = { _, _ in }
    ) -> [String] {
        (0..<count).flatMap { index -> [String] in
            let now = Duration.seconds(start + index * 4)
            let alarms = monitor.take(segment { change(index, &$0) }, at: now)
            return (alarms + monitor.tick(at: now + .seconds(2))).map { alarm in
                "\(alarm.isRaised ? "+" : "-")\(alarm.condition.rawValue) \(now.text)"
            }
        }
    }

    @Test func `A good channel has no alarm`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(monitor.state == .starting)
        #expect(alarms(100, &monitor) == [])
        #expect(monitor.state == .up)
        #expect(monitor.stalledTime == .zero && monitor.segments == 100)
    }

    @Test func `One lost segment calls nobody, three in a minute do`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(alarms(60, &monitor) { index, segment in if index % 20 == 3 { segment.fault = "404" } } == [])
        let found = alarms(20, &monitor, from: 240) { index, segment in if index < 5 { segment.fault = "404" }
        }
        #expect(found.first == "+gaps 248 s")
        #expect(found.count == 2 && found.last?.hasPrefix("-gaps") == true)
    }

    @Test func `Black is raised after its threshold, and cleared after the recovery`() {
        var monitor = ChannelMonitor(at: .zero)
        let found = alarms(30, &monitor) { index, segment in segment.isBlack = (5..<10).contains(index) }
        // Black from 16 s on; 10 s of it are complete with the third segment.
        #expect(found == ["+black 28 s", "-black 64 s"])
    }

    @Test func `A short black range is none`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(alarms(30, &monitor) { index, segment in segment.isBlack = index % 5 < 2 } == [])
    }

    @Test func `Frozen, silent and loudness have their own thresholds`() {
        var thresholds = WatchThresholds()
        thresholds.loudness = -25 ... -21
        var monitor = ChannelMonitor(thresholds, at: .zero)
        let found = alarms(12, &monitor) { index, segment in
            (segment.isFrozen, segment.level, segment.loudness) = (true, -80, -12)
        }
        #expect(found == ["+frozen 16 s", "+silent 16 s", "+loudness 28 s"])
        #expect(monitor.state == .degraded)
    }

    @Test func `A standstill begins when the buffer of a player is empty`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(alarms(5, &monitor) == [])
        // The last segment came at 16 s, and lasts until 20 s.
        #expect(monitor.tick(at: .seconds(21)) == [])
        let raised = monitor.tick(at: .seconds(22))
        #expect(raised.map(\.condition) == [.stalled] && raised.first?.since == .seconds(20))
        #expect(monitor.state == .down)
        _ = monitor.take(segment(), at: .seconds(40))
        #expect(monitor.stalledTime == .seconds(20))
        #expect(monitor.tick(at: .seconds(41)) == [])
    }

    @Test func `A channel that cannot be loaded is down, and returns`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(monitor.fail("refused", at: .zero) == [])
        #expect(monitor.fail("refused", at: .seconds(5)) == [])
        let raised = monitor.fail("refused", at: .seconds(10))
        #expect(raised.map(\.condition) == [.unavailable] && monitor.state == .down)
        #expect(monitor.tick(at: .seconds(11)).map(\.condition) == [.slowStart])
        #expect(alarms(5, &monitor, from: 20) == [])
        #expect(
            alarms(5, &monitor, from: 40).map { $0.prefix(12) }
                == ["-unavailable", "-slowStart 4"].map { $0.prefix(12) })
        #expect(monitor.state == .up)
    }

    @Test func `A flapping address is no alarm`() {
        var monitor = ChannelMonitor(at: .zero)
        for second in 0..<120 {
            let now = Duration.seconds(second)
            if second % 8 == 0 {
                #expect(monitor.fail("reset", at: now) == [])
            } else if second % 4 == 0 {
                #expect(monitor.take(segment(), at: now) == [])
                #expect(monitor.take(segment(), at: now) == [])
            }
        }
    }

    @Test func `Variants that vanish are an alarm after their time`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(monitor.load(variants: 6, at: .zero) == [])
        #expect(monitor.load(variants: 4, at: .seconds(60)) == [])
        let raised = monitor.load(variants: 4, at: .seconds(120))
        #expect(raised.map(\.message) == ["2 of 6 variants are missing"])
    }

    @Test func `Variants that are counted once a minute are one alarm as long as they are missing`() {
        var monitor = ChannelMonitor(at: .zero)
        var found: [String] = []
        for second in stride(from: 0, through: 1200, by: 4) {
            let missing = (240..<720).contains(second)
            let now = Duration.seconds(second)
            let variants = second % 60 == 0 ? (missing ? 4 : 6) : nil
            found += monitor.load(variants: variants, at: now).map { "\($0.isRaised) \(now.text)" }
        }
        #expect(found == ["true 300 s", "false 748 s"])
    }

    @Test func `A certificate that ends soon is an alarm at once`() {
        var monitor = ChannelMonitor(at: .zero)
        #expect(monitor.certify(rest: .seconds(20 * 86_400), at: .zero) == [])
        let raised = monitor.certify(rest: .seconds(3 * 86_400), at: .seconds(10))
        #expect(raised.map(\.message) == ["the certificate ends in 3 days"])
        #expect(monitor.certify(rest: .seconds(90 * 86_400), at: .seconds(50)).map(\.isRaised) == [false])
    }

    @Test(arguments: ["Dec  1 12:00:00 2026 GMT", "2026-12-01 12:00:00 GMT"])
    func `The end of a certificate is read in both forms`(text: String) {
        #expect(CertificateDate.read(text) == .seconds(1_796_126_400))
        #expect(CertificateDate.read("soon") == nil)
    }

    @Test func `Metrics are in the format of Prometheus`() {
        var monitor = ChannelMonitor(at: .zero)
        _ = alarms(5, &monitor) { _, segment in (segment.isBlack, segment.bytes) = (true, 1000) }
        let lines = PrometheusText.text([("http://a/\"b\".m3u8", monitor)]).split(separator: "\n")
        #expect(lines.contains("playhead_channel_up{channel=\"http://a/\\\"b\\\".m3u8\"} 1"))
        #expect(
            lines.contains(
                "playhead_channel_condition{channel=\"http://a/\\\"b\\\".m3u8\",condition=\"black\"} 1"))
        #expect(
            lines.contains("playhead_channel_received_bytes_total{channel=\"http://a/\\\"b\\\".m3u8\"} 5000"))
        for line in lines where !line.hasPrefix("#") {
            #expect(Double(line.split(separator: " ").last ?? "") != nil)
        }
    }
}

import Foundation
import PlayheadServer
import TestSupport
import Testing

@testable import PlayheadCommand
@testable import QualityReport
@testable import StreamWatch
@testable import TestBasics

@Suite(.timeLimit(.minutes(1))) struct `The page of a watch` {
    /// A channel that is black for a while in every period of segments of 4 s.
    private func history(hours: Int, period: Int, maximumIncidents: Int) -> ChannelHistory {
        var history = ChannelHistory(maximumIncidents: maximumIncidents)
        var monitor = ChannelMonitor(at: .zero)
        for index in 0..<hours * 900 {
            var segment = ChannelMonitor.Segment(duration: .seconds(4))
            (segment.isBlack, segment.level) = (index % period < 5, -20 - Double(index % 40))
            (segment.bytes, segment.loadTime) = (1_000_000, .milliseconds(index % 97))
            let now = Duration.seconds(index * 4)
            for alarm in monitor.take(segment, at: now) {
                history.take(.init(time: now, alarm: alarm, state: monitor.state), monitor)
            }
            history.take(.init(time: now, alarm: nil, state: monitor.state), monitor)
        }
        return history
    }

    private func input(_ history: ChannelHistory, hours: Int, hasCurves: Bool = true) -> ReportPage.Input {
        ReportPage.Input(
            "https://channels.example/tv/master.m3u8", history, until: .seconds(hours * 3600),
            began: 1_764_374_400, command: "playhead watch https://channels.example/tv/master.m3u8",
            hasCurves: hasCurves)
    }

    @Test func `has the state, the incidents and the curves of a channel`() throws {
        let input = input(history(hours: 1, period: 450, maximumIncidents: 10), hours: 1)
        #expect(input.severity == .warning && input.verdict == "now up; available 100.0 %, 2 incidents")
        #expect(input.findings.map(\.name) == ["black", "black"])
        let line = try #require(input.timelines.first)
        #expect(line.lanes.map(\.name) == ["state", "black"] && line.curves.count == 2)
        let html = ReportPage(title: "Watch", inputs: [input]).html
        // The second begins half an hour after midnight.
        #expect(html.contains("class=\"time\" href=\"#mark-1-1-1\">00:29:56</a>"))
        #expect(html.contains("title=\"black, 00:29:56 to 00:30:16\""))
        #expect(html.contains(">00:10:00</span>"))
    }

    @Test func `is below 2 MB for a day of one channel that fails all the time`() {
        let day = history(hours: 24, period: 15, maximumIncidents: WatchReport.maximumIncidents)
        #expect(day.incidents.count == WatchReport.maximumIncidents && day.droppedIncidents > 500)
        let size = ReportPage(title: "Day", inputs: [input(day, hours: 24)]).html.utf8.count
        #expect(size < 2_000_000, "\(size)")
    }

    @Test func `is below 2 MB for a day of forty channels`() {
        let day = history(
            hours: 24, period: 15,
            maximumIncidents: WatchReport.maximumIncidents / WatchReport.maximumChannelsWithCurves)
        let inputs = [ReportPage.Input](
            repeating: input(day, hours: 24), count: WatchReport.maximumChannelsWithCurves)
        let size = ReportPage(title: "Day", inputs: inputs).html.utf8.count
        #expect(size < 2_000_000, "\(size)")
    }

    @Test func `is written at the end, and tells what cannot be written`() async throws {
        let folder = try TemporaryFolder()
        let server = try await MediaServer(
            folder: Repository.media,
            plan: FaultPlan(text: "streams:\n  tv.m3u8: {source: hls-ts/low.m3u8, window: 3}\n"))
        let path = folder.path + "/watch.html"
        let result = try await PlayheadBinary.run(
            "watch", "--report", path, "--for", "2", "--unavailable", "0.5", "--black=7", "--retries", "0",
            server.address(of: "tv.m3u8"), server.address(of: "missing.m3u8"))
        #expect(result.code == 0, "\(result.errors)")
        await server.close()
        let html = try String(contentsOfFile: path, encoding: .utf8)
        #expect(html.contains("now up; available 100.0 %, 0 incidents"))
        #expect(html.contains("playhead watch --unavailable 0.5 --black 7.0 "))
        #expect(html.contains("<h3>Thresholds</h3>") && html.contains("<td>7 s</td>"))
        #expect(html.hasSuffix("</html>\n"))
        let unwritten = try await PlayheadBinary.run(
            "watch", "--report", "/proc/a.html", "http://127.0.0.1:9/")
        #expect(unwritten.code == 3 && unwritten.errors.hasPrefix("playhead: /proc/a.html cannot be written"))
    }
}

import FoundationEssentials
import QualityReport
import StreamWatch
import Synchronization

/// The page of a watch, which is written again while the watch runs.
final class WatchReport: Sendable {
    /// The time between two writes of the page.
    static let interval: Duration = .seconds(60)
    /// The incidents of all channels on one page. One takes 1 to 2 kB, so that they stay below 1.6 MB.
    static let maximumIncidents = 800
    /// The channels that get curves. Two curves take 7 kB.
    static let maximumChannelsWithCurves = 40

    private let path: String
    private let channels: [String]
    private let options: WatchCommand
    private let began = Date.now
    private let histories: Mutex<[ChannelHistory]>
    /// One page is written at a time: the session and the signal thread both write.
    private let writing = Mutex(())

    init(path: String, channels: [String], options: WatchCommand) {
        (self.path, self.channels, self.options) = (path, channels, options)
        let share = max(Self.maximumIncidents / max(channels.count, 1), 3)
        histories = Mutex(
            [ChannelHistory](repeating: ChannelHistory(maximumIncidents: share), count: channels.count))
    }

    func take(_ event: ChannelProbe.Event, _ monitor: ChannelMonitor, _ index: Int) {
        histories.withLock { $0[index].take(event, monitor) }
    }

    /// Writes the page. Prints the error and returns false if that fails.
    @discardableResult
    func write() -> Bool {
        writing.withLock { _ in
            let now = Duration.seconds(Date.now.timeIntervalSince(began))
            let known = histories.withLock(\.self)
            var page = ReportPage.made(title: "Watched channels")
            page.subtitle += ", watched since \(began.formatted(.iso8601)) for \(now.clock)"
            page.inputs = zip(channels, known).map { channel, history in
                ReportPage.Input(
                    channel, history, until: now, began: began.timeIntervalSince1970,
                    command: options.words(for: channel),
                    hasCurves: channels.count <= Self.maximumChannelsWithCurves)
            }
            page.tables = [options.thresholds.table]
            return page.write(to: path)
        }
    }
}

extension ReportPage.Input {
    /// A watched channel.
    init(
        _ name: String, _ history: ChannelHistory, until now: Duration, began: Double, command: String,
        hasCurves: Bool
    ) {
        let state = history.bands.last?.state ?? .starting
        let wasDown = history.time(in: .down, until: now) > .zero
        let count = history.incidents.count + history.droppedIncidents
        let available = (history.availability(until: now) * 100_000).rounded(.down) / 1000
        self.init(
            name: name,
            severity: wasDown ? .error : count > 0 ? .warning : state == .starting ? .note : .passed,
            verdict:
                "now \(state.rawValue); available \(available) %, \(count) incident\(count == 1 ? "" : "s")")
        self.command = command
        facts = history.facts(until: now)
        if history.droppedIncidents > 0 {
            facts.append(("earlier incidents left out", String(history.droppedIncidents)))
        }
        findings = history.incidents.reversed().map { incident in
            var finding = ReportPage.Finding(
                incident.condition.severity, incident.condition.rawValue,
                incident.message + (incident.end == nil ? ", until now" : ""))
            finding.times = [incident.start / .seconds(1)]
            let length = (incident.end ?? now) - incident.start
            finding.details = ["It lasted \(max(length, .zero).clock)."]
            return finding
        }
        var line = ReportPage.Timeline(title: "States and incidents (UTC)", duration: now / .seconds(1))
        line.startsAt = began
        line.lanes = history.lanes(until: now)
        if hasCurves { line.curves = history.curves }
        timelines = [line]
    }
}

extension ChannelHistory {
    fileprivate func facts(until now: Duration) -> [(name: String, value: String)] {
        let states: [ChannelMonitor.State] = [.up, .degraded, .down, .starting]
        var facts = states.compactMap { state in
            let time = time(in: state, until: now)
            return time > .zero ? (name: state.rawValue, value: time.clock) : nil
        }
        guard let monitor else { return facts }
        if let startup = monitor.startupTime { facts.append(("start-up", startup.rounded)) }
        facts.append(("segments", "\(monitor.segments), \(monitor.faultySegments) faulty"))
        facts.append(("received", "\(Double(monitor.bytes / 10_000) / 100) MB"))
        facts.append(("without media for a player", monitor.stalledTime.clock))
        if let rest = monitor.certificateRest {
            facts.append(("certificate ends in", "\(Int(rest / .seconds(86_400))) days"))
        }
        return facts
    }

    fileprivate func lanes(until now: Duration) -> [ReportPage.Lane] {
        func span(
            _ start: Duration, _ end: Duration?, _ label: String, _ severity: ReportPage.Severity
        ) -> ReportPage.Lane.Span {
            .init(start / .seconds(1), (end ?? now) / .seconds(1), label, severity)
        }
        var states = ReportPage.Lane(
            name: "state", spans: bands.map { span($0.start, $0.end, $0.state.rawValue, $0.state.severity) })
        states.isSequence = true
        return [states]
            + ChannelCondition.allCases.compactMap { condition in
                let found = incidents.filter { $0.condition == condition }
                if found.isEmpty { return nil }
                return ReportPage.Lane(
                    name: condition.rawValue,
                    spans: found.map { span($0.start, $0.end, condition.rawValue, condition.severity) })
            }
    }

    fileprivate var curves: [ReportPage.Curve] {
        func points(_ value: (Sample) -> Double?) -> [(time: Double, value: Double)] {
            samples.enumerated().compactMap { index, sample in
                value(sample).map { ((Double(index) + 0.5) * (sampleLength / .seconds(1)), $0) }
            }
        }
        let loads = ReportPage.Curve(
            name: "load time of segments", unit: "s", points: points { $0.loadTime.map { $0 / .seconds(1) } })
        var level = ReportPage.Curve(name: "level of the sound", unit: "dBFS", points: points(\.level))
        level.range = -90...0
        level.limit = ("silent", WatchThresholds().silenceLevel)
        return [loads, level].filter { $0.points.count > 1 }
    }
}

extension ChannelMonitor.State {
    fileprivate var severity: ReportPage.Severity {
        switch self {
        case .starting: .note
        case .up: .passed
        case .degraded: .warning
        case .down: .error
        }
    }
}

extension ChannelCondition {
    fileprivate var severity: ReportPage.Severity {
        switch self {
        case .unavailable, .stalled: .error
        default: .warning
        }
    }
}

extension WatchThresholds {
    fileprivate var table: ReportPage.Table {
        var rows = [
            ["unavailable", unavailable.rounded], ["slowStart", startup.rounded], ["stalled", stall.rounded],
            ["black", black.rounded], ["frozen", frozen.rounded],
            ["silent", "\(silence.rounded) below \(silenceLevel.shortText) dBFS"],
            ["gaps", "\(gapCount) in \(gapPeriod.rounded)"],
            ["variantsMissing", variantsMissing.rounded],
            ["certificateEnds", "\(Int(certificateRest / .seconds(86_400))) days before the end"],
            ["an incident ends after", recovery.rounded],
        ]
        if let loudness {
            let limits = "\(loudness.lowerBound.shortText) to \(loudness.upperBound.shortText) LUFS"
            rows.insert(["loudness", "\(loudnessDuration.rounded) outside of \(limits)"], at: 6)
        }
        return ReportPage.Table(title: "Thresholds", columns: ["condition", "threshold"], rows: rows)
    }
}

extension Double {
    fileprivate var shortText: String { self == rounded() ? String(Int(self)) : String(self) }
}

extension Duration {
    /// Such as `1.5 s`.
    fileprivate var rounded: String { (((self / .seconds(1)) * 100).rounded() / 100).shortText + " s" }
}

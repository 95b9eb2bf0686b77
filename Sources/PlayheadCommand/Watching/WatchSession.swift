import FoundationEssentials
import Playhead
import PlayheadCheck
import StreamWatch
import Synchronization

/// Watches all channels, prints and sends their alarms, and serves their metrics.
final class WatchSession: Sendable {
    private let options: WatchCommand
    private let channels: [String]
    private let monitors: Mutex<[ChannelMonitor?]>
    private let webhook: Webhook?
    private let page: WatchReport?
    private let output = Output(.standardOutput)
    private let style = TextStyle(for: .standardOutput)

    /// The segments that are decoded at once. Each takes some megabytes.
    private static let maximumDecoders = 4

    init(options: WatchCommand) {
        self.options = options
        let shard = options.shard.flatMap {
            try? Shard(option: $0, environment: ProcessInfo.processInfo.environment)
        }
        var list = InputList(options.channels + options.from.map { "@" + $0 }, shard: shard)
        var channels: [String] = []
        while let input = list.next() { channels.append(input.text) }
        self.channels = channels
        monitors = Mutex([ChannelMonitor?](repeating: nil, count: channels.count))
        page = options.report.map { WatchReport(path: $0, channels: channels, options: options) }
        webhook = options.webhook.map { Webhook(uri: $0, options: options.fetching.options) }
    }

    /// Watches until the time of the options is over. Returns the exit code.
    func run() async -> Int32 {
        if channels.isEmpty {
            Output.complain("there is no address in the list")
            return ExitStatus.usage
        }
        if page?.write() == false { return ExitStatus.notRun }
        var server: MetricsServer?
        if let port = options.metricsPort {
            do {
                server = try await MetricsServer(port: port, isPublic: options.metricsPublic) { [self] in
                    metrics
                }
                print("metrics at http://127.0.0.1:\(server?.port ?? port)/metrics", json: nil)
            } catch {
                Output.complain("port \(port) cannot be used: \(error)")
                return ExitStatus.notRun
            }
        }
        let decoding = LimitedWork(Self.maximumDecoders)
        await withTaskGroup { group in
            for (index, channel) in channels.enumerated() {
                var probe = options.probe(of: channel, decoding)
                probe.report = { [self] in report($0, $1, index) }
                group.addTask { [probe] in await probe.run() }
            }
            if let page {
                group.addTask {
                    while (try? await Task.sleep(for: WatchReport.interval)) != nil { page.write() }
                }
            }
            if let duration = options.duration?.duration {
                try? await Task.sleep(for: duration)
                group.cancelAll()
            }
        }
        await server?.close()
        return page?.write() == false ? ExitStatus.notRun : ExitStatus.played
    }

    /// Writes the page of ``WatchCommand/report``, if there is one.
    func writeReport() { page?.write() }

    private var metrics: String {
        let known = monitors.withLock {
            zip(channels, $0).compactMap { name, monitor in monitor.map { (name, $0) } }
        }
        return PrometheusText.text(known)
    }

    private func report(_ event: ChannelProbe.Event, _ monitor: ChannelMonitor, _ index: Int) {
        monitors.withLock { $0[index] = monitor }
        page?.take(event, monitor, index)
        guard event.alarm != nil || event.isChange else { return }
        let now = Date.now.formatted(.iso8601)
        var object = JSONObject()
        object.add("event", event.alarm == nil ? "state" : "alarm")
        object.add("time", now)
        object.add("channel", channels[index])
        object.add("state", event.state.rawValue)
        var text = "\(now) \(channels[index]) ".printable
        if let alarm = event.alarm {
            object.add("condition", alarm.condition.rawValue)
            object.add("isRaised", alarm.isRaised)
            object.add("message", alarm.message)
            object.add("lasted", event.time - alarm.since)
            let lasted = (event.time - alarm.since) / .seconds(1)
            text += style(alarm.isRaised ? "ALARM " : "ended ", alarm.isRaised ? .red : .green)
            text += "\(alarm.condition.rawValue): \(alarm.message), \(Int(lasted.rounded())) s".printable
        } else {
            text += event.state.rawValue
        }
        print(text, json: object.closed)
        if event.alarm != nil { webhook?.send(object.closed) }
    }

    private func print(_ text: String, json: String?) {
        if options.json {
            if let json { output.printOrExit(json) }
        } else {
            output.printOrExit(text)
        }
    }
}

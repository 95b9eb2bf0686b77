public import ArgumentParser
import Dispatch
import FoundationEssentials
import Playhead
import PlayheadCheck
import PlayheadTesting
public import StreamWatch

/// The options of `playhead watch`. ``WatchSession`` runs the command.
struct WatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Follows HLS channels for ever, and reports their faults.",
        discussion: """
            Examples:
              playhead watch https://example.com/tv.m3u8
              playhead watch --from channels.txt --shard 1/4 --metrics-port 9464 --json
              playhead watch --webhook https://example.com/alarms --silent 30 https://example.com/tv.m3u8

            The segments of one variant are loaded as a player would; a picture and the sound of each are decoded. A condition is \
            reported after it has lasted for its time, and again when it has been absent for --recovery. docs/watch.md lists the \
            conditions and the metrics.

            Exit codes: 0 after --for; 2 usage; 3 the port is taken or --report cannot be written; 130 and 143 after the signals INT and TERM.
            """
    )

    @Argument(help: ArgumentHelp("Addresses of HLS playlists.", valueName: "uri"))
    var channels: [String] = []

    @Option(
        help: ArgumentHelp("File with more addresses, one per line; - is standard input.", valueName: "file"),
        completion: .file())
    var from: [String] = []

    @Option(help: ArgumentHelp("Shard of the addresses: 2/8, or auto.", valueName: "part"))
    var shard: String?

    @Option(help: "Variant that is followed.")
    var variant: ChannelProbe.Variant = .lowest

    @Flag(help: "Decode nothing: watch playlists and segments only.")
    var noDecode = false

    @Option(help: ArgumentHelp("Time between decoded segments of a channel. Default: 5.", valueName: "time"))
    var decodeInterval: Seconds?

    @Option(help: ArgumentHelp("Longest time until the first segment. Default: 10.", valueName: "time"))
    var startup: Seconds?

    @Option(help: ArgumentHelp("Longest time without an answer. Default: 10.", valueName: "time"))
    var unavailable: Seconds?

    @Option(help: ArgumentHelp("Longest standstill of a player. Default: 2.", valueName: "time"))
    var stall: Seconds?

    @Option(help: ArgumentHelp("Longest black range. Default: 10.", valueName: "time"))
    var black: Seconds?

    @Option(help: ArgumentHelp("Longest still picture. Default: 20.", valueName: "time"))
    var frozen: Seconds?

    @Option(help: ArgumentHelp("Longest silence. Default: 20.", valueName: "time"))
    var silent: Seconds?

    @Option(help: ArgumentHelp("Limits of the loudness in LUFS, such as -25..-21.", valueName: "range"))
    var loudness: LevelRange?

    @Option(help: ArgumentHelp("Faulty segments in a minute that are an alarm.", valueName: "number"))
    var gaps = 3

    @Option(
        help: ArgumentHelp(
            "Time without a condition after which it is cleared. Default: 30.", valueName: "time"))
    var recovery: Seconds?

    @Option(help: ArgumentHelp("Days before the end of a certificate that are an alarm.", valueName: "days"))
    var certificateDays = 14

    @Option(help: ArgumentHelp("Address to which each alarm is sent as JSON, with POST.", valueName: "uri"))
    var webhook: String?

    @Option(help: ArgumentHelp("Port for /metrics in the format of Prometheus.", valueName: "number"))
    var metricsPort: Int?

    @Flag(help: "Serve /metrics to other hosts too, not only on loopback.")
    var metricsPublic = false

    @Option(name: .customLong("for"), help: ArgumentHelp("End after this time.", valueName: "time"))
    var duration: Seconds?

    @Option(
        help: ArgumentHelp(
            "Also write a report for people, as one HTML page, every minute and at the end.",
            valueName: "file"),
        completion: .file())
    var report: String?

    @Flag(help: "Print JSON Lines.")
    var json = false

    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup

    func validate() throws {
        if channels.isEmpty, from.isEmpty { throw ValidationError("Nothing to watch: name addresses") }
        if channels.contains("") { throw ValidationError("An address must not be empty") }
        guard (1...1000).contains(gaps) else { throw ValidationError("--gaps must lie between 1 and 1000") }
        guard (0...100_000).contains(certificateDays) else {
            throw ValidationError("--certificate-days must lie between 0 and 100000")
        }
        if let metricsPort, !(0...65_535).contains(metricsPort) {
            throw ValidationError("--metrics-port must lie between 0 and 65535")
        }
        if loudness != nil, noDecode {
            throw ValidationError("--loudness needs the sound that --no-decode leaves out")
        }
        if loudness != nil, let missing = LoudnessMeter.missingLibrary { throw ValidationError(missing) }
        if let webhook, !webhook.hasPrefix("http://"), !webhook.hasPrefix("https://") {
            throw ValidationError("--webhook must be an address of http or https")
        }
        if let shard {
            do throws(WordingError) {
                _ = try Shard(option: shard, environment: ProcessInfo.processInfo.environment)
            } catch { throw ValidationError("\(error)") }
        }
    }

    func run() throws {
        let session = WatchSession(options: self)
        Signals.exitWhenAsked { session.writeReport() }
        Task.detached { flushAndExit(await session.run()) }
        dispatchMain()
    }

    var thresholds: WatchThresholds {
        var thresholds = WatchThresholds()
        if let startup { thresholds.startup = startup.duration }
        if let unavailable { thresholds.unavailable = unavailable.duration }
        if let stall { thresholds.stall = stall.duration }
        if let black { thresholds.black = black.duration }
        if let frozen { thresholds.frozen = frozen.duration }
        if let silent { thresholds.silence = silent.duration }
        if let recovery { thresholds.recovery = recovery.duration }
        thresholds.loudness = loudness?.range
        thresholds.gapCount = gaps
        thresholds.certificateRest = .seconds(certificateDays * 86_400)
        return thresholds
    }

    /// The command that watches a channel with the same thresholds.
    func words(for channel: String) -> String {
        let times: [(String, Seconds?)] = [
            ("startup", startup), ("unavailable", unavailable), ("stall", stall), ("black", black),
            ("frozen", frozen), ("silent", silent), ("recovery", recovery),
            ("decode-interval", decodeInterval),
        ]
        var words = ["playhead", "watch"]
        for case (let name, let time?) in times {
            words += ["--" + name, "\(time.duration / .seconds(1))"]
        }
        if let loudness {
            words.append("--loudness=\(loudness.range.lowerBound)..\(loudness.range.upperBound)")
        }
        if gaps != 3 { words += ["--gaps", "\(gaps)"] }
        if certificateDays != 14 { words += ["--certificate-days", "\(certificateDays)"] }
        if variant != .lowest { words += ["--variant", variant.rawValue] }
        if noDecode { words.append("--no-decode") }
        return (words + [channel]).map(\.shellQuoted).joined(separator: " ")
    }

    /// The probe of a channel, without a report.
    ///
    /// - Parameter decoding: the limit of all channels together.
    func probe(of uri: String, _ decoding: LimitedWork) -> ChannelProbe {
        var probe = ChannelProbe(uri: fetching.item(uri).uri)
        (probe.variant, probe.thresholds) = (variant, thresholds)
        (probe.network, probe.policy, probe.recovery) = (fetching.options, fetching.policy, fetching.recovery)
        let measuresLoudness = loudness != nil
        if let decodeInterval { probe.decodeInterval = decodeInterval.duration }
        if !noDecode {
            probe.decode = { bytes in
                await decoding.run {
                    await SegmentContent(decoding: bytes, measuresLoudness: measuresLoudness)
                }
            }
        }
        return probe
    }
}

extension ChannelProbe.Variant: ExpressibleByArgument {}

/// Two levels in the form `-25..-21`.
struct LevelRange: ExpressibleByArgument {
    var range: ClosedRange<Double>

    init?(argument: String) {
        guard let dots = argument.firstRange(of: ".."), let low = Double(argument[..<dots.lowerBound]),
            let high = Double(argument[dots.upperBound...].drop { $0 == "." }), low <= high
        else { return nil }
        range = low...high
    }
}

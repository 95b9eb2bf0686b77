public import ArgumentParser
import Dispatch
import Playhead
import PlayheadSystem
import PlayheadTesting
public import StreamValidation

/// The options of `playhead validate`. ``ValidateSession`` runs the command.
struct ValidateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "validate",
        abstract: "Examines HLS, DASH and MP4 by the rules of their specifications.",
        discussion: """
            Examples:
              playhead validate https://example.com/master.m3u8
              playhead validate --profile apple --junit report.xml stream/master.m3u8
              playhead validate --explain hls.bandwidth-exceeded
              playhead validate --live 30 --fail-on should https://example.com/live.m3u8

            All segments are loaded and measured, without playing them. The rules, their IDs and the specifications they come from \
            are listed by --list-rules, and in docs/validate.md.

            Exit codes: 0 no violation; 1 a violation as strong as --fail-on; 2 usage; 3 an input could not be loaded; 130 after the \
            signal INT.
            """
    )

    @Argument(
        help: ArgumentHelp("Playlists, manifests or MP4 files.", valueName: "path or uri"),
        completion: .file())
    var items: [String] = []

    @Option(
        help: ArgumentHelp(
            "Rules beyond those of the formats: apple, dash-if, playhead. Repeatable. Default: playhead.",
            valueName: "profile"))
    var profile: [ValidationProfile] = []

    @Option(help: ArgumentHelp("Also apply these rules; hls.* is all of HLS. Repeatable.", valueName: "rule"))
    var enable: [String] = []

    @Option(help: ArgumentHelp("Do not apply these rules. Repeatable.", valueName: "rule"))
    var disable: [String] = []

    @Option(
        help: ArgumentHelp("The weakest violation that fails: must, should or may.", valueName: "requirement")
    )
    var failOn: ValidationRule.Requirement = .must

    @Flag(help: "Examine playlists and manifests only; load no segments.")
    var noSegments = false

    @Option(help: ArgumentHelp("Examine this much of each stream only.", valueName: "time"))
    var length: Seconds?

    @Option(help: ArgumentHelp("Observe updates of a live playlist for this time.", valueName: "time"))
    var live: Seconds?

    @Flag(help: "Also decode the sound, and compare its loudness.")
    var loudness = false

    @Option(help: ArgumentHelp("Streams that are loaded at once.", valueName: "number"))
    var jobs = 4

    @Flag(help: "Print JSON, one object for each input, or for each rule with --list-rules.")
    var json = false

    @Option(
        help: ArgumentHelp("Also write a report for people, as one HTML page.", valueName: "file"),
        completion: .file())
    var report: String?

    @Option(help: ArgumentHelp("Also write a JUnit XML report.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(help: ArgumentHelp("Also write a report in SARIF 2.1.0.", valueName: "file"), completion: .file())
    var sarif: String?

    @Option(help: ArgumentHelp("Also write a report in Markdown.", valueName: "file"), completion: .file())
    var markdown: String?

    @Option(help: ArgumentHelp("Explain a rule.", valueName: "rule"))
    var explain: String?

    @Flag(help: "List the rules that apply.")
    var listRules = false

    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "HTTP archive") var archive: ArchiveOptions

    func validate() throws {
        if let explain, RuleSet.rule(explain) == nil {
            throw ValidationError("There is no rule \(explain); --list-rules lists them")
        }
        if explain == nil, !listRules, items.isEmpty {
            throw ValidationError("Nothing to validate: name a playlist")
        }
        if items.contains("") { throw ValidationError("A path or uri must not be empty") }
        if items.contains("-") {
            throw ValidationError("Standard input cannot be validated, because playlists name other files")
        }
        guard (1...64).contains(jobs) else { throw ValidationError("--jobs must lie between 1 and 64") }
        if loudness, noSegments {
            throw ValidationError("--loudness decodes segments, and --no-segments loads none")
        }
        if loudness, let missing = LoudnessMeter.missingLibrary { throw ValidationError(missing) }
        var rules = RuleSet()
        for name in enable + disable where !rules.enable(name) {
            throw ValidationError("There is no rule \(name); --list-rules lists them")
        }
    }

    func run() throws {
        if let explain, let rule = RuleSet.rule(explain) {
            return Output(.standardOutput).printOrExit(rule.page)
        }
        if listRules {
            for rule in rules.rules { Output(.standardOutput).printOrExit(json ? rule.json : rule.line) }
            return
        }
        let session = ValidateSession(options: self, archive: archive.open())
        Task.detached { flushAndExit(await session.run()) }
        dispatchMain()
    }

    /// The applied rules.
    var rules: RuleSet {
        var rules = RuleSet(profiles: profile.isEmpty ? [.playhead] : Set(profile))
        for name in enable { _ = rules.enable(name) }
        for name in disable { _ = rules.disable(name) }
        return rules
    }

    /// The validation of an input, with its requests recorded in an archive.
    func validator(of name: String, recordedIn archive: HTTPArchive?) -> StreamValidator {
        let item = fetching.item(name)
        var validator = StreamValidator(uri: item.uri)
        (validator.network, validator.policy, validator.recovery) = (
            fetching.options, fetching.policy, fetching.recovery
        )
        validator.network.archive = archive
        validator.rules = rules
        validator.measuresSegments = !noSegments
        validator.maximumDuration = length?.duration
        validator.liveDuration = live?.duration ?? .zero
        validator.jobs = jobs
        if loudness {
            var configuration = fetching.configuration()
            configuration.network.archive = archive
            validator.loudness = { [configuration] playlist in
                let reader = MediaReader(MediaItem(uri: playlist), configuration: configuration)
                return (try? await Loudness.measure(reader))?.integrated
            }
        }
        return validator
    }
}

extension ValidationProfile: ExpressibleByArgument {}
extension ValidationRule.Requirement: ExpressibleByArgument {}

extension ValidationRule {
    /// The rule on one line.
    var line: String { "\(id)  \(requirement.rawValue)  \(statement) (\(source))" }

    /// The rule as a JSON object.
    var json: String {
        var object = JSONObject()
        object.add("event", "rule")
        object.add("rule", id)
        object.add("requirement", requirement.rawValue)
        object.add("source", source)
        object.add("statement", statement)
        object.add("advice", advice)
        let names = profiles.map(\.rawValue).sorted().map(\.jsonQuoted)
        object.add("profiles", json: "[" + names.joined(separator: ",") + "]")
        return object.closed
    }

    /// The rule with its reason and its correction.
    var page: String {
        let profiles =
            profiles.isEmpty ? "every profile" : profiles.map(\.rawValue).sorted().joined(separator: ", ")
        return """
            \(id)

              \(statement)

              \(advice)

              requirement  \(requirement.rawValue)
              source       \(source)
              profile      \(profiles)
            """
    }
}

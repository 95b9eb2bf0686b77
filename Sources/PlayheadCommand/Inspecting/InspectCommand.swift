import ArgumentParser
import Dispatch
import Playhead
import PlayheadTesting

/// The options of `playhead inspect`. ``InspectSession`` runs the command.
struct InspectCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "Describes media without playing them: tracks, chapters, tags.",
        discussion: """
            For each: its tracks, chapters and tags, and what is missing to play it, with the Debian package. With
            --loudness also how loud it is; --normalize of play then knows it from the first sample on.

            Examples:
              playhead inspect film.mkv
              playhead inspect --json music/*.flac
              playhead inspect --loudness film.mkv
              playhead inspect https://example.com/master.m3u8

            Exit codes: 0 all can be played; 1 none can; 2 usage; 3 some cannot; 130 and 143 after the signals INT and TERM.
            """
    )

    @Argument(
        help: ArgumentHelp("Media to inspect; - is standard input.", valueName: "path or uri"),
        completion: .file())
    var items: [String]

    @Flag(help: "Print JSON Lines, one object per item, in input order.")
    var json = false

    @Flag(help: "Also decode the sound, and measure its loudness (EBU R128); requires libebur128-1.")
    var loudness = false

    @Option(
        help: ArgumentHelp("Items inspected at once; by default as many as processors.", valueName: "number"))
    var jobs: Int?

    @Option(help: ArgumentHelp("Maximum time per item.", valueName: "seconds"))
    var timeout = Seconds(.seconds(15))

    @OptionGroup var decoding: DecoderOption
    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "HTTP archive") var archive: ArchiveOptions
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { items }

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must lie between 1 and 256") }
        guard timeout.duration >= .milliseconds(1), timeout.duration <= .seconds(86400) else {
            throw ValidationError("--timeout must lie between 0.001 and 86400")
        }
        if loudness, let missing = LoudnessMeter.missingLibrary { throw ValidationError(missing) }
        try items.validateMedia(verb: "inspected")
    }

    func run() throws {
        var inspector = MediaInspector(jobs: jobs, timeout: timeout.duration)
        inspector.network = fetching.options
        inspector.network.archive = archive.open()
        inspector.networkPolicy = fetching.policy
        inspector.networkRecovery = fetching.recovery
        inspector.decoding = decoding.decoder
        InspectSession(
            names: items, inspector: inspector, loudness: loudness ? loudnessInspector(like: inspector) : nil,
            decryptionKeys: fetching.decryptionKeys, isJSON: json
        ).begin()
        dispatchMain()
    }

    private func loudnessInspector(like inspector: MediaInspector) -> LoudnessInspector {
        var configuration = PlayerConfiguration()
        (configuration.network, configuration.networkPolicy, configuration.networkRecovery) = (
            inspector.network, inspector.networkPolicy, inspector.networkRecovery
        )
        return LoudnessInspector(configuration: configuration, storage: LoudnessFile())
    }
}

import ArgumentParser
import Dispatch
import Playhead

/// The options of `playhead subtitles`. ``SubtitleListing`` runs the command.
struct SubtitlesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles",
        abstract: "Prints the subtitles of a medium or of a subtitle file, without playing it.",
        discussion: """
            A file is read as fast as it can be, without decoding pictures and sound; a playlist as fast as it can be decoded.

            Exit codes: 0 they were printed; 1 there is no such file, no subtitles or no such track; 2 usage; 4 some are missing, because \
            the medium is cut off or a part of them cannot be had; 130 after the signal INT.
            """
    )

    @Argument(help: ArgumentHelp("Medium to read.", valueName: "path or uri"))
    var item: String

    @Option(
        help: ArgumentHelp(
            "Track id (subtitles-2, or 2) or language. Default: the track that play would show.",
            valueName: "name or language"))
    var track: TrackName?

    @Option(help: "Output format; json prints one object per line.")
    var format: SubtitleListing.Format = .srt

    @Option(
        help: ArgumentHelp(
            "Character encoding of a subtitle file. Default: detected.", valueName: "name"))
    var encoding: String?

    @OptionGroup var fetching: FetchingOptionGroup

    func validate() throws {
        if item.isEmpty { throw ValidationError("A path or uri must not be empty") }
        if track == TrackName.none { throw ValidationError("--track none prints nothing") }
    }

    func run() throws {
        let listing = SubtitleListing(
            address: item, track: track, format: format, encoding: encoding, network: fetching.options,
            policy: fetching.policy, recovery: fetching.recovery,
            decryptionKeys: fetching.decryptionKeys)
        Task.detached { flushAndExit(await listing.run()) }
        dispatchMain()
    }
}

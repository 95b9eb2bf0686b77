import ArgumentParser
import Dispatch
import Playhead

/// The options of `playhead subtitles`. ``SubtitleListing`` runs the command.
struct SubtitlesCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "subtitles",
        abstract: "Prints subtitles without playing: as SubRip, WebVTT or JSON.",
        discussion: """
            Examples:
              playhead subtitles film.mkv > film.srt
              playhead subtitles --track de --format vtt film.mkv
              playhead subtitles --encoding windows-1251 film.srt
              playhead subtitles --output-folder subtitles/ *.mkv

            A file is read as fast as it can be, without decoding pictures and sound; a playlist as fast as it can be decoded.

            Exit codes: 0 they were printed; 1 there is no such file, no subtitles or no such track; 2 usage; 3 those of some media \
            were not written; 4 some are missing, because the medium is cut off or a part of them cannot be had; 130 after the \
            signal INT.
            """
    )

    @Argument(
        help: ArgumentHelp("Media or subtitle files to read.", valueName: "path or uri"), completion: .file())
    var items: [String]

    @Option(
        help: ArgumentHelp(
            "Write a file with the name of each medium into this folder. Several media need it.",
            valueName: "folder"), completion: .directory)
    var outputFolder: String?

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

    @OptionGroup(title: "Network") var fetching: FetchingOptionGroup
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    var inputs: [String] { items }

    func validate() throws {
        if items.contains("") { throw ValidationError("A path or uri must not be empty") }
        if items.count > 1, outputFolder == nil {
            throw ValidationError("The subtitles of several media need --output-folder")
        }
        if outputFolder == "" { throw ValidationError("A folder must not be empty") }
        if track == TrackName.none { throw ValidationError("--track none prints nothing") }
    }

    func run() throws {
        let listings = items.map { item in
            SubtitleListing(
                address: item, track: track, format: format, encoding: encoding, network: fetching.options,
                policy: fetching.policy, recovery: fetching.recovery,
                decryptionKeys: fetching.decryptionKeys)
        }
        if let outputFolder {
            let files = try SubtitleFiles(listings, folder: outputFolder)
            Task.detached { flushAndExit(await files.run()) }
        } else if let listing = listings.first {
            Task.detached { flushAndExit(await listing.run()) }
        }
        dispatchMain()
    }
}

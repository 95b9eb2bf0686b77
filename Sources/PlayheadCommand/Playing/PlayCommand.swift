import ArgumentParser
import Playhead

/// The options of `playhead play` and their validation. ``PlaySession`` runs the command.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays files and addresses, one after the other.",
        discussion: """
            Keys in a terminal: space pauses and goes on, left and right go 10 s back and forth, down and up 60 s, \
            n and p (or > and <) go to the next item and back, \
            comma and dot from chapter to chapter, e and E from frame to frame, [ and ] change the speed, m mutes, 9 and 0 change the volume, # and j choose the next sound and the next subtitles, a changes how the picture fills the window, ? helps, q quits.

            Exit codes: 0 every item was played, or q was pressed; 1 none could be played; 2 usage; 3 some failed; \
            4 an item ended short of what it promised; 130 and 143 after the signals INT and TERM.
            """
    )

    @Argument(
        help: ArgumentHelp("Media or playlists to play; - is standard input.", valueName: "path or uri"))
    var items: [String] = []

    @Option(
        help: ArgumentHelp(
            "Playlist: M3U, PLS, XSPF, CUE or a folder; - is standard input.",
            valueName: "file"))
    var playlist: String?

    @Flag(help: "Print events as JSON Lines on standard output.")
    var json = false

    @Option(help: "Video output; none decodes in real time without a window.")
    var video: PlayerConfiguration.VideoOutput = .auto

    @Option(help: "Audio output; none decodes in real time without a device.")
    var audio: PlayerConfiguration.AudioOutput = .auto

    @Option(help: "Deinterlacing of video; auto changes interlaced frames only.")
    var deinterlace: PlayerConfiguration.Deinterlacing = .auto

    @Option(help: ArgumentHelp("Start position of each item.", valueName: "seconds"))
    var start: Seconds?

    @Option(help: ArgumentHelp("End position of each item.", valueName: "seconds"))
    var end: Seconds?

    @Option(
        help: ArgumentHelp(
            "Time for which an image is shown; inf shows it until a command ends it. Default: 5.",
            valueName: "seconds|inf"))
    var imageDuration: ImageSeconds?

    @Option(help: ArgumentHelp("First chapter of each item; the first is 1.", valueName: "number"))
    var chapter: Int?

    @Option(help: ArgumentHelp("Volume, 0 to 1.", valueName: "factor"))
    var volume: Double = 1

    @Flag(help: "Start muted.")
    var mute = false

    @OptionGroup var queue: QueueOptions

    @OptionGroup var network: NetworkOptionGroup

    @Option(help: "Scaling of video in the window.")
    var aspect: AspectMode = .fit

    @Option(
        help: ArgumentHelp("Audio track, for example audio-2 or de.", valueName: "id or language"))
    var audioTrack: TrackName?

    @Option(
        help: ArgumentHelp(
            "Subtitle track, for example subtitles-1, de or none.", valueName: "id or language"))
    var subtitleTrack: TrackName?

    @Flag(help: "Start each item paused.")
    var paused = false

    @Flag(help: "Ignore keys in the terminal.")
    var noInput = false

    @Flag(help: "Print errors only.")
    var quiet = false

    @Option(
        help: ArgumentHelp(
            "Sidecar subtitles for each item: SubRip, WebVTT or SubStation Alpha. Repeatable.",
            valueName: "path or uri"))
    var subtitleFile: [String] = []

    @Option(
        help: ArgumentHelp(
            "Character encoding of subtitle files, for example windows-1251. Default: detected.",
            valueName: "name"))
    var subtitleEncoding: String?

    @Flag(help: "Load sidecar subtitles with the item's name from its folder.")
    var findSubtitles = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Subtitle delay; negative is earlier.", valueName: "seconds"))
    var subtitleDelay = Seconds(.zero)

    @Option(help: "Subtitle presentation: draw into the video, print as events, both, or none.")
    var subtitles: SubtitlePresentation = .events

    @Option(help: ArgumentHelp("Interval of position reports.", valueName: "seconds"))
    var positionInterval = Seconds(.milliseconds(100))

    @Option(help: ArgumentHelp("Write a session trace for `playhead replay`.", valueName: "file"))
    var trace: String?

    @Option(help: ArgumentHelp("Write playback metrics of each item as JSON.", valueName: "file"))
    var metrics: String?

    @Flag(help: "Treat playback with gaps as success.")
    var allowGaps = false

    func validate() throws {
        if let start, start.duration < .zero { throw ValidationError("--start must not be negative") }
        if let end, end.duration < .zero { throw ValidationError("--end must not be negative") }
        if let end, end.duration <= start?.duration ?? .zero {
            throw ValidationError("--end must lie behind --start")
        }
        if let chapter, chapter < 1 { throw ValidationError("--chapter must be at least 1") }
        if chapter != nil, start != nil { throw ValidationError("--chapter and --start exclude each other") }
        guard (0...1).contains(volume) else { throw ValidationError("--volume must lie between 0 and 1") }
        if audioTrack == TrackName.none {
            throw ValidationError("--audio-track must name a track or a language; --mute is for silence")
        }
        guard positionInterval.duration >= .milliseconds(1) else {
            throw ValidationError("--position-interval must be at least 0.001")
        }
        if metrics == "" { throw ValidationError("A path or uri must not be empty") }
        if subtitleFile.contains("") { throw ValidationError("A path or uri must not be empty") }
        if items.isEmpty, playlist == nil {
            throw ValidationError("Missing expected argument '<path or uri> ...'")
        }
        if playlist == "" { throw ValidationError("A path or uri must not be empty") }
        try (items + (playlist == "-" ? ["-"] : [])).validateMedia(verb: "played")
    }
}

extension PlayCommand {
    /// The player configuration of the options.
    var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = video
        configuration.audio = audio
        if queue.gapless == .no { configuration.preloadedItems = 0 }
        configuration.deinterlacing = deinterlace
        configuration.positionInterval = positionInterval.duration
        configuration.findsSubtitleFiles = findSubtitles
        configuration.drawsSubtitles = subtitles.areDrawn
        network.apply(to: &configuration)
        configuration.allowsGaps = allowGaps
        return configuration
    }

    /// The item with the options applied. Values from a playlist have precedence.
    func item(_ listed: MediaItem) -> MediaItem {
        var item = listed
        item.startPosition = item.startPosition ?? start?.duration
        item.endPosition = item.endPosition ?? end?.duration
        item.imageDuration = item.imageDuration ?? imageDuration?.value
        item.tracks.audio = audioTrack?.id(of: .audio)
        item.tracks.subtitles = subtitleTrack?.id(of: .subtitles)
        item.startChapter = chapter.map { $0 - 1 }
        item.subtitleFiles = subtitleFiles(of: item)
        item.decryptionKeys = network.fetching.decryptionKeys
        return item
    }

    private func subtitleFiles(of item: MediaItem) -> [SubtitleFile] {
        var files = subtitleFile.map { SubtitleFile(pathOrURI: $0) }
        guard let subtitleEncoding else { return files }
        if findSubtitles { files += SubtitleFile.beside(item) }
        for index in files.indices { files[index].encoding = subtitleEncoding }
        return files
    }

    /// The track preferences for items without a named track.
    var trackPreferences: TrackPreferences {
        TrackPreferences(
            audioLanguages: audioTrack?.languages ?? [], subtitleLanguages: subtitleTrack?.languages ?? [],
            subtitles: subtitleTrack == TrackName.none ? .none : .automatic)
    }
}

import ArgumentParser
import Playhead
internal import PlayheadNetwork

/// The options of `playhead play` and their validation. ``PlaySession`` runs the command.
struct PlayCommand: ConfigurableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Plays files, playlists, HLS and DASH, one after the other.",
        discussion: """
            The word play may be omitted: `playhead FILE` plays. A file with the name of a subcommand needs a path \
            (./inspect) or two dashes before it.

            Examples:
              playhead film.mkv
              playhead --start 1:30 --volume 50% film.mkv
              playhead --video none --repeat all music/
              playhead --video terminal film.mkv
              playhead --audio-track de --subtitle-file film.srt film.mkv
              playhead --max-height 720 https://example.com/master.m3u8
              playhead --playlist list.m3u --shuffle

            Keys in a terminal and in the window:
              space             pause, resume
              left, right       seek by 10 s
              down, up          seek by 60 s
              9, 0, m           volume down, volume up, mute
              [, ]              slower, faster
              #, j              next audio track, next subtitle track
              n or >, p or <    next item, previous item
              comma, dot        previous chapter, next chapter
              e, E              next frame, previous frame
              ctrl + or -       sound 0.1 s later, earlier
              v                 level meter
              a                 next aspect mode
              f                 full screen, window
              s                 screenshot
              l                 A-B loop: start, end, off
              b, B              add a bookmark, go to the next one
              ?, q              list of keys, quit

            --no-NAME switches off what a configuration file sets: --no-mute for a flag, --no-start for an option. \
            --no-video, --no-audio and --no-subtitles mean none. In the window, a double click also switches \
            full screen, Escape leaves it, the wheel changes the volume, and a click at the lower edge seeks.

            Exit codes: 0 every item was played, or q was pressed; 1 none could be played; 2 usage; 3 some failed; \
            4 an item ended short of what it promised; 130 and 143 after the signals INT and TERM.
            """
    )

    @Argument(
        help: ArgumentHelp("Media or playlists to play; - is standard input.", valueName: "path or uri"),
        completion: .file())
    var items: [String] = []

    @OptionGroup(title: "Picture and sound") var output: OutputOptions
    @OptionGroup(title: "Sound effects") var sound: SoundOptions
    @OptionGroup(title: "Position") var position: PositionOptions
    @OptionGroup(title: "Timers") var timers: TimerOptions
    @OptionGroup(title: "Tracks and subtitles") var tracks: TrackOptions
    @OptionGroup(title: "Queue") var queue: QueueOptions
    @OptionGroup(title: "HLS and DASH") var streaming: StreamingOptions
    @OptionGroup(title: "Network") var network: FetchingOptionGroup
    @OptionGroup(title: "HTTP archive") var archive: ArchiveOptions
    @OptionGroup(title: "Reports and terminal") var reports: ReportOptions
    @OptionGroup(title: "Remote control") var remote: RemoteOptions
    @OptionGroup(title: "Remote control over HTTP") var http: HTTPControlOptions
    @OptionGroup(title: "Configuration") var configurationFile: ConfigurationOptions

    func validate() throws {
        if items.isEmpty, queue.playlist == nil, !remote.idle {
            throw ValidationError("Missing expected argument '<path or uri> ...'")
        }
        if output.video == .terminal, reports.json {
            throw ValidationError("--video terminal and --json exclude each other")
        }
        if reports.dumpStream != nil {
            guard items.count == 1, queue.playlist == nil else {
                throw ValidationError("--dump-stream saves one item")
            }
            guard items[0] == "-" || NetworkAccess.isWeb(items[0]) else {
                throw ValidationError("--dump-stream saves items from http, https and standard input")
            }
        }
        try (items + (queue.playlist == "-" ? ["-"] : [])).validateMedia(verb: "played")
    }
}

extension PlayCommand {
    var inputs: [String] { items }
    var fetching: FetchingOptionGroup { network }
    /// Whether subtitles are text in the reports. Pictures in a terminal are too small to draw them into.
    var reportsSubtitles: Bool {
        tracks.subtitles.areReported || (tracks.subtitles == .draw && output.video == .terminal)
    }

    /// The player configuration of the options.
    var configuration: PlayerConfiguration {
        var configuration = PlayerConfiguration()
        configuration.video = output.video.output
        configuration.window = output.window.options
        configuration.audio = output.audio
        output.device.apply(to: &configuration)
        if queue.gapless == .no { configuration.preloadedItems = 0 }
        configuration.decoding = output.decoding.decoder
        configuration.deinterlacing = output.deinterlace
        configuration.videoFilter = output.videoFilter
        configuration.audioFilter = output.audioFilter
        configuration.positionInterval = reports.positionInterval.duration
        configuration.findsSubtitleFiles = tracks.findSubtitles
        configuration.drawsSubtitles = tracks.subtitles.areDrawn && output.video != .terminal
        configuration.network = network.options
        configuration.networkPolicy = network.policy
        configuration.networkRecovery = network.recovery
        streaming.apply(to: &configuration)
        configuration.allowsGaps = reports.allowGaps
        return configuration
    }

    /// The item with the options applied. Values from a playlist have precedence.
    func item(_ listed: MediaItem) -> MediaItem {
        var item = listed
        item.startPosition = item.startPosition ?? position.start?.duration
        item.endPosition = item.endPosition ?? position.end?.duration
        item.imageDuration = item.imageDuration ?? position.imageDuration?.value
        item.tracks.audio = tracks.audioTrack?.id(of: .audio)
        item.tracks.subtitles = tracks.subtitleTrack?.id(of: .subtitles)
        item.startChapter = position.chapter.map { $0 - 1 }
        item.subtitleFiles = tracks.files(of: item)
        item.decryptionKeys = network.decryptionKeys
        return item
    }
}

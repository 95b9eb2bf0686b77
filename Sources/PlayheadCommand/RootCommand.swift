import ArgumentParser
import Playhead

/// The command `playhead`: its subcommands, the version and help. ``Invocation`` adds the subcommand `play`
/// where none is named.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead",
        abstract: "Plays media files and streams.",
        usage: """
            playhead [options of play] <path or uri> ...
            playhead <subcommand> [options]
            """,
        discussion: """
            Without a subcommand it plays: `playhead film.mkv` is `playhead play film.mkv`. `playhead play --help` \
            lists the options and keys.

            Examples:
              playhead film.mkv                       play; ? lists the keys, q quits
              playhead --start 1:30 --speed 1.5 talk.mp4
                                                      start at 1:30, faster
              playhead --no-video --volume 50% film.mkv
                                                      sound alone, half volume
              playhead --subtitle-track de film.mkv   with German subtitles
              playhead --repeat all --shuffle music/  a folder, endless and shuffled
              playhead list.m3u                       a playlist
              playhead --max-height 720 https://example.com/master.m3u8
                                                      a stream, limited quality
              playhead inspect film.mkv               list tracks, chapters, tags
              playhead subtitles film.mkv > film.srt  write subtitles into a file
            """,
        version: "playhead \(Player.version)\nGStreamer \(Player.gstreamerVersion)",
        groupedSubcommands: [
            CommandGroup(
                name: "Playback",
                subcommands: [
                    PlayCommand.self, ControlCommand.self, DevicesCommand.self, ConfigCommand.self,
                ]),
            CommandGroup(
                name: "Media",
                subcommands: [
                    InspectCommand.self, SubtitlesCommand.self, ThumbnailsCommand.self,
                    StoryboardCommand.self,
                    WaveformCommand.self, FramesCommand.self,
                ]),
            CommandGroup(
                name: "Test",
                subcommands: [
                    CheckCommand.self, ValidateCommand.self, LockCommand.self, CompareCommand.self,
                    CompareSideCommand.self, WatchCommand.self, ServeCommand.self, ReplayCommand.self,
                ]),
        ]
    )

    func run() throws {
        throw ValidationError("Nothing to do: name a file or a subcommand")
    }
}

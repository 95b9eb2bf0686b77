import ArgumentParser
import Playhead

/// The command `playhead`, which has only subcommands, a version and help.
struct RootCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead",
        abstract: "Plays media files and streams.",
        version: "playhead \(Player.version)\nGStreamer \(Player.gstreamerVersion)",
        subcommands: [
            PlayCommand.self, InspectCommand.self, SubtitlesCommand.self, ReplayCommand.self,
            ServeCommand.self,
            CheckCommand.self,
        ]
    )

    func run() throws {
        throw ValidationError("Nothing to do: name a subcommand")
    }
}

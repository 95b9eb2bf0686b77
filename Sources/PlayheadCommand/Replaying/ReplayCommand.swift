import ArgumentParser
import Glibc

/// The options of `playhead replay`. ``ReplaySession`` runs the command.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Replays a session trace and reports differences.",
        discussion: """
            Examples:
              playhead play --trace session.jsonl film.mkv
              playhead replay session.jsonl

            Nothing is played: the recorded inputs go through the player's logic, and each line shows what one of them changed: \
            when, the state, the status, the position, the input, the events.

            Exit codes: 0 everything came out as recorded; 1 it did not; 2 usage, or the recording cannot be read.
            """
    )

    @Argument(help: ArgumentHelp("Session trace to replay.", valueName: "file"), completion: .file())
    var file: String

    @Flag(help: "Print events as JSON Lines on standard output.")
    var json = false

    func run() throws {
        Glibc.exit(ReplaySession(file: file, printer: json ? JSONTracePrinter() : PlainTracePrinter()).run())
    }
}

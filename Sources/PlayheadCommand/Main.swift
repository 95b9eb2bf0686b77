import ArgumentParser
import Dispatch
import Glibc
import Playhead
import PlayheadRemote
internal import PlayheadSystem

/// The entry point: parses the arguments and runs the subcommand. Each subcommand ends the process itself.
@main
@MainActor
enum Main {
    static func main() {
        let start = Uptime()
        Signals.ignoreBrokenPipe()
        let (play, keys) = parse(CommandLineInput.all)
        if let fault = play.output.video.fault {
            Output.complain(fault)
            exit(ExitStatus.usage)
        }
        if hasEnqueued(play) { exit(ExitStatus.played) }
        let session = PlaySession(options: play, keys: keys, start: start)
        session.begin()
        dispatchMain()
    }

    /// Adds the items to a player that runs, with `--enqueue`. It ends the process if that fails.
    private static func hasEnqueued(_ play: PlayCommand) -> Bool {
        do { return try play.enqueue() } catch {
            let message = (error as? RemoteSocketError)?.message ?? (error as? PlayerError)?.message
            Output.complain(message ?? "The player refuses the items.")
            exit(ExitStatus.nothingPlayed)
        }
    }

    /// Parses the options of `play` and the keys. For any other subcommand it runs the subcommand and does not return.
    private static func parse(_ arguments: [String]) -> (PlayCommand, KeyBindings) {
        if arguments.isEmpty {
            Output(.standardError).print(ShortHelp.lines)
            exit(ExitStatus.usage)
        }
        do {
            var parsed = try Invocation(arguments).parse()
            if let play = parsed.command as? PlayCommand { return (play, parsed.keys) }
            try parsed.command.run()
            exit(ExitStatus.played)
        } catch {
            let message = ParseMessage(error, arguments: arguments)
            guard !message.isFault else {
                Output.complain(message.text)
                exit(ExitStatus.usage)
            }
            Output(.standardOutput).print([message.text])
            exit(ExitStatus.played)
        }
    }
}

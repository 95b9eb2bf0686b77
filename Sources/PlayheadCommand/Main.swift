import ArgumentParser
import Dispatch
import Glibc
import Playhead
internal import PlayheadSystem

/// The entry point: parses the arguments and runs the subcommand. Each subcommand ends the process itself.
@main
@MainActor
enum Main {
    static func main() {
        let start = Uptime()
        Signals.ignoreBrokenPipe()
        let play = parse()
        let session = PlaySession(options: play, start: start)
        session.begin()
        dispatchMain()
    }

    /// Parses the options of `play`. For any other subcommand it runs the subcommand and does not return.
    private static func parse() -> PlayCommand {
        do {
            var command = try RootCommand.parseAsRoot(
                ShuffleSeed.completed(CommandLineInput.all))
            if let play = command as? PlayCommand { return play }
            try command.run()
            exit(ExitStatus.played)
        } catch {
            let message = ParseMessage(error)
            Output(message.isFault ? .standardError : .standardOutput).print([message.text])
            exit(message.isFault ? ExitStatus.usage : ExitStatus.played)
        }
    }
}

import ArgumentParser
import Dispatch
import Glibc
import Playhead

/// The way in: arguments become a session, a session runs on the main queue, and its end is the end of the process.
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

    /// What was asked for, when that is to play something; everything else is answered here and ends the process.
    private static func parse() -> PlayCommand {
        do {
            var command = try RootCommand.parseAsRoot(
                ShuffleSeed.completed(TypedWords.all))
            if let play = command as? PlayCommand { return play }
            try command.run()
            exit(ExitStatus.played)
        } catch {
            let answer = ParsingAnswer(error)
            Output(answer.isFault ? .standardError : .standardOutput).print([answer.text])
            exit(answer.isFault ? ExitStatus.usage : ExitStatus.played)
        }
    }
}

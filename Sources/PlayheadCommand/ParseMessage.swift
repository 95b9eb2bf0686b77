import ArgumentParser

/// The message to print if the arguments start no session: help, the version, or an error on one line, without the
/// name of the command.
struct ParseMessage {
    var text: String
    /// Whether the arguments have an error.
    var isFault: Bool

    /// Makes the message for an error. The arguments are searched for options of other players.
    init(_ error: any Error, arguments: [String] = []) {
        isFault = RootCommand.exitCode(for: error) != .success
        guard isFault else {
            text = RootCommand.fullMessage(for: error)
            if text.last == "\n" { text.removeLast() }
            // A word that begins no subcommand may begin a file, which bash then completes.
            text.replace("complete -o filenames -F", with: "complete -o filenames -o default -F")
            return
        }
        let message = RootCommand.message(for: error)
        let isUnknown = message.hasPrefix("Unknown option")
        let hint = isUnknown ? OtherPlayers.hint(for: arguments) : nil
        let line = (hint ?? message).split(whereSeparator: \.isNewline).map { $0.drop { $0 == " " } }
        text = line.joined(separator: " ")
    }
}

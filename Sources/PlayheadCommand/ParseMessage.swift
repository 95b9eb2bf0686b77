import ArgumentParser

/// The message to print if the arguments start no session: help, the version, or an error.
struct ParseMessage {
    var text: String
    /// Whether the arguments have an error.
    var isFault: Bool

    init(_ error: any Error) {
        isFault = RootCommand.exitCode(for: error) != .success
        var full = RootCommand.fullMessage(for: error)
        if full.last == "\n" { full.removeLast() }
        let prefix = "Error: "
        text = isFault && full.hasPrefix(prefix) ? "playhead: " + full.dropFirst(prefix.count) : full
    }
}

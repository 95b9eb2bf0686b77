import ArgumentParser

/// The message when the arguments do not lead to a session: help, the version, or what is wrong with them.
struct ParseMessage {
    var text: String
    /// Whether the arguments were wrong.
    var isFault: Bool

    init(_ error: any Error) {
        isFault = RootCommand.exitCode(for: error) != .success
        var full = RootCommand.fullMessage(for: error)
        if full.last == "\n" { full.removeLast() }
        let prefix = "Error: "
        text = isFault && full.hasPrefix(prefix) ? "playhead: " + full.dropFirst(prefix.count) : full
    }
}

import ArgumentParser

/// `playhead serve`: another program, which has a server in it, so that playing need not load one.
struct ServeCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract:
            "Serves a folder over HTTP on loopback, with faults and live streams from a plan.",
        discussion: "`playhead serve --help` tells its options."
    )
    static let program = "playhead-serve"
    static let codeWithoutProgram = ExitStatus.nothingPlayed

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var words: [String] = []
}

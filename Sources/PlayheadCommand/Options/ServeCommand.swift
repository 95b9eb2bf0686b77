import ArgumentParser

/// `playhead serve`: another program, which has a server in it, so that playing need not load one.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract:
            "Serves a folder over HTTP on this machine, with faults and live streams if a plan says so.",
        discussion: "`playhead serve --help` tells its options."
    )

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var words: [String] = []

    func run() throws {
        let tried = Process.become("playhead-serve", words, inFolders: [".", "../libexec/playhead"])
        Output(.standardError).print(
            ["playhead: There is no playhead-serve beside playhead", "  it belongs at \(tried[0])"])
        Process.exit(ExitStatus.nothingPlayed)
    }
}

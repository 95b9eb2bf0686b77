import ArgumentParser

/// `playhead check`: another program, which has a server in it too, and Foundation.
struct CheckCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Checks scenarios and media, and says what is not as it should be.",
        discussion: "`playhead check --help` tells its options."
    )
    static let program = "playhead-check"
    static let codeWithoutProgram = ExitStatus.notRun

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var words: [String] = []
}

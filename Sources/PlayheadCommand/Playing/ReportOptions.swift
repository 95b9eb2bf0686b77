import ArgumentParser

/// The options for the terminal, the reports and the files of a session.
struct ReportOptions: ParsableArguments {
    @Flag(help: "Print events as JSON Lines on standard output.")
    var json = false

    @Flag(help: "Print errors only.")
    var quiet = false

    @Flag(help: "Ignore keys in the terminal.")
    var noInput = false

    @Flag(help: "Show the item and its position in the title of the terminal.")
    var terminalTitle = false

    @Option(help: ArgumentHelp("Interval of position reports.", valueName: "seconds"))
    var positionInterval = Seconds(.milliseconds(100))

    @Option(
        help: ArgumentHelp("Write a session trace for `playhead replay`.", valueName: "file"),
        completion: .file())
    var trace: String?

    @Option(
        help: ArgumentHelp("Write playback metrics of each item as JSON.", valueName: "file"),
        completion: .file())
    var metrics: String?

    @Option(
        help: ArgumentHelp(
            "Save the bytes of the item from http, https or standard input, as they are received.",
            valueName: "file"),
        completion: .file())
    var dumpStream: String?

    @Flag(help: "Treat playback with gaps as success.")
    var allowGaps = false

    func validate() throws {
        guard positionInterval.duration >= .milliseconds(1) else {
            throw ValidationError("--position-interval must be at least 0.001")
        }
        if trace == "" || metrics == "" || dumpStream == "" {
            throw ValidationError("A file must not be empty")
        }
    }
}

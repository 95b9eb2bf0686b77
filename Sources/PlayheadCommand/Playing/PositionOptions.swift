import ArgumentParser

/// The options for the part of each item that is played.
struct PositionOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Start position of each item, such as 90 or 1:30.", valueName: "time"))
    var start: Seconds?

    @Option(help: ArgumentHelp("End position of each item.", valueName: "time"))
    var end: Seconds?

    @Option(help: ArgumentHelp("First chapter of each item; the first is 1.", valueName: "number"))
    var chapter: Int?

    @Flag(help: "Start each item paused.")
    var paused = false

    @Option(
        help: ArgumentHelp(
            "Time for which an image is shown; inf shows it until a command ends it. Default: 5.",
            valueName: "seconds|inf"))
    var imageDuration: ImageSeconds?

    func validate() throws {
        if let start, start.duration < .zero { throw ValidationError("--start must not be negative") }
        if let end, end.duration < .zero { throw ValidationError("--end must not be negative") }
        if let end, end.duration <= start?.duration ?? .zero {
            throw ValidationError("--end must lie behind --start")
        }
        if let chapter, chapter < 1 { throw ValidationError("--chapter must be at least 1") }
        if chapter != nil, start != nil { throw ValidationError("--chapter and --start exclude each other") }
    }
}

import ArgumentParser

/// What differs between the sides of a comparison, besides the media.
struct SideOptions: ParsableArguments {
    @Option(
        name: .customLong("option"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Option of play for both sides: network, HLS and DASH, --decoder, --deinterlace, --allow-gaps. Repeatable.",
            valueName: "option"))
    var options: [String] = []

    @Option(
        name: .customLong("option-a"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp(
            "Option for A, such as --option-a=--max-height=480. Repeatable.", valueName: "option"))
    var optionsA: [String] = []

    @Option(
        name: .customLong("option-b"), parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Option for B. Repeatable.", valueName: "option"))
    var optionsB: [String] = []

    @Option(help: ArgumentHelp("Command for A, of another version.", valueName: "path"), completion: .file())
    var commandA: String?

    @Option(help: ArgumentHelp("Command for B, of another version.", valueName: "path"), completion: .file())
    var commandB: String?

    @Option(
        name: .customLong("environment-a"),
        help: ArgumentHelp(
            "Variable for A, such as GST_PLUGIN_PATH=/opt/gst/lib. Repeatable.", valueName: "name=value"))
    var environmentA: [EnvironmentVariable] = []

    @Option(
        name: .customLong("environment-b"),
        help: ArgumentHelp("Variable for B. Repeatable.", valueName: "name=value"))
    var environmentB: [EnvironmentVariable] = []

    func validate() throws {
        if commandA == "" || commandB == "" { throw ValidationError("A path must not be empty") }
    }
}

/// An environment variable with its value.
struct EnvironmentVariable: ExpressibleByArgument {
    let name: String
    let value: String

    init?(argument: String) {
        guard let sign = argument.firstIndex(of: "="), sign > argument.startIndex else { return nil }
        name = String(argument[..<sign])
        value = String(argument[argument.index(after: sign)...])
    }
}

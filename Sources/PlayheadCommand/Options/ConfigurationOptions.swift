import ArgumentParser

/// The options for the configuration file. They take effect before the other options are parsed.
struct ConfigurationOptions: ParsableArguments {
    @Option(
        name: .customLong("profile"),
        help: ArgumentHelp("Profile of the configuration file. Repeatable.", valueName: "name"))
    var profiles: [String] = []

    @Flag(help: "Ignore the configuration file.")
    var noConfig = false
}

import ArgumentParser
import Glibc

/// The options of `playhead config`. ``ConfigurationListing`` prints the values.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows the value of each option and where it came from.",
        discussion: """
            The configuration file is $XDG_CONFIG_HOME/playhead/config.yaml, by default \
            ~/.config/playhead/config.yaml. docs/command.md describes it. The arguments are those of another \
            subcommand (play, inspect or subtitles; by default play): their values, and the profiles that their \
            inputs select, are shown.

            Examples:
              playhead config
              playhead config --json
              playhead config https://example.com/master.m3u8
              playhead config inspect --profile slow-network

            Exit codes: 0 the values were printed; 2 usage, or a mistake in the file.
            """
    )

    @Flag(help: "Print JSON Lines, one object per option and key.")
    var json = false

    @Argument(
        parsing: .captureForPassthrough,
        help: ArgumentHelp("Subcommand and its arguments.", valueName: "argument"))
    var arguments: [String] = []

    func run() throws {
        if arguments.contains(where: ["-h", "--help"].contains) { throw CleanExit.helpRequest(self) }
        let listing = try ConfigurationListing(arguments)
        let lines = json ? listing.json : listing.text
        for line in lines { Output(.standardOutput).printOrExit(line) }
        Glibc.exit(ExitStatus.played)
    }
}

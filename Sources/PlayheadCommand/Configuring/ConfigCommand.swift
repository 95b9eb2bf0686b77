import ArgumentParser
import Glibc

/// The options of `playhead config`. ``ConfigurationListing`` prints the values.
struct ConfigCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "config",
        abstract: "Shows the value of each option and where it came from.",
        discussion: """
            The configuration file is $XDG_CONFIG_HOME/playhead/config.yaml, by default \
            ~/.config/playhead/config.yaml. It has options of play, inspect and subtitles by their long names, \
            profiles and keys. The command line has precedence.

            A file:
              volume: 50%
              subtitle-track: de
              header: ["Accept: */*"]
              keys:
                x: seek 30
                q: none
              profiles:
                night:
                  volume: 20%
                streams:
                  when: [hls, dash]
                  max-height: 720

            --profile night selects a profile. One with `when` applies if each input meets one of its \
            conditions: hls, dash, http, file, audio (by the extension), live, or an extension such as .flac.

            Keys are ASCII characters, space, left, right, up, down, enter, tab, backspace, home, end, insert, \
            delete, page-up, page-down and ctrl-LETTER. Actions are pause, seek SECONDS, step FRAMES, next-item, \
            previous-item, next-chapter, previous-chapter, slower, faster, mute, volume-down, volume-up, \
            next-aspect, next-audio-track, next-subtitle-track, help, quit and none.

            The arguments are those of another subcommand (by default play). Their values are shown, and the \
            profiles that their inputs select.

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

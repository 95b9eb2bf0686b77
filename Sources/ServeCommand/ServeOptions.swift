import ArgumentParser

/// `playhead serve`: the options. `playhead` becomes this program, which has a server in it, so that playing need not
/// load one.
struct ServeOptions: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "playhead serve",
        abstract:
            "Serves a folder over HTTP on this machine, with faults and live streams if a plan says so.",
        discussion: """
            Prints the address of the folder on standard output, and serves until it is ended by a signal. What a plan can \
            say is told in docs/media-server.md.

            Exit codes: 1 the folder cannot be served; 2 usage, or a mistake in the plan; 130 and 143 after the signals INT \
            and TERM.
            """
    )

    @Argument(help: "What to serve.")
    var folder: String

    @Option(help: ArgumentHelp("What goes wrong: a plan in YAML or JSON.", valueName: "file"))
    var plan: String?

    @Option(help: ArgumentHelp("Where to listen; 0 takes a port that is free.", valueName: "number"))
    var port = 0

    @Flag(help: "Speak TLS, with a certificate for localhost that nobody vouches for.")
    var tls = false

    @Option(help: ArgumentHelp("Speak TLS, with a certificate in PEM.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("The private key of that certificate, in PEM.", valueName: "file"))
    var key: String?

    @Flag(help: "Tell each request on standard error.")
    var log = false

    @Flag(help: "Report as JSON Lines on standard output: the address, and each request when it is answered.")
    var json = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must lie between 0 and 65535") }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together")
        }
    }
}

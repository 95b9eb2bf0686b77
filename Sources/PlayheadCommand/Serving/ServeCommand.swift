import ArgumentParser
import Dispatch
import Glibc

/// The options of `playhead serve`. ``ServeSession`` runs the command.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serves a folder or an HTTP archive on loopback, with network faults.",
        discussion: """
            Examples:
              playhead serve media --port 8017
              playhead serve media --plan faults.yaml --log
              playhead serve --har session.har

            Prints the address of the folder on standard output, or that of the first recorded path, and serves until it is \
            ended by a signal. What a plan can say is told in docs/media-server.md, and archives in docs/har.md.

            Exit codes: 1 the folder or the archive cannot be served; 2 usage, or a mistake in the plan or the archive; 130 \
            and 143 after the signals INT and TERM.
            """
    )

    @Argument(
        help: "Folder to serve. With --har, it has the bodies that the archive lacks.", completion: .directory
    )
    var folder: String?

    @Option(
        help: ArgumentHelp("Respond as recorded in this HTTP archive (HAR).", valueName: "file"),
        completion: .file())
    var har: String?

    @Option(help: "Respond with the recorded delays and rates.")
    var harTimings = YesOrNo.yes

    @Option(help: ArgumentHelp("Fault plan in YAML or JSON.", valueName: "file"), completion: .file())
    var plan: String?

    @Option(help: ArgumentHelp("Port; 0 takes a free one.", valueName: "number"))
    var port = 0

    @Flag(help: "Use TLS with a self-signed certificate for localhost.")
    var tls = false

    @Option(
        help: ArgumentHelp("Use TLS with this certificate, in PEM.", valueName: "file"), completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp("Private key of the certificate, in PEM.", valueName: "file"), completion: .file())
    var key: String?

    @Flag(help: "Log each request on standard error.")
    var log = false

    @Flag(help: "Print JSON Lines on standard output: the address, and each request after its response.")
    var json = false

    func validate() throws {
        guard (0...65535).contains(port) else { throw ValidationError("--port must lie between 0 and 65535") }
        if folder == nil, har == nil { throw ValidationError("Nothing to serve: name a folder, or --har") }
        guard (certificate == nil) == (key == nil) else {
            throw ValidationError("--certificate and --key belong together")
        }
    }

    func run() throws {
        Signals.watch([SIGINT, SIGTERM]) { _exit(ExitStatus.code(forSignal: $0)) }
        let session = ServeSession(options: self)
        Task { Glibc.exit(await session.run()) }
        dispatchMain()
    }
}

import ArgumentParser
import Playhead

/// The options for a record of all HTTP requests.
struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write all requests and responses as an HTTP archive (HAR 1.2).", valueName: "file"),
        completion: .file())
    var har: String?

    @Flag(help: "Also write the bodies of responses, as `playhead serve --har` needs them.")
    var harBodies = false

    @Flag(help: "Also write the values of headers with credentials, which are left out otherwise.")
    var harSecrets = false

    func validate() throws {
        if har == "" { throw ValidationError("A file must not be empty") }
        if har == nil, harBodies || harSecrets {
            throw ValidationError("--har-bodies and --har-secrets belong to --har")
        }
    }

    /// Creates the archive; nil without the option. The process ends if that fails.
    func open() -> HTTPArchive? {
        guard let har else { return nil }
        do {
            return try HTTPArchive(path: har, keepsBodies: harBodies, keepsSecrets: harSecrets)
        } catch {
            Output.complain(error.message, hint: error.hint)
            flushAndExit(ExitStatus.usage)
        }
    }
}

extension HTTPArchive {
    /// Ends the recording, and complains if something could not be written.
    func close() {
        finish()
        if let fault { Output.complain("warning: " + fault.message, hint: fault.hint) }
    }
}

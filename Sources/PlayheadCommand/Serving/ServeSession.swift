import PlayheadServer
import PlayheadSystem

/// Serves a folder and reports its requests until the process ends.
struct ServeSession: Sendable {
    let options: ServeCommand

    /// Runs the server. It returns only if the folder cannot be served, with the exit code.
    func run() async -> Int32 {
        let output = Output(.standardOutput)
        do {
            let plan = try options.plan.map { try FaultPlan(contentsOf: $0) } ?? FaultPlan()
            let archive = try options.har.map {
                try ServedArchive(contentsOf: $0, usesTimings: options.harTimings == .yes)
            }
            let server = try await MediaServer(
                folder: options.folder, har: archive, plan: plan, port: options.port,
                certificate: try certificate())
            let address = server.address + (archive?.addresses.first ?? "")
            output.printOrExit(options.json ? ServeReport.json(server) : address)
            for await record in server.log.answers {
                if options.json { output.printOrExit(ServeReport.json(record)) }
                if options.log { Output(.standardError).print([ServeReport.text(record)]) }
            }
            return ExitStatus.played
        } catch let error as DocumentError {
            Output.complain("\(error)")
            return ExitStatus.usage
        } catch {
            Output.complain("\(error)")
            return ExitStatus.nothingPlayed
        }
    }

    private func certificate() throws -> ServerCertificate? {
        guard let chain = options.certificate, let key = options.key else {
            return options.tls ? .localhost : nil
        }
        return ServerCertificate(chain: try text(of: chain), key: try text(of: key))
    }

    private func text(of file: String) throws -> String {
        guard let text = InputFile.text(of: file) else {
            throw DocumentError(file: file, message: "cannot be read as text")
        }
        return text
    }
}

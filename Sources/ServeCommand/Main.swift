import ArgumentParser
import Foundation
import PlayheadServer
import PlayheadSignals

/// Serves until a signal comes.
@main
enum Main {
    static func main() async {
        Signals.ignoreBrokenPipe()
        let options = parse()
        Signals.watch([SIGINT, SIGTERM]) { exit(128 + $0) }
        do {
            let plan = try options.plan.map { try FaultPlan(contentsOf: $0) } ?? FaultPlan()
            let server = try await MediaServer(
                folder: options.folder, plan: plan, port: options.port, certificate: try certificate(options))
            tell(options.json ? ServeReport.json(server) : server.address)
            for await record in server.log.answers {
                if options.json { tell(ServeReport.json(record)) }
                if options.log { complain(ServeReport.text(record)) }
            }
        } catch let error as DocumentError {
            complain("playhead: \(error)")
            exit(2)
        } catch {
            complain("playhead: \(error)")
            exit(1)
        }
    }

    private static func certificate(_ options: ServeOptions) throws -> ServerCertificate? {
        guard let chain = options.certificate, let key = options.key else {
            return options.tls ? .localhost : nil
        }
        return ServerCertificate(chain: try text(of: chain), key: try text(of: key))
    }

    private static func text(of file: String) throws -> String {
        do {
            return try String(contentsOfFile: file, encoding: .utf8)
        } catch {
            throw DocumentError(file: file, message: "cannot be read as text")
        }
    }

    private static func parse() -> ServeOptions {
        do {
            return try ServeOptions.parse()
        } catch {
            let isFault = ServeOptions.exitCode(for: error) != .success
            let text = ServeOptions.fullMessage(for: error)
            guard isFault else {
                tell(text)
                exit(0)
            }
            complain(text.hasPrefix("Error: ") ? "playhead: " + text.dropFirst(7) : text)
            exit(2)
        }
    }

    /// Prints a line; when nobody reads any more, this is the end.
    private static func tell(_ line: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
        } catch {
            exit(128 + SIGPIPE)
        }
    }

    private static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }
}

import ArgumentParser
import Dispatch
import Foundation
import PlayheadServer

/// Serves until a signal comes.
@main
enum Main {
    static func main() async {
        signal(SIGPIPE, SIG_IGN)
        let options = parse()
        let signals = [SIGINT, SIGTERM].compactMap { end(on: $0) }
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
        withExtendedLifetime(signals) {}
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

    /// Ends the process with the code of a signal when it comes; a signal that was ignored from the start stays so.
    private static func end(on number: Int32) -> (any DispatchSourceSignal)? {
        var before = sigaction()
        unsafe sigaction(number, nil, &before)
        let handler = unsafe before.__sigaction_handler.sa_handler
        if unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { return nil }
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { exit(128 + number) }
        source.resume()
        return source
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

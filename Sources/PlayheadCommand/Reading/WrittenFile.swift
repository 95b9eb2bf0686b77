import Playhead
internal import PlayheadSystem

/// The file, or standard output, that a command writes from a medium.
struct WrittenFile: Sendable {
    /// The path, or `-` for standard output.
    var path: String

    var isStandardOutput: Bool { path == "-" }
    private var name: String { isStandardOutput ? "Standard output" : path }

    /// Runs work that reads a medium and writes the file, prints its error, and returns the exit code.
    func run(reading uri: String, _ work: () async throws -> Int32) async -> Int32 {
        if !isStandardOutput, OutputFile.isOneFile(path, uri) {
            Output.complain("\(path) is the medium itself", hint: "choose another name")
            return ExitStatus.nothingPlayed
        }
        do {
            return try await work()
        } catch let error as PlayerError {
            Output.complain(error.message, hint: error.hint)
            return error.code == .truncated ? ExitStatus.truncated : ExitStatus.nothingPlayed
        } catch let error as FileFault {
            // As with other filters, a reader that has had enough is no fault.
            if isStandardOutput, error.isBrokenPipe { return ExitStatus.outputClosed }
            Output.complain("\(name) cannot be written: \(error.message)")
            return ExitStatus.nothingPlayed
        } catch {
            Output.complain("\(error)")
            return ExitStatus.nothingPlayed
        }
    }
}

import Playhead
import PlayheadTesting

/// Replays a session trace and prints the changes.
struct ReplaySession {
    let file: String
    let printer: any TracePrinter

    /// Replays the trace and returns the exit code.
    func run() -> Int32 {
        do {
            return try replay()
        } catch let error as PlayerError {
            Output.complain(error.message, hint: error.hint)
            if let line = printer.line(for: error) { Output(.standardOutput).print([line]) }
            return ExitStatus.usage
        } catch {
            return ExitStatus.outputClosed
        }
    }

    private func replay() throws -> Int32 {
        let output = Output(.standardOutput)
        var replay = try TraceReplay(of: file)
        try output.write(printer.head(of: replay))
        var lost = 0
        while let step = try replay.next() {
            if replay.lostCount > lost { try output.write(printer.gap(of: replay.lostCount - lost)) }
            lost = replay.lostCount
            if replay.divergence != nil { break }
            if step.isChange { try output.write(printer.line(for: step)) }
        }
        try output.write(printer.summary(of: replay))
        return replay.divergence == nil ? ExitStatus.played : ExitStatus.diverged
    }
}

/// Formats a replay as lines, each with its line feed.
protocol TracePrinter {
    func head(of replay: TraceReplay) -> String
    func line(for step: TraceReplay.Step) -> String
    /// The line for missing inputs.
    func gap(of lost: Int) -> String
    /// The last lines.
    func summary(of replay: TraceReplay) -> String
    /// The line for an error on standard output; nil for no line.
    func line(for error: PlayerError) -> String?
}

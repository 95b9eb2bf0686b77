import Playhead
import PlayheadTesting

/// Replays a recording and tells what happens.
struct ReplaySession {
    let file: String
    let teller: any ReplayTeller

    /// Returns the exit code.
    func run() -> Int32 {
        do {
            return try replay()
        } catch let error as PlayerError {
            Output.complain(error.message, hint: error.hint)
            if let line = teller.line(for: error) { Output(.standardOutput).print([line]) }
            return ExitStatus.usage
        } catch {
            return ExitStatus.outputClosed
        }
    }

    private func replay() throws -> Int32 {
        let output = Output(.standardOutput)
        var replay = try TraceReplay(of: file)
        try output.write(teller.head(of: replay))
        var lost = 0
        while let step = try replay.next() {
            if replay.lostCount > lost { try output.write(teller.gap(of: replay.lostCount - lost)) }
            lost = replay.lostCount
            if replay.divergence != nil { break }
            if step.isChange { try output.write(teller.tell(step)) }
        }
        try output.write(teller.sum(replay))
        return replay.divergence == nil ? ExitStatus.played : ExitStatus.parted
    }
}

/// Puts a replay into lines, each with its line feed.
protocol ReplayTeller {
    func head(of replay: TraceReplay) -> String
    func tell(_ step: TraceReplay.Step) -> String
    /// Inputs are missing here.
    func gap(of lost: Int) -> String
    /// How it came out.
    func sum(_ replay: TraceReplay) -> String
    /// What is said of a fault on standard output.
    func line(for error: PlayerError) -> String?
}

import Playhead

/// JSON Lines on standard output, for programs. Errors are told on standard error too, for the person who reads the
/// log of that program.
@MainActor
final class JSONReporter: Reporter {
    private var narrator: Narrator
    private let outputClosed: @MainActor () -> Void

    /// `outputClosed` is called when nobody reads any more.
    init(narrator: Narrator, outputClosed: @escaping @MainActor () -> Void) {
        self.narrator = narrator
        self.outputClosed = outputClosed
    }

    func report(_ report: Report) {
        Output(.standardError).print(narrator.lines(for: report))
        do {
            try Output(.standardOutput).write(report.jsonLine + "\n")
        } catch {
            outputClosed()
        }
    }

    func showHelp() { Output(.standardError).print(Key.overview) }
}

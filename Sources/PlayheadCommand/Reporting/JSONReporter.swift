import Playhead

/// JSON Lines on standard output, for programs. Errors are also lines on standard error, for the log of the
/// program.
@MainActor
final class JSONReporter: Reporter {
    private var formatter: HumanFormatter
    private let outputClosed: @MainActor () -> Void

    /// `outputClosed` is called when standard output is closed.
    init(formatter: HumanFormatter, outputClosed: @escaping @MainActor () -> Void) {
        self.formatter = formatter
        self.outputClosed = outputClosed
    }

    func report(_ report: Report) {
        Output(.standardError).print(formatter.lines(for: report))
        do {
            try Output(.standardOutput).write(report.jsonLine + "\n")
        } catch {
            outputClosed()
        }
    }

    func showHelp() { Output(.standardError).print(Key.overview) }
}

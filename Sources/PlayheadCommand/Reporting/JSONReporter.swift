import Playhead

/// Reports JSON Lines on standard output. It also prints errors on standard error, for the log of the calling
/// program.
@MainActor
final class JSONReporter: Reporter {
    private var formatter: HumanFormatter
    private let outputClosed: @MainActor () -> Void

    /// Makes a reporter. `outputClosed` is called when standard output is closed.
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

    func add(name: String) { formatter.names.append(name) }

    func showNote(_ line: String) { Output(.standardError).print([line]) }
    func showHelp(_ lines: [String]) { Output(.standardError).print(lines) }
}

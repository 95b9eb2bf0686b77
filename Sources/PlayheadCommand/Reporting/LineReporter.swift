/// Reports lines on standard error, for logs and for terminals without cursor control.
@MainActor
final class LineReporter: Reporter {
    private var formatter: HumanFormatter

    private let output: MessageOutput

    init(formatter: HumanFormatter, output: MessageOutput) {
        self.formatter = formatter
        self.output = output
    }

    func report(_ report: Report) { output.print(formatter.lines(for: report)) }

    func add(name: String) { formatter.names.append(name) }

    func showNote(_ line: String) {
        if !formatter.isQuiet { output.print([line]) }
    }

    func showHelp(_ lines: [String]) {
        if !formatter.isQuiet { output.print(lines) }
    }
}

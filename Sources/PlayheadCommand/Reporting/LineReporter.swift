/// Reports lines on standard error, for logs and for terminals without cursor control.
@MainActor
final class LineReporter: Reporter {
    private var formatter: HumanFormatter

    init(formatter: HumanFormatter) { self.formatter = formatter }

    func report(_ report: Report) { Output(.standardError).print(formatter.lines(for: report)) }

    func showHelp(_ lines: [String]) {
        if !formatter.isQuiet { Output(.standardError).print(lines) }
    }
}

/// Lines on standard error, for logs and terminals without a cursor.
@MainActor
final class LineReporter: Reporter {
    private var formatter: HumanFormatter

    init(formatter: HumanFormatter) { self.formatter = formatter }

    func report(_ report: Report) { Output(.standardError).print(formatter.lines(for: report)) }

    func showHelp() {
        if !formatter.isQuiet { Output(.standardError).print(Key.overview) }
    }
}

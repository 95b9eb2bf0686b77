/// Plain lines on standard error, for people who read a log or a terminal without a cursor.
@MainActor
final class PlainReporter: Reporter {
    private var narrator: Narrator

    init(narrator: Narrator) { self.narrator = narrator }

    func report(_ report: Report) { Output(.standardError).print(narrator.lines(for: report)) }

    func showHelp() {
        if !narrator.isQuiet { Output(.standardError).print(Key.overview) }
    }
}

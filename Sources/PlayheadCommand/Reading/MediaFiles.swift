import Glibc
import Playhead

/// Runs the same work for several media at a time, with a progress line.
struct MediaFiles: Sendable {
    /// The result for one medium.
    struct Result: Sendable {
        var error: PlayerError?
        /// The lines for standard output.
        var lines: [String] = []
    }

    private let items: [String]
    private let verb: String
    private let jobs: Int

    init(_ items: [String], verb: String, jobs: Int?) {
        self.items = items
        self.verb = verb
        self.jobs = jobs ?? MediaInspector().jobs
    }

    /// Does the work for each medium, prints errors, and returns the exit code.
    func run(_ work: @escaping @Sendable (String) async -> Result) async -> Int32 {
        let progress = ProgressLine.begin(verb, total: items.count)
        Signals.exitWhenAsked { progress?.end() }
        let failures = await withTaskGroup(of: (String, Result).self) { group in
            var (rest, failures) = (items[...], 0)
            for item in rest.prefix(jobs) { group.addTask { (item, await work(item)) } }
            rest = rest.dropFirst(jobs)
            for await (item, result) in group {
                progress.interrupt {
                    Output(.standardOutput).print(result.lines)
                    if let error = result.error {
                        failures += 1
                        let name = items.count > 1 ? "\(item): " : ""
                        Output.complain(name + error.message, hint: error.hint)
                    }
                }
                progress?.advance()
                if let next = rest.popFirst() { group.addTask { (next, await work(next)) } }
            }
            return failures
        }
        progress?.end()
        if failures == 0 { return ExitStatus.played }
        return failures == items.count ? ExitStatus.nothingPlayed : ExitStatus.someFailed
    }
}

import ArgumentParser
import Dispatch
import FoundationEssentials
import Glibc
import Playhead
import PlayheadCheck
import PlayheadSystem

/// The options of `playhead check`. ``CheckSession`` runs the command, with one child process per input
/// (``ChildRun``).
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Tests playback of media and scenarios.",
        discussion: """
            Examples:
              playhead check --virtual film.mkv
              playhead check --virtual --expect 'duration=12s+-40ms' --expect no-stall film.mkv
              playhead check --jobs 4 --junit report.xml scenarios/*.yaml
              playhead check --shrink late.yaml

            A file that ends in .yaml, .yml or .json is a scenario; anything else is a medium, which is examined by the standard \
            examination, or by what --expect says. @FILE stands for the lines of a file. What scenarios, expectations and reports look \
            like is told in docs/check.md.

            Exit codes: 0 all passed; 1 some failed; 2 usage, or a mistake in a scenario; 3 something could not be run; 130 and 143 \
            after the signals INT and TERM.
            """
    )

    @Argument(
        help: ArgumentHelp("Scenarios or media to check.", valueName: "scenario or medium"),
        completion: .file())
    var inputs: [String] = []

    @Option(
        help: ArgumentHelp("Expectation, such as 'duration=12s+-40ms'. Repeatable.", valueName: "expectation")
    )
    var expect: [String] = []

    @Flag(help: "Play on a virtual clock, as fast as decoding allows.")
    var virtual = false

    @Flag(help: "Print events as JSON Lines on standard output.")
    var json = false

    @Option(help: ArgumentHelp("Also write a JUnit XML report.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Also write a report for people, as one HTML page.", valueName: "file"),
        completion: .file())
    var report: String?

    @Option(help: ArgumentHelp("Checks that run at once.", valueName: "number"))
    var jobs = 1

    @Option(help: ArgumentHelp("Shard of the inputs: 2/8, or auto.", valueName: "part"))
    var shard: String?

    @Option(
        help: ArgumentHelp("File with more inputs, one per line; - is standard input.", valueName: "file"),
        completion: .file())
    var from: [String] = []

    @Option(
        help: ArgumentHelp(
            "Maximum real time per check, in addition to the length of its media.",
            valueName: "seconds"))
    var limit = 60.0

    @Flag(help: "Merge reports of --json instead of checking.")
    var merge = false

    @Flag(help: "Reduce failing scenarios to what fails the same way, in new files.")
    var shrink = false

    @Option(
        help: ArgumentHelp(
            "Folder of the files of --shrink, instead of that of each scenario.", valueName: "folder"),
        completion: .directory)
    var shrinkFolder: String?

    @Option(help: .hidden)
    var child: Int?

    /// Whether the length of the media leaves the limit as it is.
    @Flag(help: .hidden)
    var fixedLimit = false

    /// Whether the child process also prints a ``MediaTimeline``.
    @Flag(help: .hidden)
    var timeline = false

    func validate() throws {
        if inputs.isEmpty, from.isEmpty { throw ValidationError("Nothing to check: name scenarios or media") }
        if inputs.contains("") { throw ValidationError("A path or uri must not be empty") }
        if inputs.contains("-") {
            throw ValidationError("Standard input cannot be checked; --from - reads a list")
        }
        guard jobs >= 1 else { throw ValidationError("--jobs must be at least 1") }
        guard limit > 0, limit <= 1e8 else { throw ValidationError("--limit must be more than 0") }
        if shrink, merge { throw ValidationError("--shrink and --merge exclude each other") }
        if shrinkFolder != nil, !shrink { throw ValidationError("--shrink-folder needs --shrink") }
        if shrink, let medium = inputs.first(where: { !$0.hasPrefix("@") && !$0.isNameOfScenario }) {
            throw ValidationError("--shrink takes scenarios (.yaml, .yml, .json), not \(medium)")
        }
        do throws(WordingError) {
            _ = try part(environment: ProcessInfo.processInfo.environment)
        } catch {
            throw ValidationError("\(error)")
        }
        for text in expect {
            do throws(WordingError) {
                _ = try Scenario.Expectation(text)
            } catch {
                throw ValidationError("--expect '\(text)': \(error)")
            }
        }
    }
}

extension CheckCommand {
    func run() throws {
        if let child { runChild(child) }
        let session = CheckSession(options: self)
        if merge { Glibc.exit(session.merge()) }
        // The checks begin after the signal handlers are installed.
        let (starts, start) = AsyncStream.makeStream(of: Void.self)
        let checks = Task {
            for await _ in starts {}
            return shrink ? await ShrinkSession(options: self).run() : await session.run()
        }
        let interruption = Interruption { _ in checks.cancel() }
        Signals.watch([SIGINT, SIGTERM, SIGHUP]) { interruption.demand(by: $0) }
        start.finish()
        Task {
            let code = await checks.value
            Glibc.exit(interruption.exitCode ?? code)
        }
        dispatchMain()
    }

    /// Checks one input for the parent process, reports on standard output, and exits when the parent exits.
    private func runChild(_ index: Int) -> Never {
        DispatchQueue(label: "playhead.check.parent").async {
            while !InputFile.standardInput.read(upTo: 4096).isEmpty {}
            _exit(ExitStatus.code(forSignal: SIGHUP))
        }
        var conditions =
            fixedLimit
            ? CheckConditions(fixedLimit: .seconds(limit))
            : CheckConditions(isVirtual: virtual, limit: .seconds(limit))
        conditions.reportsMedia = { Output(.standardOutput).printOrExit(JSONLine.text(lasts: $0)) }
        Task { [conditions] in
            let result = await CheckResult.checking(
                inputs.first ?? "", index: index, expecting: expectations, conditions)
            Output(.standardOutput).printOrExit(JSONLine.text(result))
            if timeline, result.kind == .medium, let input = inputs.first,
                let timeline = await MediaTimeline(of: MediaItem(pathOrURI: input), PlayerConfiguration())
            {
                Output(.standardOutput).printOrExit(JSONLine.text(timeline))
            }
            // `_exit` does not wait for threads that hang.
            _exit(ExitStatus.played)
        }
        dispatchMain()
    }
}

extension CheckCommand {
    /// The shard of the inputs; nil for all inputs.
    func part(environment: [String: String]) throws(WordingError) -> Shard? {
        guard let shard else { return nil }
        return try Shard(option: shard, environment: environment)
    }

    /// The parsed expectations.
    var expectations: [Scenario.Expectation] { expect.compactMap { try? Scenario.Expectation($0) } }

    /// The inputs of the run.
    var list: InputList {
        InputList(
            inputs + from.map { "@" + $0 },
            shard: try? part(environment: ProcessInfo.processInfo.environment))
    }

    /// The number of inputs; nil if a file names them, or if a shard leaves some out.
    var inputCount: Int? {
        from.isEmpty && shard == nil && !inputs.contains { $0.hasPrefix("@") } ? inputs.count : nil
    }

    /// The arguments of the child process for one input.
    func arguments(for input: InputList.Input) -> [String] {
        var words = ["check", "--child", String(input.index), "--limit", String(limit)]
        if virtual { words.append("--virtual") }
        if fixedLimit { words.append("--fixed-limit") }
        if report != nil { words.append("--timeline") }
        for text in expect { words += ["--expect=" + text] }
        return words + ["--", input.text]
    }
}

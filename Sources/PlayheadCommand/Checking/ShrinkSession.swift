import FoundationEssentials
import PlayheadCheck
import PlayheadServer
import PlayheadSystem

/// Runs `playhead check --shrink`: it checks each scenario on a virtual clock, and reduces those that fail. Each trial
/// is a child process, so that a crash can be shrunk too.
struct ShrinkSession {
    let options: CheckCommand

    /// Shrinks all inputs and returns the exit code.
    func run() async -> Int32 {
        let start = ContinuousClock.now
        let reporter: CheckReporter
        let drafts: String
        do {
            reporter = try CheckReporter(options)
            drafts = try Self.newFolder()
        } catch {
            Output.complain("\(options.junit ?? "a temporary folder"): cannot be written")
            return ExitStatus.notRun
        }
        defer { try? FileManager.default.removeItem(atPath: drafts) }
        var list = options.list
        while !Task.isCancelled, let input = list.next() { await shrink(input, reporter, drafts: drafts) }
        if let fault = list.fault { Output.complain("\(fault)") }
        let isWhole = !Task.isCancelled && list.fault == nil
        let code = reporter.finish(
            total: isWhole ? list.count : nil, shard: list.shard?.description,
            time: (ContinuousClock.now - start) / .seconds(1))
        return list.fault != nil ? ExitStatus.usage : code
    }

    private func shrink(_ input: InputList.Input, _ reporter: CheckReporter, drafts: String) async {
        guard input.text.isNameOfScenario, var scenario = try? Scenario(contentsOf: input.text) else {
            // The usual check tells the mistake.
            return reporter.report(await ChildRun(input, options).result())
        }
        let progress = ProgressLine.begin("trials", total: nil)
        var first: CheckResult?
        scenario.expectations += options.expectations
        let whole = scenario
        let shrunk = try? await whole.shrunk(maximumTrials: 200) { _, scenario in
            progress?.advance(Remainder(of: scenario, from: whole).text)
        } running: { candidate, limit in
            let result = await self.result(of: candidate, input, within: limit, drafts: drafts)
            first = first ?? result
            return result.cases
        }
        progress?.end()
        if let first { reporter.report(first) }
        if Task.isCancelled { return }
        guard let shrunk else { return reporter.reportPassing(input.text) }
        do {
            let files = try shrunk.write(to: newPath(for: input.text))
            reporter.report(
                ShrinkingReport(
                    input, shrunk, Remainder(of: shrunk.scenario, from: whole), files: files))
        } catch {
            Output.complain("\(error)")
        }
    }

    /// Runs a trial.
    private func result(
        of scenario: Scenario, _ input: InputList.Input, within limit: Duration?, drafts: String
    ) async -> CheckResult {
        var options = options
        (options.virtual, options.expect, options.report) = (true, [], nil)
        if let limit { (options.limit, options.fixedLimit) = (limit / .seconds(1), true) }
        let path = drafts + "/trial.yaml"
        defer {
            for name in ["trial.yaml", "trial.har"] {
                try? FileManager.default.removeItem(atPath: drafts + "/" + name)
            }
        }
        do {
            try scenario.write(to: path)
        } catch {
            return CheckResult(
                index: input.index, input: input.text, kind: .scenario,
                cases: [CheckCase("run", .error, "\(error)")])
        }
        var trial = input
        trial.text = path
        var result = await ChildRun(trial, options).result()
        result.input = input.text
        return result
    }

    /// A new name for the shrunk scenario, such as `late.shrunk.yaml` or `late.shrunk-2.yaml`.
    private func newPath(for input: String) -> String {
        let path = FilePath(input)
        let folder = options.shrinkFolder.map { FilePath($0).asFolder } ?? path.folder
        let stem = folder.description + path.name.description.withoutExtension + ".shrunk"
        let stems = [stem] + (2...9999).map { "\(stem)-\($0)" }
        let free = stems.first { stem in
            [".yaml", ".har"].allSatisfy { LocalFile(path: FilePath(stem + $0)) == .missing }
        }
        return (free ?? stem) + ".yaml"
    }

    private static func newFolder() throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder.path
    }
}

/// How much of a scenario is left.
struct Remainder {
    var faults: (left: Int, of: Int)
    var steps: (left: Int, of: Int)
    var expectations: (left: Int, of: Int)

    init(of scenario: Scenario, from whole: Scenario) {
        func faults(_ scenario: Scenario) -> Int {
            scenario.server?.plan.rules.reduce(0) { $0 + $1.faults.count } ?? 0
        }
        self.faults = (faults(scenario), faults(whole))
        steps = (scenario.steps.count, whole.steps.count)
        expectations = (scenario.expectations.count, whole.expectations.count)
    }

    /// Such as `1 of 9 faults, 2 of 2 steps`; without what there was none of.
    var text: String {
        [("faults", faults), ("steps", steps), ("expectations", expectations)].filter { $1.of > 0 }
            .map { "\($1.left) of \($1.of) \($0)" }.joined(separator: ", ")
    }
}

/// The JSON line of a shrunk scenario.
struct ShrinkingReport: Encodable {
    var event = "shrunk"
    var index: Int
    var input: String
    var trials: Int
    var minimal: Bool
    var faults: Int
    var steps: Int
    var expectations: Int
    var files: [String]
    let text: String

    private enum CodingKeys: CodingKey {
        case event, index, input, trials, minimal, faults, steps, expectations, files
    }

    init(_ input: InputList.Input, _ shrunk: ShrunkScenario, _ remainder: Remainder, files: [String]) {
        (index, self.input, self.files) = (input.index, input.text, files)
        (trials, minimal) = (shrunk.trials, shrunk.isMinimal)
        (faults, steps, expectations) = (
            remainder.faults.left, remainder.steps.left, remainder.expectations.left
        )
        text =
            "\(input.text): \(remainder.text) after \(trials) trials"
            + (minimal ? "" : ", and not yet the least") + "; written to \(files.joined(separator: ", "))"
    }
}

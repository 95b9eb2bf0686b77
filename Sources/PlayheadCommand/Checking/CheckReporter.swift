import FoundationEssentials
import Playhead
import PlayheadCheck
internal import PlayheadSystem
import QualityReport

/// Reports results on standard output, as text lines or JSON Lines, and as JUnit XML in a file.
final class CheckReporter {
    private var summary = CheckSummary()
    private let output = Output(.standardOutput)
    private let style = TextStyle(for: .standardOutput)
    private let isJSON: Bool
    private let junit: JUnitFile?
    private var faults: [String] = []
    private var faultCount = 0
    private var isJUnitBroken = false
    private let pagePath: String?
    private var page = ReportPage.made(title: "Playback checks")
    /// The options that repeat a check.
    private let words: [String]
    /// The maximum number of faults that are repeated at the end.
    private static let faultLimit = 1000

    init(_ options: CheckCommand) throws {
        isJSON = options.json
        pagePath = options.report
        words = (options.virtual ? ["--virtual"] : []) + options.expect.map { "--expect=" + $0 }
        junit = try options.junit.map { try JUnitFile(path: $0) }
    }

    func report(_ result: CheckResult, _ timeline: MediaTimeline? = nil) {
        if pagePath != nil { page.inputs.append(ReportPage.Input(result, timeline, options: words)) }
        summary.add(result)
        do { try junit?.write(result) } catch { isJUnitBroken = true }
        if isJSON { return output.printOrExit(JSONLine.text(result)) }
        for checked in result.cases {
            let name = "\(result.input): \(checked.name)".printable.replacing(
                "±", with: TextSymbols.current.plusMinus)
            let message = (checked.message ?? "").printable.replacing(
                "±", with: TextSymbols.current.plusMinus)
            let reason = checked.outcome == .skipped ? " (\(message))" : ""
            output.printOrExit(style(checked.outcome.mark, checked.outcome.attribute) + name + reason)
            guard checked.outcome == .failed || checked.outcome == .error else { continue }
            faultCount += 1
            if faults.count < Self.faultLimit { faults.append("\(name)\n    \(message)") }
        }
    }

    /// Reports a shrunk scenario after its result.
    func report(_ shrunk: ShrinkingReport) {
        output.printOrExit(
            isJSON ? JSONLine.text(shrunk) : style("shrunk  ", .yellow) + shrunk.text.printable)
    }

    /// Reports a scenario that passes and thus is not shrunk.
    func reportPassing(_ input: String) {
        if !isJSON {
            output.printOrExit("\(input): passes on a virtual clock, so nothing is written".printable)
        }
    }

    /// Finishes the reports and returns the exit code.
    func finish(total: Int?, shard: String?, time: Double) -> Int32 {
        summary.total = total
        summary.shard = shard
        summary.time = (time * 1000).rounded() / 1000
        do { try junit?.close() } catch { isJUnitBroken = true }
        let isPageWritten = writePage()
        if isJUnitBroken { Output.complain("the JUnit report could not be written") }
        if isJSON {
            output.printOrExit(JSONLine.text(of: summary))
        } else {
            if !faults.isEmpty { output.printOrExit("") }
            for fault in faults { output.printOrExit(fault) }
            if faultCount > faults.count { output.printOrExit("and \(faultCount - faults.count) more") }
            output.printOrExit(
                "\nSummary: \(summary.inputs) inputs: \(summary.passed) passed, \(summary.failed) failed, "
                    + "\(summary.skipped) skipped, \(summary.errors) errors in \(summary.time) s")
        }
        return (isJUnitBroken || !isPageWritten) && summary.exitCode == 0 ? 3 : summary.exitCode
    }

    private func writePage() -> Bool { pagePath.map(page.write) ?? true }
}

extension CheckCase.Outcome {
    /// The first word of a text line.
    fileprivate var mark: String {
        switch self {
        case .passed: "ok      "
        case .failed: "FAILED  "
        case .skipped: "skipped "
        case .error: "ERROR   "
        }
    }

    /// The colour of that word.
    fileprivate var attribute: TextStyle.Attribute {
        switch self {
        case .passed: .green
        case .failed, .error: .red
        case .skipped: .yellow
        }
    }
}

extension ReportPage.Input {
    /// A checked input.
    ///
    /// - Parameter options: the options that repeat the check.
    fileprivate init(_ result: CheckResult, _ timeline: MediaTimeline?, options: [String]) {
        let counts = CheckCase.Outcome.allCases.compactMap { outcome in
            let count = result.count(of: outcome)
            return count > 0 ? "\(count) \(outcome.rawValue)" : nil
        }
        self.init(
            name: result.input, severity: result.outcome.severity, verdict: counts.joined(separator: ", "))
        let words = ["playhead", "check"] + options + [result.input]
        command = words.map(\.shellQuoted).joined(separator: " ")
        facts = [("kind", result.kind.rawValue), ("checked in", "\(result.time) s")]
        if let timeline { facts.append(("duration", Duration.seconds(timeline.duration).clock)) }
        findings = result.cases.map { checked in
            var finding = ReportPage.Finding(checked.outcome.severity, checked.name, checked.message ?? "")
            finding.times = checked.positions ?? []
            return finding
        }
        timelines = timeline.map { [$0.timeline] } ?? []
        if let log = result.log {
            tables = [
                ReportPage.Table(
                    title: "Standard error", columns: ["line"],
                    rows: log.split(separator: "\n").map { [String($0)] })
            ]
        }
    }
}

extension CheckCase.Outcome {
    fileprivate var severity: ReportPage.Severity {
        switch self {
        case .passed: .passed
        case .failed, .error: .error
        case .skipped: .note
        }
    }
}

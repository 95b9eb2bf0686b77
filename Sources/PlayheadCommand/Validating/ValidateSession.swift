internal import FoundationEssentials
import Playhead
import PlayheadCheck
internal import PlayheadSystem
import QualityReport
import StreamValidation

/// Validates all inputs, one after another, and prints and writes the reports.
struct ValidateSession: Sendable {
    let options: ValidateCommand
    /// The record of all requests; nil without `--har`.
    let archive: HTTPArchive?

    /// Returns the exit code.
    func run() async -> Int32 {
        let progress = options.items.isEmpty ? nil : ProgressLine.begin("segments measured", total: nil)
        Signals.exitWhenAsked { [archive] in
            progress?.end()
            archive?.close()
        }
        let output = Output(.standardOutput)
        var reports: [(report: ValidationReport, time: Double)] = []
        var page = ReportPage.made(title: "Validation")
        var unread: [(uri: String, error: PlayerError)] = []
        for name in options.items {
            let start = ContinuousClock.now
            var validator = options.validator(of: name, recordedIn: archive)
            validator.progress = { _, _ in progress?.advance() }
            do throws(PlayerError) {
                let report = try await validator.run()
                let time = (ContinuousClock.now - start) / .seconds(1)
                progress.interrupt {
                    let text =
                        options.json ? report.json(time: time) : self.text(of: report, name: name, time: time)
                    output.printOrExit(text)
                }
                reports.append((report, time))
                if options.report != nil { page.inputs.append(await input(report, name)) }
            } catch {
                progress.interrupt {
                    Output.complain(
                        (options.items.count > 1 ? "\(name): " : "") + error.message, hint: error.hint)
                }
                unread.append((name, error))
                page.inputs.append(ReportPage.Input(name: name, severity: .error, verdict: error.message))
            }
        }
        progress?.end()
        archive?.close()
        let isWritten = write(reports, unread, page)
        let isViolated = reports.contains { report in
            report.report.findings.contains { $0.requirement >= options.failOn }
        }
        if isViolated { return ExitStatus.someRulesViolated }
        return unread.isEmpty && isWritten ? ExitStatus.played : ExitStatus.notRun
    }

    /// The section of an input in the page.
    private func input(_ report: ValidationReport, _ name: String) async -> ReportPage.Input {
        var configuration = options.fetching.configuration()
        configuration.network.archive = archive
        let medium =
            options.noSegments || report.isLive || report.streams.isEmpty
            ? nil : await MediaTimeline(of: options.fetching.item(name), configuration)
        let profiles = options.profile.map { "--profile \($0.rawValue) " }.joined()
        return ReportPage.Input(
            report, name: name, timeline: medium?.timeline,
            command: "playhead validate \(profiles)\(name.shellQuoted)")
    }

    private func text(of report: ValidationReport, name: String, time: Double) -> String {
        let page = ValidationPage(
            name: name, report: report, time: time, style: TextStyle(for: .standardOutput))
        return page.text
    }

    /// Writes the files of the options. Returns whether all could be written.
    private func write(
        _ reports: [(report: ValidationReport, time: Double)], _ unread: [(uri: String, error: PlayerError)],
        _ page: ReportPage
    ) -> Bool {
        var isWritten = true
        func write(_ path: String?, _ text: () -> String) {
            guard let path else { return }
            do throws(FileFault) {
                try OutputFile.replace(path, with: Array(text().utf8))
            } catch {
                Output.complain("\(path) cannot be written: \(error.message)")
                isWritten = false
            }
        }
        write(options.report) { page.html }
        write(options.sarif) { SARIFLog(reports.map(\.report), rules: options.rules).text }
        write(options.markdown) { reports.map { $0.report.markdown }.joined(separator: "\n") }
        write(options.junit) {
            var text = JUnitSuite.opening
            for (index, (report, time)) in reports.enumerated() {
                text += JUnitSuite.text(CheckResult(report, options.rules, index: index, time: time))
            }
            for (index, (uri, error)) in unread.enumerated() {
                let failed = CheckCase("opens", .error, error.message)
                text += JUnitSuite.text(
                    CheckResult(index: reports.count + index, input: uri, kind: .medium, cases: [failed]))
            }
            return text + JUnitSuite.closing
        }
        return isWritten
    }
}

extension CheckResult {
    /// A case for each applied rule.
    fileprivate init(_ report: ValidationReport, _ rules: RuleSet, index: Int, time: Double) {
        let cases = rules.rules.map { rule in
            let findings = report.findings.filter { $0.rule == rule.id }
            guard !findings.isEmpty else { return CheckCase(rule.id, .passed) }
            let message = findings.map { "\($0.place): \($0.message)" }.joined(separator: "\n")
            // A violation of a weaker rule is a message without a failure.
            return CheckCase(rule.id, rule.requirement == .must ? .failed : .skipped, message)
        }
        self.init(index: index, input: report.uri, kind: .medium, cases: cases)
        self.time = time
    }
}

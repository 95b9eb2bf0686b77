import PlayheadCheck
import PlayheadCompare
import QualityReport

/// Measures both sides, compares them and prints the report.
struct CompareSession: Sendable {
    let options: CompareCommand

    /// Runs the comparison and returns the exit code.
    func run() async -> Int32 {
        let (report, worst): (ComparisonReport, [WorstPairs.Pair])
        do {
            (report, worst) = try await options.perceptual ? comparePerception() : (comparePlayback(), [])
        } catch let error as SideFault {
            Output.complain(error.message, hint: error.hint)
            return error.isUsage ? ExitStatus.usage : ExitStatus.notRun
        } catch {
            Output.complain("\(error)")
            return ExitStatus.notRun
        }
        let output = Output(.standardOutput)
        for line in options.json ? [report.json] : report.lines { output.printOrExit(line) }
        if let path = options.report {
            var page = ReportPage.made(title: "Comparison")
            page.inputs = [
                ReportPage.Input(report, worst, command: ["playhead"] + CommandLine.arguments.dropFirst())
            ]
            guard page.write(to: path) else { return ExitStatus.notRun }
        }
        return report.result == .equal ? ExitStatus.played : ExitStatus.differs
    }

    private func comparePlayback() async throws(SideFault) -> ComparisonReport {
        let (a, b) = try await both { side throws(SideFault) in try playback(of: side) }
        if a.medium.isEmpty, b.medium.isEmpty {
            let fault = a.medium.fault ?? b.medium.fault
            throw SideFault(
                message: "Neither side presents anything" + (fault.map { ": \($0.message)" } ?? ""),
                hint: fault?.hint)
        }
        return ComparisonReport(
            .init(input: options.a, head: a.head), .init(input: options.b, head: b.head),
            exact: ExactComparison(a.medium, b.medium).findings)
    }

    private func comparePerception() async throws -> (ComparisonReport, [WorstPairs.Pair]) {
        let (a, b) = (SideMedium(options.sideA, limit: limit), SideMedium(options.sideB, limit: limit))
        let comparison = PerceptualComparison(
            options.thresholds, worst: options.pictures == nil && options.report == nil ? 0 : options.count)
        let result = try await comparison.run(a, b)
        guard let headA = a.head, let headB = b.head, !result.isEmpty else {
            throw SideFault(message: "Neither side has pictures or sound")
        }
        let files = try options.pictures.map { try PairPictures(folder: $0).write(result.worst) } ?? []
        let report = ComparisonReport(
            .init(input: options.a, head: headA), .init(input: options.b, head: headB), perceptual: result,
            files: files)
        return (report, result.worst)
    }

    private var limit: Duration { .seconds(options.limit) }

    private func playback(of side: ComparedSide) throws(SideFault) -> (
        head: MeasurementHead, medium: PlayedMedium
    ) {
        let run = try SideRun(side, .play, limit: limit)
        let head = try run.head()
        var medium = PlayedMedium()
        while let line = run.line() {
            guard let value: PlayedLine = JSONLine.value(line) else { continue }
            medium.add(value)
        }
        guard medium.isComplete else { throw run.earlyEnd() }
        run.close()
        return (head, medium)
    }

    /// Does blocking work for both sides at once.
    func both<Value: Sendable>(
        _ work: @escaping @Sendable (ComparedSide) throws(SideFault) -> Value
    ) async throws(SideFault) -> (Value, Value) {
        async let first = Self.offThread { () throws(SideFault) in try work(options.sideA) }
        async let second = Self.offThread { () throws(SideFault) in try work(options.sideB) }
        let (a, b) = await (first, second)
        return (try a.get(), try b.get())
    }

    /// Performs blocking work on a dispatch queue of its own.
    static func offThread<Value: Sendable>(
        _ work: @escaping @Sendable () throws(SideFault) -> Value
    ) async -> Result<Value, SideFault> {
        await BlockingWork.run { Result { () throws(SideFault) in try work() } }
    }
}

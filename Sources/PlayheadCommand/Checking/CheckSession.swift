import PlayheadCheck

/// Checks all inputs, several at a time, and reports the results in the order of the list.
struct CheckSession: Sendable {
    let options: CheckCommand

    /// The maximum number of unreported inputs, as a multiple of the number of parallel jobs.
    private static let lead = 16

    /// Checks all inputs and returns the exit code.
    func run() async -> Int32 {
        let start = ContinuousClock.now
        let reporter: CheckReporter
        do {
            reporter = try CheckReporter(options)
        } catch {
            Output.complain("\(options.junit ?? ""): cannot be written")
            return ExitStatus.notRun
        }
        var list = options.list
        let progress = ProgressLine.begin("checked", total: options.inputCount)
        await withTaskGroup(of: (CheckResult, MediaTimeline?).self) { group in
            var order: [Int] = []
            var done: [Int: (CheckResult, MediaTimeline?)] = [:]
            var running = 0
            while true {
                while running < options.jobs, order.count < options.jobs * Self.lead, !Task.isCancelled,
                    let input = list.next()
                {
                    order.append(input.index)
                    running += 1
                    group.addTask {
                        let child = ChildRun(input, options)
                        return (await child.result(), child.timeline)
                    }
                }
                guard running > 0, let result = await group.next() else { break }
                running -= 1
                done[result.0.index] = result
                progress?.advance()
                while let first = order.first, let next = done.removeValue(forKey: first) {
                    order.removeFirst()
                    progress.interrupt { reporter.report(next.0, next.1) }
                }
            }
        }
        progress?.end()
        if let fault = list.fault { Output.complain("\(fault)") }
        let isWhole = !Task.isCancelled && list.fault == nil
        let code = reporter.finish(
            total: isWhole ? list.count : nil, shard: list.shard?.description,
            time: (ContinuousClock.now - start) / .seconds(1))
        return list.fault != nil ? ExitStatus.usage : code
    }

    /// Merges reports instead of checking inputs.
    func merge() -> Int32 {
        let reporter: CheckReporter
        var merge: ReportMerge
        do {
            merge = try ReportMerge(options.inputs)
            reporter = try CheckReporter(options)
        } catch {
            Output.complain("\(error)")
            return ExitStatus.notRun
        }
        while let result = merge.next() { reporter.report(result) }
        let code = reporter.finish(total: merge.summary.total, shard: nil, time: merge.summary.time)
        if !merge.isComplete { Output.complain("a report has no summary: its run did not come to its end") }
        if let missing = merge.missing, missing > 0 {
            Output.complain("\(missing) inputs are in none of the reports")
        }
        let isWhole = merge.isComplete && merge.missing ?? 0 == 0
        return code == 0 && !isWhole ? ExitStatus.notRun : code
    }
}

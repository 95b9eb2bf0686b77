internal import PlayheadServer
internal import PlayheadTesting

/// Reduces a scenario, one trial after the other, to what still fails in the same way.
final class ScenarioReduction {
    /// The shortest scenario so far.
    private(set) var scenario: Scenario
    private(set) var trials = 1
    /// Whether a trial was refused, because there were too many or because the task was cancelled.
    private(set) var isExhausted = false
    /// Whether the failure passes without the remaining faults. Then a step is left out only if that stays so.
    private var dependsOnFaults = false
    private let failure: FailureSignature
    private let maximumTrials: Int
    private let reports: (Int, Scenario) -> Void
    private let run: (Scenario) async -> [CheckCase]

    init(
        of scenario: Scenario, failing failure: FailureSignature, maximumTrials: Int,
        reports: @escaping (Int, Scenario) -> Void, running run: @escaping (Scenario) async -> [CheckCase]
    ) {
        self.scenario = scenario
        self.failure = failure
        self.maximumTrials = maximumTrials
        self.reports = reports
        self.run = run
    }

    func reduce() async {
        await leaveOutFaults()
        await leaveOutSteps()
        await leaveOut(scenario.expectations) { $0.expectations = $1 }
        await leaveOutResponses()
        await simplifyFaults()
    }

    /// Runs a trial. Nil if there may be no more.
    func cases(of candidate: Scenario) async -> [CheckCase]? {
        guard trials < maximumTrials, !Task.isCancelled else {
            isExhausted = true
            return nil
        }
        trials += 1
        defer { reports(trials, scenario) }
        return await run(candidate)
    }

    /// Whether the candidate fails in the same way.
    private func fails(_ candidate: Scenario) async -> Bool {
        await cases(of: candidate).map { FailureSignature(of: $0) } == failure
    }

    /// Keeps the candidate if it fails in the same way.
    @discardableResult
    func keep(_ candidate: Scenario) async -> Bool {
        guard await fails(candidate) else { return false }
        scenario = candidate
        return true
    }

    /// Changes the expectations without a trial.
    func setExpectations(_ expectations: [Scenario.Expectation]) { scenario.expectations = expectations }

    private func leaveOutFaults() async {
        if scenario.placedFaults.isEmpty { return }
        if await keep(scenario.keeping([])) { return }
        dependsOnFaults = true
        let whole = scenario
        _ = await DeltaDebugging.shortest(of: whole.placedFaults) { [self] faults in
            faults.isEmpty ? false : await keep(whole.keeping(faults))
        }
    }

    private func leaveOutSteps() async {
        let whole = scenario
        _ = await DeltaDebugging.shortest(of: whole.steps) { [self] steps in
            if steps.isEmpty { return false }
            var candidate = whole
            candidate.steps = steps
            guard await fails(candidate) else { return false }
            if dependsOnFaults, await fails(candidate.keeping([])) || isExhausted { return false }
            scenario = candidate
            return true
        }
    }

    private func leaveOut<Element: Sendable>(
        _ elements: [Element], _ change: @escaping (inout Scenario, [Element]) -> Void
    ) async {
        let whole = scenario
        _ = await DeltaDebugging.shortest(of: elements) { [self] kept in
            var candidate = whole
            change(&candidate, kept)
            return await keep(candidate)
        }
    }

    /// Replaces each fault by a simpler one as long as the failure stays the same.
    private func simplifyFaults() async {
        for rule in scenario.rules.indices {
            await simplify {
                $0.simpler
            } at: {
                $0.server?.plan.rules[rule] = $1
            } of: {
                $0.rules[rule]
            }
            for fault in scenario.rules[rule].faults.indices {
                await simplify {
                    $0.simpler
                } at: {
                    $0.server?.plan.rules[rule].faults[fault] = $1
                } of: {
                    $0.rules[rule].faults[fault]
                }
            }
        }
    }

    private func simplify<Part>(
        _ simpler: (Part) -> [Part], at change: (inout Scenario, Part) -> Void, of part: (Scenario) -> Part
    ) async {
        var isSimpler = true
        while isSimpler {
            isSimpler = false
            for simple in simpler(part(scenario)) {
                var candidate = scenario
                change(&candidate, simple)
                if await keep(candidate) {
                    isSimpler = true
                    break
                }
            }
        }
    }
}

extension Scenario {
    struct PlacedFault: Sendable {
        var rule: Int
        var fault: Fault
    }

    var rules: [FaultRule] { server?.plan.rules ?? [] }

    var placedFaults: [PlacedFault] {
        rules.enumerated().flatMap { index, rule in
            rule.faults.map { PlacedFault(rule: index, fault: $0) }
        }
    }

    /// The scenario with these faults of its rules, without rules that have none.
    func keeping(_ faults: [PlacedFault]) -> Scenario {
        var scenario = self
        scenario.server?.plan.rules = rules.enumerated().compactMap { index, rule in
            var rule = rule
            rule.faults = faults.filter { $0.rule == index }.map(\.fault)
            return rule.faults.isEmpty ? nil : rule
        }
        return scenario
    }
}

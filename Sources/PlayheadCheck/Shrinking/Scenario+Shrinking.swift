internal import PlayheadServer
internal import PlayheadTesting

/// A failing scenario with the faults that its failure needs.
public struct ShrunkScenario: Sendable, Hashable {
    /// The scenario, which fails in the same way.
    public var scenario: Scenario
    /// The number of trials, including the first one.
    public var trials: Int
    /// Whether no fault can be left out. False if the maximum number of trials was reached before.
    public var isMinimal: Bool
}

/// The reason why a scenario cannot be shrunk.
public enum ShrinkingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// All expectations of the scenario are met.
    case passes
    /// The server of the scenario has no faults, or there is no server.
    case noFaults

    /// One sentence for the user.
    public var description: String {
        switch self {
        case .passes: "the scenario passes, so there is no failure to shrink"
        case .noFaults: "the server of the scenario has no rules whose faults could be left out"
        }
    }
}

extension Scenario {
    /// Leaves out the faults of the server that the failure does not need, by delta debugging.
    ///
    /// A trial fails in the same way if the same cases fail with the same error code. Each trial plays the
    /// scenario on a virtual clock.
    ///
    /// - Parameters:
    ///   - conditions: The limit of each trial.
    ///   - maximumTrials: The maximum number of trials.
    ///   - reports: Called after each trial with the number of trials and of the remaining faults.
    public func shrunk(
        _ conditions: CheckConditions = CheckConditions(), maximumTrials: Int = 200,
        reports: (_ trials: Int, _ faults: Int) -> Void = { _, _ in }
    ) async throws(ShrinkingError) -> ShrunkScenario {
        var subject = self
        subject.clock = .virtual
        let faults = subject.placedFaults
        if faults.isEmpty { throw .noFaults }
        let failure = FailureSignature(of: await subject.run(conditions))
        if failure.isEmpty { throw .passes }
        var (trials, remaining) = (1, faults.count)
        reports(trials, remaining)
        let (shortest, isMinimal) = await DeltaDebugging.shortest(
            of: faults, maximumTrials: maximumTrials - 1
        ) { candidate in
            trials += 1
            let isSame = FailureSignature(of: await subject.keeping(candidate).run(conditions)) == failure
            if isSame { remaining = candidate.count }
            reports(trials, remaining)
            return isSame
        }
        return ShrunkScenario(scenario: subject.keeping(shortest), trials: trials, isMinimal: isMinimal)
    }

    private struct PlacedFault {
        var rule: Int
        var fault: Fault
    }

    private var placedFaults: [PlacedFault] {
        (server?.plan.rules ?? []).enumerated().flatMap { index, rule in
            rule.faults.map { PlacedFault(rule: index, fault: $0) }
        }
    }

    /// The scenario with these faults of its rules, without rules that have none.
    private func keeping(_ faults: [PlacedFault]) -> Scenario {
        var scenario = self
        scenario.server?.plan.rules = (server?.plan.rules ?? []).enumerated().compactMap { index, rule in
            var rule = rule
            rule.faults = faults.filter { $0.rule == index }.map(\.fault)
            return rule.faults.isEmpty ? nil : rule
        }
        return scenario
    }
}

/// What has to be equal for two failures to be the same.
private struct FailureSignature: Hashable {
    private var cases: [String]

    init(of cases: [CheckCase]) {
        self.cases = cases.filter { $0.outcome == .failed || $0.outcome == .error }.map { checked in
            let isAboutError = checked.name == "no-error" || checked.name.hasPrefix("error")
            let code = checked.message?.split(separator: "found ").last?.prefix { $0.isLetter }
            return "\(checked.outcome) \(checked.name) " + (isAboutError ? String(code ?? "") : "")
        }
    }

    var isEmpty: Bool { cases.isEmpty }
}

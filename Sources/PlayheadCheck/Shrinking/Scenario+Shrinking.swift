/// A failing scenario with only what its failure needs.
public struct ShrunkScenario: Sendable {
    /// The scenario, which fails in the same way.
    public var scenario: Scenario
    /// The number of trials, including the first one.
    public var trials: Int
    /// Whether nothing more can be left out. False if the maximum number of trials was reached before.
    public var isMinimal: Bool
    /// The cases of the first trial.
    public var cases: [CheckCase]
}

/// The reason why a scenario cannot be shrunk.
public enum ShrinkingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// All expectations of the scenario are met.
    case passes

    /// One sentence for the user.
    public var description: String {
        switch self {
        case .passes: "the scenario passes on a virtual clock, so there is no failure to shrink"
        }
    }
}

extension Scenario {
    /// Leaves out what a failure does not need: faults of the server, steps, expectations and recorded responses.
    /// The remaining faults are simplified.
    ///
    /// A trial fails in the same way if the same cases fail with the same error code, at the same step and with the
    /// same kind of deviation, and if playback comes as far. Each trial plays the scenario on a virtual clock. Steps
    /// are left out only if the failure still depends on the faults that are left.
    ///
    /// - Parameters:
    ///   - conditions: The limit of each trial. Trials after the first one get less time if that one failed sooner.
    ///   - maximumTrials: The maximum number of trials.
    ///   - reports: Called after each trial with the number of trials and the scenario so far.
    public func shrunk(
        _ conditions: CheckConditions = CheckConditions(), maximumTrials: Int = 200,
        reports: @escaping (_ trials: Int, _ scenario: Scenario) -> Void = { _, _ in }
    ) async throws(ShrinkingError) -> ShrunkScenario {
        try await shrunk(maximumTrials: maximumTrials, reports: reports) { scenario, limit in
            await scenario.run(limit.map(CheckConditions.init(fixedLimit:)) ?? conditions)
        }
    }

    /// Shrinks the scenario by trials that the caller runs.
    ///
    /// - Parameters:
    ///   - running: Runs a scenario within a limit of real time; nil is the usual limit. Returns its cases.
    package func shrunk(
        maximumTrials: Int, reports: @escaping (_ trials: Int, _ scenario: Scenario) -> Void,
        running: @escaping (_ scenario: Scenario, _ limit: Duration?) async -> [CheckCase]
    ) async throws(ShrinkingError) -> ShrunkScenario {
        var subject = self
        subject.clock = .virtual
        let watch = Stopwatch()
        let cases = await running(subject, nil)
        let failure = FailureSignature(of: cases)
        if failure.isEmpty { throw .passes }
        // A candidate that hangs does not fail in the same way, unless the scenario itself does.
        let limit: Duration? = failure.hasTimedOut ? nil : .seconds(3 + 4 * watch.time)
        reports(1, subject)
        let reduction = ScenarioReduction(
            of: subject, failing: failure, maximumTrials: maximumTrials, reports: reports
        ) { candidate in
            await running(candidate, limit)
        }
        await reduction.reduce()
        return ShrunkScenario(
            scenario: reduction.scenario, trials: reduction.trials, isMinimal: !reduction.isExhausted,
            cases: cases)
    }
}

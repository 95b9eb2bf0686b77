internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

extension Scenario {
    /// Plays the scenario: a case for its steps, and one for each expectation.
    public func run(_ conditions: CheckConditions = CheckConditions()) async -> [CheckCase] {
        let watch = Stopwatch()
        let observation = Observation(for: allClaims)
        let stage: Stage
        do throws(MediaServerError) {
            stage = try await Stage(
                isVirtual: (clock ?? (conditions.isVirtual ? .virtual : .real)) == .virtual,
                patience: Patience(conditions), server: server, folder: server?.folder.map(resolved),
                clients: server?.clients.map(resolved), network: resolvedNetwork,
                tap: observation.tap)
        } catch {
            return [CheckCase("steps", .error, error.description, time: watch.time)]
        }
        let performance = Performance(stage: stage, scenario: self, observation: observation)
        var cases: [CheckCase] = []
        do throws(Performance.Failure) {
            try await performance.run()
            cases.append(CheckCase("steps", .passed, time: watch.time))
        } catch {
            cases.append(CheckCase("steps", .failed, error.description, time: watch.time))
        }
        let facts = await performance.facts(isOver: true)
        await stage.close()
        return cases + (expectations + impliedExpectations).map { $0.judged(by: facts) }
    }

    /// Where nothing is said of the outcome, a good one is expected.
    private var impliedExpectations: [Expectation] {
        if expectations.contains(where: \.claim.isAboutTheOutcome) { return [] }
        return (try? Expectation("no-error")).map { [$0] } ?? []
    }

    /// All expectations, those of steps too.
    private var allClaims: [Claim] {
        expectations.map(\.claim)
            + steps.compactMap {
                if case .expect(let expectation) = $0.action { expectation.claim } else { nil }
            }
    }
}

extension Scenario.Expectation {
    /// The case that comes of it.
    func judged(by facts: Facts) -> CheckCase {
        switch claim.judge(facts) {
        case .met: CheckCase(description, .passed)
        case .unmet(let found): CheckCase(description, .failed, found)
        case .untold(let reason): CheckCase(description, .error, reason)
        }
    }
}

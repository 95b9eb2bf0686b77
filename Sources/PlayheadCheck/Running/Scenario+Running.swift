internal import Playhead
internal import PlayheadServer
internal import PlayheadTesting

extension Scenario {
    /// Plays the scenario. The result has one case for the steps, and one for each expectation.
    public func run(_ conditions: CheckConditions = CheckConditions()) async -> [CheckCase] {
        let watch = Stopwatch()
        let probe = PresentationProbe(for: allPredicates)
        let environment: CheckEnvironment
        let archive: ServedArchive?
        do throws(DocumentError) {
            archive = try servedArchive
        } catch {
            return [CheckCase("steps", .error, error.description, time: watch.time)]
        }
        do throws(MediaServerError) {
            environment = try await CheckEnvironment(
                isVirtual: (clock ?? (conditions.isVirtual ? .virtual : .real)) == .virtual,
                budget: TimeBudget(conditions), server: server, folder: server?.folder.map(resolved),
                har: archive, clients: server?.clients.map(resolved), network: resolvedNetwork,
                tap: probe.tap)
        } catch {
            return [CheckCase("steps", .error, error.description, time: watch.time)]
        }
        let runner = ScenarioRunner(environment: environment, scenario: self, probe: probe)
        var cases: [CheckCase] = []
        do throws(ScenarioRunner.Failure) {
            try await runner.run()
            cases.append(CheckCase("steps", .passed, time: watch.time))
        } catch {
            cases.append(CheckCase("steps", .failed, error.description, time: watch.time))
        }
        let measurements = await runner.measurements(isOver: true)
        await environment.close()
        return cases + (expectations + impliedExpectations).map { $0.checkCase(for: measurements) }
    }

    /// The recorded responses of the server.
    private var servedArchive: ServedArchive? {
        get throws(DocumentError) {
            guard let server, let har = server.har else { return nil }
            return try ServedArchive(contentsOf: resolved(har), usesTimings: server.usesRecordedTimings)
        }
    }

    /// Without an expectation about the outcome, `no-error` is added.
    private var impliedExpectations: [Expectation] {
        if expectations.contains(where: \.predicate.isAboutTheOutcome) { return [] }
        return (try? Expectation("no-error")).map { [$0] } ?? []
    }

    /// All expectations, including those in steps.
    private var allPredicates: [Predicate] {
        expectations.map(\.predicate)
            + steps.compactMap {
                if case .expect(let expectation) = $0.action { expectation.predicate } else { nil }
            }
    }
}

extension Scenario.Expectation {
    /// The case of this expectation.
    func checkCase(for measurements: Measurements) -> CheckCase {
        switch predicate.evaluate(measurements) {
        case .met: CheckCase(description, .passed)
        case .unmet(let found): CheckCase(description, .failed, found)
        case .unknown(let reason): CheckCase(description, .error, reason)
        }
    }
}

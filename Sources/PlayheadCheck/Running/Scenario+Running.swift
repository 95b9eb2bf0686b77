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
        var steps = CheckCase("steps", .passed)
        do throws(ScenarioRunner.Failure) {
            try await runner.run()
        } catch {
            steps = CheckCase("steps", .failed, error.description)
            (steps.step, steps.error, steps.found) = (error.step, error.code, error.found)
        }
        steps.time = watch.time
        let measurements = await runner.measurements(isOver: true)
        steps.status = measurements.snapshot.status
        await environment.close()
        return [steps] + (expectations + impliedExpectations).map { $0.checkCase(for: measurements) }
    }

    /// The recorded responses of the server.
    private var servedArchive: ServedArchive? {
        get throws(DocumentError) {
            guard let server, let har = server.har else { return nil }
            let path = resolved(har)
            let usesTimings = server.usesRecordedTimings
            guard !server.leftOutPaths.isEmpty, let archive else {
                return try ServedArchive(contentsOf: path, usesTimings: usesTimings)
            }
            let text = archive.leavingOut(server.leftOutPaths)
            return try ServedArchive(text: text, file: path, usesTimings: usesTimings)
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
        case .met: return CheckCase(description, .passed)
        case .unmet(let message):
            var checked = CheckCase(description, .failed, message)
            checked.found = predicate.found(in: measurements)
            if predicate.isAboutTheOutcome { checked.error = measurements.snapshot.error?.code }
            return checked
        case .unknown(let reason): return CheckCase(description, .error, reason)
        }
    }
}

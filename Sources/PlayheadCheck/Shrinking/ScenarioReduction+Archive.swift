internal import PlayheadServer

extension ScenarioReduction {
    /// Leaves out the recorded responses that playback does not ask for.
    ///
    /// A request without its response would get status 404, which is another failure that may look the same. So each
    /// left-out address gets the expectation that it is not requested.
    func leaveOutResponses() async {
        guard let archive = scenario.archive else { return }
        if scenario.server?.usesRecordedTimings == true {
            var candidate = scenario
            candidate.server?.usesRecordedTimings = false
            await keep(candidate)
        }
        let paths = archive.paths.subtracting(scenario.server?.leftOutPaths ?? [])
        let expectations = Dictionary(
            paths.compactMap { path in Scenario.Expectation(unrequested: path).map { (path, $0) } }
        ) { first, _ in first }
        var probe = scenario
        probe.expectations += expectations.values
        guard let cases = await cases(of: probe) else { return }
        let requested = Set(cases.filter { $0.outcome != .passed }.map(\.name))
        let spared = expectations.filter { !requested.contains($0.value.description) }
        if spared.isEmpty { return }
        var candidate = scenario
        candidate.server?.leftOutPaths.formUnion(spared.keys)
        let whole = scenario.expectations
        candidate.expectations += spared.values
        if await keep(candidate) { setExpectations(whole) }
    }
}

extension Scenario.Expectation {
    /// The expectation that a path is not requested; nil if no pattern matches the path alone.
    fileprivate init?(unrequested path: String) {
        if path.contains(where: { "*?\"".contains($0) || $0.isNewline }) { return nil }
        try? self.init("requests(\"/\(path)\")=0")
    }
}

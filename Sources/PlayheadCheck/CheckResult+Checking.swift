internal import FoundationEssentials
internal import PlayheadServer

extension CheckResult {
    /// Checks one input.
    ///
    /// An input with the extension `.yaml`, `.yml` or `.json` is a scenario. Any other input is a medium. A
    /// medium gets the expectations, or the standard examination if there are none. The expectations apply to
    /// a scenario too, in addition to its own.
    ///
    /// - Parameters:
    ///   - input: A path or a URI.
    ///   - index: The index in the list of all inputs.
    ///   - expectations: The conditions that have to be met.
    ///   - conditions: The conditions of the run.
    public static func checking(
        _ input: String, index: Int = 0, expecting expectations: [Scenario.Expectation] = [],
        _ conditions: CheckConditions = CheckConditions()
    ) async -> CheckResult {
        let watch = Stopwatch()
        var result = CheckResult(
            index: index, input: input, kind: input.isNameOfScenario ? .scenario : .medium,
            began: Date().timeIntervalSince1970.rounded())
        switch result.kind {
        case .scenario:
            do throws(DocumentError) {
                var scenario = try Scenario(contentsOf: input)
                scenario.expectations += expectations
                result.cases = await scenario.run(conditions)
            } catch {
                result.cases = [CheckCase("scenario", .error, error.description)]
                result.isMistaken = true
            }
        case .medium where expectations.isEmpty:
            result.cases = await Examination(of: input).run(conditions)
        case .medium:
            result.cases = await Scenario(media: input, expectations: expectations).run(conditions)
        }
        result.time = watch.time
        return result
    }
}
